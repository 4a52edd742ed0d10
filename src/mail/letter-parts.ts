import { html } from "hono/html"
import { unbroken } from "#i18n/languages.ts"
import type { StampedWords } from "#ui/poster/poster-sheet.ts"
import { paper, type } from "./colours.ts"
import { categoryMark, type MailCategory, type Markup, type Part, stateLine } from "./parts.ts"
import { posterPicture } from "./pictures.server.ts"

// The parts of newsletters beside those of all mails (parts.ts): days, their dates, days off.

/** An occurrence of an event. */
export type LetterRow = {
  title: string
  /** Language of the title, where it is not that of the mail. */
  lang?: string | undefined
  url?: string | undefined
  /** « 20:30 », or for a change « ven. 21 nov. · 20:30 ». */
  when: string
  place?: string | undefined
  category?: MailCategory | undefined
  /** What changed, such as a cancellation. */
  change?: string | undefined
  isOff?: boolean
  /** The reader's attendance, with its mark: « ✓ J’y serai ». */
  answer?: { words: string; isComing: boolean } | undefined
  /** Left out of the later rows of a long letter, since pictures make up most of a mail's size. */
  poster?: StampedWords | undefined
}

const nothing = html``
const ruled = (inside: Markup, top = 26) =>
  html`<tr>
    <td class="pad" style="padding:${top}px 28px 0">
      <table
        role="presentation"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        class="rule"
        style="border-top:2px solid ${paper.text}"
      >
        <tr>
          ${inside}
        </tr>
      </table>
    </td>
  </tr>`

/** Renders the head of a day: its number, its name and, when it is near, how near. */
export function dayPart(day: { number: string; name: string; near?: string | undefined; text: string }): Part {
  return {
    html: ruled(
      html`<td
          class="day t"
          width="1"
          style="${type.day};color:${paper.text};padding:12px 14px 4px 0;white-space:nowrap"
        >
          ${day.number}
        </td>
        <td valign="bottom" class="t" style="${type.dayName};color:${paper.text};padding-bottom:8px">
          <h2 style="margin:0;font:inherit">${day.name}${day.near ? html`<br />${day.near}` : nothing}</h2>
        </td>`,
    ),
    text: day.text,
  }
}

/** Renders the head of a section that is not a day: the changes. */
export function headingPart(words: string): Part {
  return {
    html: ruled(
      html`<td style="padding:12px 0 2px">
        <h2 class="t" style="margin:0;${type.section};color:${paper.text}">${words}</h2>
      </td>`,
    ),
    text: words,
  }
}

/** Renders the days without events, on one line. */
export function daysOffPart(days: string, words: string): Part {
  return {
    html: ruled(
      html`<td style="padding:12px 0 0">
        <p class="t3" style="margin:0;${type.daysOff};color:${paper.third}">
          ${days} <span style="${type.daysOffWords}">${words}</span>
        </p>
      </td>`,
    ),
    text: `${days} ${words}`,
  }
}

/**
 * Renders one occurrence: the poster, and beside it the time, title, place, category, and the reader's attendance or the change.
 */
export async function rowPart(row: LetterRow, isFirst: boolean): Promise<Part> {
  const poster = row.poster && (await posterPicture(row.poster))
  const lang = row.lang ? html` lang="${row.lang}"` : nothing
  const picture = poster
    ? html`<img
        class="poster hair"
        src="cid:${poster.cid}"
        width="108"
        height="144"
        alt=""
        style="width:106px;height:142px;border:1px solid ${paper.hair};border-radius:2px"
      />`
    : nothing
  const linked =
    row.url && poster
      ? html`<a href="${row.url}" tabindex="-1" aria-hidden="true" style="text-decoration:none">${picture}</a>`
      : picture
  const title = row.url
    ? html`<a class="t" href="${row.url}" style="color:${paper.text};text-decoration:none">${unbroken(row.title)}</a>`
    : html`${unbroken(row.title)}`
  const category = row.category ? categoryMark(row.category) : nothing
  const answer = row.answer
    ? html`${row.category ? html`<br />` : nothing}<strong
          class="${row.answer.isComing ? "yes" : "int"}"
          style="color:${row.answer.isComing ? paper.coming : paper.text};white-space:nowrap"
          >${row.answer.words}</strong
        >`
    : nothing
  const change = row.change ? stateLine(row.change, { isOff: row.isOff === true, space: "margin:6px 0 0" }) : nothing
  return {
    html: html`<tr>
      <td class="pad" style="padding:0 28px">
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          ${isFirst ? nothing : html` class="hair" style="border-top:1px solid ${paper.hair}"`}
        >
          <tr>
            <td class="pcell" width="108" valign="top" style="padding:14px 0">${linked}</td>
            <td class="gap" width="20">&nbsp;</td>
            <td valign="top" style="padding:14px 0">
              ${row.when ? html`<p class="t" style="margin:0;${type.hour};color:${paper.text}">${row.isOff ? html`<s>${row.when}</s>` : row.when}</p>` : nothing}
              <h3 class="t beside" ${lang} style="margin:0;${type.rowTitle};color:${paper.text};padding:5px 0 7px">
                ${title}
              </h3>
              ${row.place ? html`<p class="t2" style="margin:0;${type.place};color:${paper.second}">${row.place}</p>` : nothing}
              <p class="t2" style="margin:6px 0 0;${type.category};color:${paper.second}">${category}${answer}</p>
              ${change}
            </td>
          </tr>
        </table>
      </td>
    </tr>`,
    text: [
      [row.when, row.title].filter(Boolean).join(" · "),
      ...[row.place, row.category?.words, row.answer?.words, row.change, row.url]
        .filter(Boolean)
        .map((line) => `  ${line}`),
    ].join("\n"),
    ...(poster ? { pictures: [poster] } : {}),
  }
}
