import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { Readable } from "node:stream"
import { Hono } from "hono"
import { byteRange } from "#http/files/byte-range.ts"
import { matchesTag } from "#http/answers.ts"
import type { World } from "#http/world.ts"
import { archiveTrouble } from "./archive.server.ts"

/** Largest part of the archive sent for one request, in bytes: a tile and a directory of tiles are far smaller. */
const mostAtOnce = 4 * 1024 * 1024

/**
 * Serves the archive of tiles named by MAP_PMTILES at `/map/region.pmtiles`, in the ranges that the map requests. An archive that
 * cannot be drawn is not served, and the log says why: the list is then shown without a map.
 */
export function mapRegion({ config, log }: Pick<World, "config" | "log">) {
  const { file } = config.map
  const app = new Hono()
  if (file === undefined) return app
  let checked: { tag: string; isSound: Promise<boolean> } | undefined
  const soundness = (tag: string, size: number) => {
    if (checked?.tag !== tag) checked = { tag, isSound: isSound(file, size, log) }
    return checked.isSound
  }
  return app.get("/map/region.pmtiles", async (c) => {
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) {
      log.warn({ file }, "there is no map: MAP_PMTILES names no file")
      return c.notFound()
    }
    const tag = `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`
    if (!(await soundness(tag, found.size))) return c.notFound()
    const headers = new Headers({
      ETag: tag,
      "Accept-Ranges": "bytes",
      "Cache-Control": "public, max-age=86400",
      "Content-Type": "application/octet-stream",
    })
    if (matchesTag(c.req.header("if-none-match"), tag)) return new Response(null, { status: 304, headers })
    const piece = byteRange(c.req.header("range"), found.size)
    if (piece === "none" || piece === undefined || piece.last - piece.first >= mostAtOnce) {
      // The whole file may hold a country and is too large.
      headers.set("Content-Range", `bytes */${found.size}`)
      headers.set("Cache-Control", "no-store")
      return new Response(null, { status: 416, headers })
    }
    headers.set("Content-Length", String(piece.last - piece.first + 1))
    headers.set("Content-Range", `bytes ${piece.first}-${piece.last}/${found.size}`)
    const stream = Readable.toWeb(createReadStream(file, { start: piece.first, end: piece.last }))
    return new Response(stream as unknown as BodyInit, { status: 206, headers })
  })
}

async function isSound(file: string, size: number, log: World["log"]): Promise<boolean> {
  const why = await archiveTrouble(file, size).catch((error: Error) => error.message)
  if (why !== undefined) log.warn({ file, why }, "there is no map: what MAP_PMTILES names cannot be drawn")
  return why === undefined
}
