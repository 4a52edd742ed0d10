import { html } from "hono/html"
import type { DrawnSheet } from "#ui/poster/poster-card.server.ts"
import { paper, type } from "./colours.ts"
import type { Part } from "./parts.ts"
import { drawnPicture } from "./pictures.server.ts"

/** Where something is: a drawn map for the day and one for the night, twice as large as it is shown. */
export type MailPlace = {
  /** What is seen on it, for those who do not see it. */
  alt: string
  credit: string
  url?: string | undefined
  /** Says all that both depend on. */
  key: string
  day: DrawnSheet
  night: DrawnSheet
}

/** The map of a place. Programs that know no style sheet show the one of the day. */
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
