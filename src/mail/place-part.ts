import { html } from "hono/html"
import type { DrawnSheet } from "#ui/poster/poster-card.server.ts"
import { paper, type } from "./colours.ts"
import type { Part } from "./parts.ts"
import { drawnPicture } from "./pictures.server.ts"

/** The map of a place, in light and in dark colours, at twice the size it is shown at. */
export type MailPlace = {
  /** Text alternative of the map. */
  alt: string
  credit: string
  url?: string | undefined
  /** Contains everything that both pictures depend on. */
  key: string
  day: DrawnSheet
  night: DrawnSheet
}

/** Renders the map of a place. Programs without style sheets show the light one. */
export async function placePart({ alt, credit, url, key, day, night }: MailPlace): Promise<Part> {
  const pictures = [await drawnPicture(`${key} day`, day), await drawnPicture(`${key} night`, night)]
  const shown = pictures.map(({ cid, width }, at) => {
    const isDay = at === 0
    return html`<img
      class="${isDay ? "by-day" : "by-night"}"
      src="cid:${cid}"
      width="${width}"
      alt="${alt}"
      style="${isDay ? "display:block" : "display:none;max-height:0"};width:100%;height:auto;border-radius:2px"
    />`
  })
  const linked = url ? html`<a href="${url}" style="text-decoration:none">${shown}</a>` : html`${shown}`
  return {
    html: html`<tr>
      <td class="pad" style="padding:24px 28px 0">
        ${linked}
        <p class="t3" style="margin:0;${type.small};color:${paper.third};padding-top:4px">${credit}</p>
      </td>
    </tr>`,
    text: "",
    pictures,
  }
}
