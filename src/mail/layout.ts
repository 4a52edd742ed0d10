import { html, raw } from "hono/html"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { paper, sheet, type } from "./colours.ts"
import {
  button,
  cited,
  eventPart,
  foot,
  type MailEvent,
  type Part,
  paragraphs,
  quote,
  section,
  title,
} from "./parts.ts"
import { type MailPlace, placePart } from "./place-part.ts"
import { type Head, headPicture, type Picture } from "./pictures.server.ts"

type Site = { name: string; url: string }
type Link = { label: string; url: string }

/** The parts that every mail has. */
export type Frame = {
  language: Language
  subject: string
  /** The first line, which a mail program shows beside the subject. */
  preview: string
  head: Head
  /** Who sends the mail, and why. */
  why: string[]
  /** Links to unsubscribe and to the settings. */
  ways?: Link[]
  site: Site
}

/** The content of a mail, apart from its design. */
export type Letter = Omit<Frame, "preview" | "head" | "why"> & {
  preview?: string
  /** Shown instead of the subject in large type at the top. */
  head?: Head
  heading: string
  /** The event concerned; its title replaces the heading where the head says what happened. */
  event?: MailEvent | undefined
  /** The event's place, drawn as a map. */
  place?: MailPlace | undefined
  paragraphs: string[]
  /** Text that somebody else wrote, marked as theirs line by line. */
  cited?: string
  /** A reason that somebody gave. */
  quote?: { words: string; said: string; by?: string | undefined } | undefined
  /** More lines under a heading of their own. */
  section?: { heading: string; rows: { line: string; note?: string }[] } | undefined
  /** The main link, shown as a button. */
  action?: Link
  /** Small text after the button: how long the link works, what to do if the mail is not about you. */
  notes?: string[]
  footer: string
}

export type Rendered = { subject: string; text: string; html: string; pictures: Picture[] }

/** Renders a letter about one subject. */
export async function renderLetter(letter: Letter): Promise<Rendered> {
  const { heading, event, head } = letter
  const isTitled = Boolean(event && head?.strip)
  const parts = [
    ...(isTitled || heading === (head?.line ?? letter.subject) ? [] : [title(heading)]),
    ...(event ? [await eventPart(event, isTitled ? 1 : 2)] : []),
    ...(letter.quote ? [quote(letter.quote)] : []),
    ...paragraphs(letter.paragraphs, letter.quote ? "read" : "lead"),
    ...(letter.cited === undefined ? [] : [cited(letter.cited)]),
    ...(letter.section ? [section(letter.section.heading, letter.section.rows)] : []),
    ...(letter.action ? [button(letter.action)] : []),
    ...(letter.place ? [await placePart(letter.place)] : []),
    ...paragraphs(letter.notes ?? [], "small"),
  ]
  const frame = {
    ...letter,
    head: head ?? { line: letter.subject },
    preview: letter.preview ?? letter.quote?.said ?? letter.paragraphs[0] ?? "",
    why: [letter.footer],
  }
  // The head is a picture. In plain text, its strip stands above the title instead, or the heading does.
  const opening = isTitled ? head?.strip : heading === frame.head.line ? heading : undefined
  return renderMail(frame, parts, opening)
}

/** Renders a mail: the head, its parts in order, and the foot. */
export async function renderMail(frame: Frame, parts: Part[], opening?: string): Promise<Rendered> {
  const { language, subject, preview, head, why, ways = [], site } = frame
  const t = messagesIn(language)
  const promise = [t("layout.promise_ads"), t("layout.promise_algorithm"), t("layout.promise_competition")]
  const all = [...parts, foot(promise, why, ways, site, (name, url) => t("mail.way", { name, url }))]
  const top = await headPicture(head, site.name)
  const alt = [site.name, head.kicker, head.strip, head.line].filter(Boolean).join(". ")
  const image = html`<img
    src="cid:${top.cid}"
    width="640"
    alt="${alt}"
    style="width:100%;height:auto;${type.head};color:${paper.onLamp};background:${paper.lamp}"
  />`
  // The head becomes the h1 of the mail where no part contains one.
  const hasTitle = parts.some(({ html: markup }) => String(markup).includes("<h1"))
  const titled = hasTitle ? image : html`<h1 style="margin:0">${image}</h1>`
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${raw(sheet)}
        </style>
      </head>
      <body class="bg" style="margin:0;background:${paper.ground}">
        <div role="main">
          <div style="display:none;max-height:0;overflow:hidden">${preview}</div>
          <table
            role="presentation"
            class="bg"
            width="100%"
            cellpadding="0"
            cellspacing="0"
            bgcolor="${paper.ground}"
            style="background:${paper.ground}"
          >
            <tr>
              <td align="center">
                <table
                  role="presentation"
                  width="640"
                  cellpadding="0"
                  cellspacing="0"
                  style="width:100%;max-width:640px;text-align:left;word-break:break-word;overflow-wrap:anywhere"
                >
                  <tr>
                    <td bgcolor="${paper.lamp}">${titled}</td>
                  </tr>
                  ${all.map((part) => html`${part.html} `)}
                </table>
              </td>
            </tr>
          </table>
        </div>
      </body>
    </html> `
  const pictures = [top, ...parts.flatMap((part) => part.pictures ?? [])]
  return {
    subject,
    text: `${[...(opening ? [opening] : []), ...all.map(({ text }) => text).filter(Boolean)].join("\n\n")}\n`,
    html: String(await page),
    pictures: [...new Map(pictures.map((one) => [one.cid, one])).values()],
  }
}
