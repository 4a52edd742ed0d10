import { Hono } from "hono"
import { findActor, findRenamed } from "#features/actors/queries.server.ts"
import { isSlug } from "#features/agendas/agenda.ts"
import { findAgenda } from "#features/agendas/queries.server.ts"
import { findMerged, heldEvent } from "#features/events/access/queries.server.ts"
import { fileAnswer, noFile } from "#http/files/file-answers.ts"
import type { HeavyWork } from "#http/limits/heavy-work.ts"
import type { World } from "#http/world.ts"
import { paths } from "#web/paths.ts"
import { qrSvg } from "./qr.ts"

/** Width in pixels: enough for a printed poster, with whole pixels for each module. */
const pngWidth = 1200

/**
 * Serves the address of a published page as a QR code at `/events/{id}/qr.svg`, `/events/{id}/qr.png` and the same of actors and
 * published lists. A former address has the code of the present one. With `?quiet=0` the SVG has no white margin.
 */
export function qrCodes({ db, config }: World, work: HeavyWork) {
  const pathOf = async (kind: string, name: string): Promise<string | undefined> => {
    if (kind === "events") {
      if (!/^\d{1,15}$/.test(name)) return undefined
      const id = (await heldEvent(db, null, Number(name)))?.id ?? (await findMerged(db, null, Number(name)))
      return id === undefined ? undefined : paths.event(id)
    }
    if (name.length > 400 || !name.isWellFormed() || name.includes("\0")) return undefined
    if (kind === "agendas") {
      const agenda = isSlug(name) ? await findAgenda(db, name, config) : undefined
      return agenda && paths.agenda(agenda.slug)
    }
    const actor = await findActor(db, null, name, config)
    const fid = actor?.fid ?? (await findRenamed(db, null, name))
    return fid && paths.actor(fid)
  }

  return new Hono().get("/:kind{events|actors|agendas}/:name/:file{qr\\.(svg|png)}", async (c) => {
    const { kind, name, file } = c.req.param()
    const path = await pathOf(kind, name)
    if (!path) return noFile(c)
    const address = config.publicUrl + path
    const headers = { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" }
    if (file === "qr.svg")
      return fileAnswer(c, qrSvg(address, c.req.query("quiet") === "0"), { type: "image/svg+xml", headers })
    work(c, 2)
    const { default: qr } = await import("qrcode")
    const png = await qr.toBuffer(address, { type: "png", width: pngWidth, margin: 4, errorCorrectionLevel: "M" })
    return fileAnswer(c, new Uint8Array(png), { type: "image/png", headers })
  })
}
