import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { LRUCache } from "lru-cache"
import { advance } from "../fit.ts"
import { posterSheet, type PosterSheet, type SheetText, type StampedWords } from "./poster-sheet.ts"

/** Size of the cache of cards in bytes, and how many cards are drawn at once; the others wait. */
const keptBytes = 24 * 1024 * 1024
const drawnAtOnce = 2
const kept = new LRUCache<string, Buffer>({ maxSize: keptBytes, sizeCalculation: (png) => png.length + 500 })
const flying = new Map<string, Promise<Buffer>>()
const inTurn = turns(drawnAtOnce)

/**
 * Returns the card under a key, drawn once. The key must contain everything that its words depend on.
 * @param wordsOf called only when the card has to be drawn
 */
export function cardOf(key: string, wordsOf: () => StampedWords): Promise<Buffer> | Buffer {
  return pictureOf(key, () => posterSheet(wordsOf(), "preview"))
}

/** Returns the picture under a key, drawn once, a few at a time. The key must contain everything that the sheet depends on. */
export function pictureOf(key: string, sheetOf: () => DrawnSheet): Promise<Buffer> | Buffer {
  const known = kept.get(key)
  if (known) return known
  let drawing = flying.get(key)
  if (!drawing) {
    drawing = inTurn(() => drawSheet(sheetOf()))
      .then((png) => {
        kept.set(key, png)
        return png
      })
      .finally(() => flying.delete(key))
    flying.set(key, drawing)
  }
  return drawing
}

/** A drawing: shapes, text, and a strip across them. */
export type DrawnSheet = Pick<PosterSheet, "svg" | "texts" | "width" | "height" | "strip"> & {
  /** Number of colours in the PNG's palette. */
  colours?: number
}

/** Draws a poster as a link preview, PNG. The fonts come with the product, so nothing is loaded from the network. */
export function drawCard(words: StampedWords): Promise<Buffer> {
  return drawSheet(posterSheet(words, "preview"))
}

async function drawSheet(sheet: DrawnSheet): Promise<Buffer> {
  const [{ default: sharp }, svg] = await Promise.all([import("sharp"), setText(sheet)])
  return sharp(Buffer.from(svg))
    .png({ compressionLevel: 9, palette: true, colours: sheet.colours ?? 64, effort: 4 })
    .toBuffer()
}

/** Converts a sheet to SVG, with its text as outlines. */
async function setText({ svg, texts, width, height, strip }: DrawnSheet): Promise<string> {
  const words = await outlines(texts, width, height)
  const pasted = strip
    ? `<g transform="rotate(${strip.angle} ${strip.x} ${strip.y})">${strip.svg}${await outlines([strip.text], width, height)}</g>`
    : ""
  // The shapes may have a coordinate system of their own; text and strip use that of the sheet.
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${svg}${words}${pasted}</svg>`
}

async function outlines(texts: SheetText[], width: number, height: number): Promise<string> {
  const [{ default: satori }, fonts] = await Promise.all([import("satori"), readFonts()])
  return satori(
    // Plain objects for satori, without React's own markers.
    element(
      "div",
      { display: "flex", width, height },
      texts.filter(({ text }) => text !== "").map(placed),
    ) as Parameters<typeof satori>[0],
    { width, height, fonts },
  )
}

/**
 * Scale of small text: the poster font is the only one available as outlines, so small text is set in it too, slightly larger.
 */
const smallScale = 1.18
/** Where satori puts the baseline of a line of height 1 (measured: 171 of 200). */
const baseline = 0.855

function placed({ text, x, y, size: given, anchor, font, fill, letterSpacing, maxWidth }: SheetText) {
  const size = font === "ui" ? given * smallScale : given
  const widthOf = (one: string) => advance(one) * size + letterSpacing * [...one].length
  const shown = maxWidth === undefined ? text : cut(text, (one) => widthOf(one) <= maxWidth)
  const shift = anchor === "start" ? 0 : anchor === "middle" ? widthOf(shown) / 2 : widthOf(shown)
  const style = {
    position: "absolute",
    left: x - shift,
    top: y - baseline * size,
    fontFamily: "poster",
    fontSize: size,
    lineHeight: 1,
    letterSpacing,
    whiteSpace: "pre",
    color: fill,
  }
  return element("div", style, shown)
}

function cut(text: string, fits: (text: string) => boolean) {
  if (fits(text)) return text
  let kept = [...text]
  while (kept.length > 1 && !fits(`${kept.join("")}…`)) kept = kept.slice(0, -1)
  return `${kept.join("").trimEnd()}…`
}

function element(type: string, style: object, children: unknown) {
  return { type, props: { style, children } }
}

let fontFiles: Promise<{ name: string; data: Buffer; weight: 400 }[]> | undefined

function readFonts() {
  const { resolve } = createRequire(import.meta.url)
  fontFiles ??= Promise.all(
    ["latin", "latin-ext"].map(async (subset) => ({
      name: "poster",
      weight: 400 as const,
      data: await readFile(
        resolve(
          `@fontsource/special-gothic-condensed-one/files/special-gothic-condensed-one-${subset}-400-normal.woff`,
        ),
      ),
    })),
  )
  return fontFiles
}

/** Runs at most this many tasks at once, the others in order of arrival. */
function turns(most: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}
