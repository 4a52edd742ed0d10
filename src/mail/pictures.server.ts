import { createHash } from "node:crypto"
import { fitLine, fitTitle } from "#ui/fit.ts"
import { type DrawnSheet, pictureOf } from "#ui/poster/poster-card.server.ts"
import { posterSheet, type StampedWords, stripOf } from "#ui/poster/poster-sheet.ts"
import { paper } from "./colours.ts"

/** A picture attached to its mail: nothing is loaded from a server, so nobody learns that the mail was read. */
export type Picture = { cid: string; png: Buffer; width: number; height: number }

/** The words in the head of a mail: a date, or the subject in a word or two; a change is a strip pasted below. */
export type Head = { line: string; kicker?: string | undefined; strip?: string | undefined }

/** Pictures are drawn at twice the size they are shown at. */
const scale = 2
const [headWidth, margin] = [640, 28]

/** Draws the lamp-yellow block at the top of a mail, 640 pixels wide. */
export async function headPicture(head: Head, wordmark: string): Promise<Picture> {
  const words = { ...head, wordmark: wordmark.toLocaleLowerCase() }
  const sheet = headSheet(words)
  return picture(await pictureOf(`mail ${JSON.stringify(words)}`, () => sheet), sheet)
}

/** Draws the poster of an event for mails, 108 by 144: its figure, its title and the strip across it. */
export async function posterPicture(words: StampedWords): Promise<Picture> {
  const png = await pictureOf(`thumb ${JSON.stringify(words)}`, () => posterSheet(words, "thumb"))
  return { ...picture(png, { width: 0, height: 0 }), width: 108, height: 144 }
}

/** Renders a sheet that another module drew, such as the map of a place. The key contains everything the picture depends on. */
export async function drawnPicture(key: string, sheet: DrawnSheet): Promise<Picture> {
  return picture(await pictureOf(key, () => sheet), sheet)
}

function picture(png: Buffer, { width, height }: { width: number; height: number }): Picture {
  const name = createHash("sha256").update(png).digest("hex").slice(0, 24)
  return { cid: `${name}@pictures.invalid`, png, width: width / scale, height: height / scale }
}

function headSheet({ line, kicker, strip, wordmark }: Head & { wordmark: string }): DrawnSheet {
  const width = headWidth * scale
  const unit = width / 100
  const left = margin * scale
  // One line as wide as the block, or two or three where one would be too small.
  const one = fitLine(line, 91)
  const fit =
    one >= 9.5
      ? { size: Math.min(14.6, one), lines: [line] }
      : fitTitle(line, { width: 91, height: 34, max: 14.6, min: 7, leading: 0.94 })
  const size = fit.size * unit
  const first = 74 * scale
  const below = first + fit.lines.length * size * 0.94 + 10 * scale
  const height = Math.round(below + (strip ? 76 : 12) * scale)
  const colour = { fill: paper.onLamp, letterSpacing: 0, weight: 400 } as const
  const texts: DrawnSheet["texts"] = [
    {
      ...colour,
      text: wordmark,
      x: left + 34 * scale,
      y: 56 * scale,
      size: 40 * scale,
      anchor: "start",
      font: "poster",
    },
    {
      ...colour,
      text: kicker ?? "",
      x: width - left,
      y: 50 * scale,
      size: 20 * scale,
      anchor: "end",
      font: "ui",
    },
    ...fit.lines.map((text, at) => ({
      ...colour,
      text,
      x: left,
      y: first + (at + 0.84) * size * 0.94,
      size,
      anchor: "start" as const,
      font: "poster" as const,
      letterSpacing: -0.012 * size,
    })),
  ]
  const lamp = `<g transform="translate(${left} ${22 * scale}) scale(${scale * 1.06})" fill="none" stroke="${paper.onLamp}" stroke-width="2.4"><circle cx="11" cy="9" r="7.8"/><path d="M11 17v17M3.5 34h15"/></g>`
  const svg = `<rect width="${width}" height="${height}" fill="${paper.lamp}"/>${lamp}`
  const pasted = strip && stripOf(strip, { x: width / 2, y: height - 38 * scale, width, size: 0.068, angle: -3 })
  return { width, height, svg, texts, colours: 16, ...(pasted ? { strip: pasted } : {}) }
}
