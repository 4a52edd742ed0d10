import { html } from "hono/html"
import { unbroken } from "#i18n/languages.ts"
import type { StampedWords } from "#ui/poster/poster-sheet.ts"
import { inks } from "#ui/poster/inks.ts"
import { paper, type } from "./colours.ts"
import { type Picture, posterPicture } from "./pictures.server.ts"

// The parts of mails, from top to bottom. Each part is rendered as text and as HTML in tables, without script, in one column of
// 640 pixels that shrinks to 320. `html` escapes all text.

export type Markup = ReturnType<typeof html>
export type Part = { html: Markup; text: string; pictures?: Picture[] }

/** The facts about an event that every mail shows. */
export type MailEvent = {
  title: string
  /** Language of the title, where it is not that of the mail. */
  lang?: string | undefined
  url?: string | undefined
  /** « ven. 21 nov. · 20:30 » */
  when?: string | undefined
  isOff?: boolean
  place?: string | undefined
  category?: MailCategory | undefined
  /** « N’aura pas lieu » */
  state?: string | undefined
  poster: StampedWords
}

const padded = (inside: Markup | Markup[], top = 24) =>
  html`<tr>
    <td class="pad" style="padding:${top}px 28px 0">${inside}</td>
  </tr>`
const nothing = html``

/** Renders the title of a mail whose head says something else. */
export function title(words: string): Part {
  return {
    html: padded(html`<h1 class="t title" style="margin:0;${type.title};color:${paper.text}">${words}</h1>`, 28),
    text: words,
  }
}

/** Renders paragraphs: large ones are the subject of the mail, small ones add what follows from it. */
export function paragraphs(all: string[], size: "lead" | "read" | "small" = "read"): Part[] {
  const said = all.filter((words) => words.trim() !== "")
  if (said.length === 0) return []
  const [level, colour] = size === "small" ? (["t3", paper.third] as const) : (["t", paper.text] as const)
  const each = (words: string, at: number) =>
    html`<p
      class="${level}"
      style="margin:${at === 0 ? 0 : size === "small" ? 6 : 14}px 0 0;${type[size]};color:${colour}"
    >
      ${size === "small" ? linked(words, level, colour) : words}
    </p>`
  return [{ html: padded(said.map(each), size === "small" ? 18 : 22), text: said.join("\n\n") }]
}

/** Turns web addresses into links. Only for small text, which is always our own. */
function linked(words: string, level: string, colour: string): Markup[] {
  return words
    .split(/(https?:\/\/\S+)/)
    .map((part, at) =>
      at % 2 === 1 ? html`<a class="${level}" href="${part}" style="color:${colour}">${part}</a>` : html`${part}`,
    )
}

/** Renders what somebody said, in their words, with their name. */
export function quote({ words, said, by }: { words: string; said: string; by?: string | undefined }): Part {
  const who = by
    ? html`<p class="t2" style="margin:0;${type.base};color:${paper.second};padding-top:8px">${by}</p>`
    : nothing
  return {
    html: padded(
      html`<p class="t" style="margin:0;${type.lead};color:${paper.text}">${words}</p>
        ${who}`,
    ),
    text: by ? `${said}\n${by}` : said,
  }
}

/** Renders what somebody wrote, set apart line by line so that nothing in it can pass for our own text. */
export function cited(words: string): Part {
  const lines = words.split(/\r?\n/)
  const shown = lines.map((line, at) => html`${at > 0 ? html`<br />` : nothing}${line}`)
  return {
    html: padded(
      html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
        <tr>
          <td
            class="t rule"
            style="border-left:3px solid ${paper.text};padding:2px 0 2px 16px;${type.read};color:${paper.text}"
          >
            ${shown}
          </td>
        </tr>
      </table>`,
    ),
    text: lines.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n"),
  }
}

/** The category of an event: a square in its ink, and its name. */
export type MailCategory = { name: keyof typeof inks; words: string }

export const categoryMark = ({ name, words }: MailCategory): Markup =>
  html`<span
      style="display:inline-block;width:11px;height:11px;line-height:11px;font-size:11px;background:${inks[name][0]};vertical-align:1px"
      >&nbsp;</span
    >&nbsp; ${words}`

/** Renders the state of an event; a cross shows that it is off without relying on colour. */
export const stateLine = (words: string, { isOff, space }: { isOff: boolean; space: string }): Markup =>
  html`<p class="${isOff ? "err" : "t"}" style="${space};${type.strong};color:${isOff ? paper.error : paper.text}">
    ${isOff ? "✕ " : ""}${words}
  </p>`

/** Renders one event: its poster, and beside it title, time, place and state. The rows of a letter consist of it. */
export async function eventPart(event: MailEvent, level: 1 | 2 | 3, isFirst = true): Promise<Part> {
  const poster = await posterPicture(event.poster)
  const size = level === 1 ? type.title : type.section
  const named = event.url
    ? html`<a class="t" href="${event.url}" style="color:${paper.text};text-decoration:none"
        >${unbroken(event.title)}</a
      >`
    : html`${unbroken(event.title)}`
  const style = `margin:0;${size};color:${paper.text}`
  const lang = event.lang ? html` lang="${event.lang}"` : nothing
  const heading =
    level === 1
      ? html`<h1 class="t title" ${lang} style="${style}">${named}</h1>`
      : level === 2
        ? html`<h2 class="t beside" ${lang} style="${style}">${named}</h2>`
        : html`<h3 class="t beside" ${lang} style="${style}">${named}</h3>`
  const when = event.when && (event.isOff ? html`<s>${event.when}</s>` : html`${event.when}`)
  const facts = [when, event.place].filter(Boolean)
  const lines = facts.map((fact, at) => html`${at > 0 ? html`<br />` : nothing}${fact}`)
  const place =
    facts.length > 0
      ? html`<p class="t2" style="margin:0;${type.base};color:${paper.second};padding-top:8px">${lines}</p>`
      : nothing
  const category = event.category
    ? html`<p class="t2" style="margin:0;${type.small};color:${paper.second};padding-top:6px">
        ${categoryMark(event.category)}
      </p>`
    : nothing
  const state = event.state
    ? stateLine(event.state, { isOff: event.isOff === true, space: "margin:0;padding-top:6px" })
    : nothing
  const picture = html`<img
    class="poster hair"
    src="cid:${poster.cid}"
    width="108"
    height="144"
    alt=""
    style="width:106px;height:142px;border:1px solid ${paper.hair};border-radius:2px"
  />`
  return {
    html: padded(
      html`<table
        role="presentation"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        ${isFirst ? nothing : html` class="hair" style="border-top:1px solid ${paper.hair}"`}
      >
        <tr>
          <td class="pcell" width="108" valign="top" ${isFirst ? nothing : html` style="padding-top:14px"`}>
            ${picture}
          </td>
          <td class="gap" width="20">&nbsp;</td>
          <td valign="top" ${isFirst ? nothing : html` style="padding-top:14px"`}>
            ${heading}${place}${category}${state}
          </td>
        </tr>
      </table>`,
      isFirst ? 28 : 14,
    ),
    text: [event.title, event.when, event.place, event.state].filter(Boolean).join("\n"),
    pictures: [poster],
  }
}

/** Renders a heading under a rule, and rows of a line or two: other dates, sections of a letter. */
export function section(heading: string, rows: { line: string; note?: string | undefined }[]): Part {
  const row = ({ line, note }: (typeof rows)[number]) =>
    html`<tr>
      <td class="hair" style="border-top:1px solid ${paper.hair};padding:12px 0">
        <p class="t" style="margin:0;${type.row};color:${paper.text}">${line}</p>
        ${note ? html`<p class="t2" style="margin:0;${type.small};color:${paper.second}">${note}</p>` : nothing}
      </td>
    </tr>`
  return {
    html: padded(
      html`<table
        role="presentation"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        class="rule"
        style="border-top:2px solid ${paper.text}"
      >
        <tr>
          <td style="padding:12px 0 10px">
            <h2 class="t" style="margin:0;${type.section};color:${paper.text}">${heading}</h2>
          </td>
        </tr>
        ${rows.map(row)}
      </table>`,
      28,
    ),
    text: [heading, ...rows.map(({ line, note }) => `- ${[line, note].filter(Boolean).join(" · ")}`)].join("\n"),
  }
}

/** Renders the main link as a button. */
export function button({ label, url }: { label: string; url: string }): Part {
  return {
    html: padded(
      html`<table role="presentation" cellpadding="0" cellspacing="0">
        <tr>
          <td align="center" bgcolor="${paper.lamp}" style="border-radius:999px;background:${paper.lamp}">
            <a
              href="${url}"
              style="display:block;padding:14px 26px;${type.strong};color:${paper.onLamp};text-decoration:none"
              >${label}</a
            >
          </td>
        </tr>
      </table>`,
    ),
    text: `${label}\n${url}`,
  }
}

/** Renders the foot under a rule: why the mail was sent, how to unsubscribe, and the promise of the house. */
export function foot(
  promise: string[],
  why: string[],
  ways: { label: string; url: string }[],
  site: { name: string; url: string },
  /** Formats a link for plain text: its name and the address. */
  written: (name: string, url: string) => string,
): Part {
  const links = [...ways, { label: site.name, url: site.url }].map(
    ({ label, url }) =>
      html`<a class="t2" href="${url}" style="display:inline-block;padding-right:20px;color:${paper.second}"
        >${label}</a
      > `,
  )
  const lines = why.map(
    (words) => html`<p class="t3" style="margin:0;${type.small};color:${paper.third};padding-top:10px">${words}</p>`,
  )
  return {
    html: padded(
      html`<table
        role="presentation"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        class="rule"
        style="border-top:2px solid ${paper.text}"
      >
        <tr>
          <td style="padding:16px 0 36px">
            <p class="t" style="margin:0;${type.promise};color:${paper.text}">
              ${promise.map((words) => html`<span style="white-space:nowrap">${words}</span> `)}
            </p>
            ${lines}
            <p class="t2" style="margin:0;padding-top:10px;${type.links};color:${paper.second}">${links}</p>
          </td>
        </tr>
      </table>`,
      34,
    ),
    text: ["-- ", ...why, ...ways.map(({ label, url }) => written(label, url)), written(site.name, site.url)].join(
      "\n",
    ),
  }
}
