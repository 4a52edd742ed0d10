import { Hono } from "hono"
import { LRUCache } from "lru-cache"
import { readSpot } from "#features/places/map/spots.ts"
import { baseMap, isPlaceAt } from "#features/places/static-map/queries.server.ts"
import { drawMap, svgOf } from "#features/places/static-map/static-map.ts"
import { compressed } from "#http/files/compression.ts"
import type { World } from "#http/world.ts"
import { isLanguage } from "#i18n/languages.ts"

/** Size of the cache in characters of SVG: some four hundred pictures. */
const mostKept = 4 * 1024 * 1024
const kept = new LRUCache<string, string>({ maxSize: mostKept, sizeCalculation: (svg) => svg.length + 500 })

/**
 * Serves the picture of where a place is at `/map/at/50.850,4.340/fr-dark.svg`. The content of an address never changes. Pictures
 * exist only where a place is stored, so that nobody can make the server draw the whole earth, a hundred metres at a time.
 */
export function staticMaps({ db }: Pick<World, "db">) {
  return new Hono().get("/map/at/:spot/:file", async (c) => {
    const spot = readSpot(c.req.param("spot"))
    const [, language = "", mode] = /^(\w\w)-(light|dark)\.svg$/.exec(c.req.param("file")) ?? []
    if (!spot || !isLanguage(language)) return c.notFound()
    const known = kept.get(c.req.path)
    if (!known && !(await isPlaceAt(db, spot))) return c.notFound()
    const svg = known ?? svgOf(drawMap(await baseMap(language), spot, mode as "light" | "dark"))
    if (!known) kept.set(c.req.path, svg)
    const picture = c.body(svg, 200, {
      "Content-Type": "image/svg+xml",
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    })
    return compressed(picture, c.req.path, c.req.header("accept-encoding"))
  })
}
