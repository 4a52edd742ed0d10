import { readFile } from "node:fs/promises"
import { Hono } from "hono"
import { mapFiles } from "virtual:map-files"
import { isLanguage } from "#i18n/languages.ts"
import { drawMap, readShapes, type Shapes } from "./static-map.ts"

const clientFiles = "./build/client"
const read = new Map<string, Promise<Shapes>>()

/**
 * `/map/at/50.85,4.34/fr-dark.svg`: where a place is, as a picture. What is at an address never changes; it is drawn in
 * some milliseconds from what is in memory, and kept with the other files that are the same for everybody.
 */
export function staticMaps() {
  return new Hono().get("/map/at/:spot/:file", async (c) => {
    const [, lat, lon] = /^(-?\d{1,2}\.\d{3}),(-?\d{1,3}\.\d{3})$/.exec(c.req.param("spot")) ?? []
    const [, language = "", mode = ""] = /^(\w\w)-(light|dark)\.svg$/.exec(c.req.param("file")) ?? []
    if (!lat || !lon || Math.abs(Number(lat)) > 90 || Math.abs(Number(lon)) > 180 || !isLanguage(language))
      return c.notFound()
    const shapes = await (read.get(language) ?? shapesIn(language))
    const svg = drawMap(shapes, Number(lat), Number(lon), mode as "light" | "dark")
    return c.body(svg, 200, {
      "Content-Type": "image/svg+xml",
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    })
  })
}

function shapesIn(language: keyof typeof mapFiles.towns): Promise<Shapes> {
  const made = Promise.all([mapFiles.base, mapFiles.towns[language]].map(fileAt)).then(([base, towns]) =>
    readShapes(base, towns),
  )
  read.set(language, made)
  made.catch(() => read.delete(language))
  return made
}

async function fileAt(address: string) {
  return JSON.parse(await readFile(clientFiles + address, "utf8"))
}
