// The same posters without a style sheet: for link previews, mails, and pages measured in tenths of a millimetre.
import { advance, fitTitle } from "../fit.ts"
import { inks, posterNight, posterPaper, printedInk } from "./inks.ts"
import { dayNumber, posterHeight, posterWidth } from "./poster-figures.ts"
import { drawFigure, framed, type PosterPlan, type PosterWords, planPoster } from "./poster.ts"

/** A text for the code that rasterises a sheet. `y` is the baseline; `maxWidth` is where it is cut. */
export type SheetText = {
  text: string
  x: number
  y: number
  size: number
  anchor: "start" | "middle" | "end"
  font: "poster" | "ui"
  weight: 400 | 600
  fill: string
  letterSpacing: number
  maxWidth?: number
}
export type PosterSheet = {
  width: number
  height: number
  /** A complete SVG document without text: the words are drawn from `texts`, in their order. */
  svg: string
  texts: SheetText[]
  /** Empty area for facts and a QR code. */
  space: { x: number; y: number; width: number; height: number }
  /** A strip across everything, before it is rotated about its centre. */
  strip?: Strip
}

/** A strip of paper with a word on it. */
export type Strip = { svg: string; text: SheetText; angle: number; x: number; y: number }

/** The words of a poster, and the word on the strip across it: « Annulé ». */
export type StampedWords = PosterWords & { stamp?: string | undefined }

/**
 * Composes a poster to be rasterised: `preview` is the 1200 × 630 of a link preview (Open Graph), `thumb` the poster alone with
 * only its title, three times as large as in mails; `a4` and `a5` are pages in tenths of a millimetre. Colours are sRGB and no
 * style sheet is needed.
 */
export function posterSheet(words: StampedWords, format: "preview" | "thumb" | "a4" | "a5"): PosterSheet {
  const plan = planPoster(words)
  const colours = { inks: inks[printedInk(words.ink, plan.seed)], night: posterNight, paper: posterPaper }
  const ground = plan.ground === "ink" ? colours.inks[0] : plan.ground === "paper" ? posterPaper : posterNight
  const fill = plan.ground === "night" ? posterPaper : posterNight
  const art = drawFigure(plan, words.day ?? "", colours).replace(/<text.*?<\/text>/g, "")
  const number: SheetText[] = []
  const placeNumber = (x: number, y: number, scale: number) => {
    if (plan.figure !== "day") return
    const { text, y: baseline, size } = dayNumber(words.day ?? "")
    number.push({
      text,
      x: x + 150 * scale,
      y: y + baseline * scale,
      size: size * scale,
      anchor: "middle",
      font: "poster",
      weight: 400,
      fill: plan.ground === "ink" ? colours.inks[1] : colours.inks[0],
      letterSpacing: -10 * scale,
    })
  }

  if (format === "preview") {
    // Text on plain ground on the left, the whole figure on the right.
    const width = 1200
    const height = 630
    const scale = height / posterHeight
    const left = width - posterWidth * scale
    placeNumber(left, 0, scale)
    const texts = [...number, ...previewWords(words, left, fill)]
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
      `<rect width="${width}" height="${height}" fill="${ground}"/>` +
      `<svg x="${left}" width="${posterWidth * scale}" height="${height}" viewBox="0 0 ${posterWidth} ${posterHeight}">${art}</svg></svg>`
    const across = stripAcross(words.stamp, { x: (left + width) / 2, y: 315, width: width - left, size: 0.17 })
    return { width, height, svg, texts, space: noSpace, ...across }
  }
  if (format === "thumb") {
    const [width, height] = [324, 432]
    const scale = width / posterWidth
    placeNumber(0, 0, scale)
    const figure = framed(art, plan)
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${posterWidth} ${posterHeight}" width="${width}" height="${height}">` +
      `<rect width="${posterWidth}" height="${posterHeight}" fill="${ground}"/>${figure}</svg>`
    const title = posterText({ ...words, day: "", time: "", place: "", city: "" }, plan, { x: 0, y: 0, width, fill })
    const across = stripAcross(words.stamp, {
      x: width / 2,
      y: height * (plan.top ? 0.72 : 0.28),
      width,
      size: 0.23,
    })
    return { width, height, svg, texts: [...number, ...title], space: noSpace, ...across }
  }

  const unit = format === "a5" ? 1 : Math.SQRT2
  const width = Math.round(1480 * unit)
  const height = Math.round(2100 * unit)
  const w = 1170 * unit
  const h = (w * posterHeight) / posterWidth
  const x = (width - w) / 2
  const y = 100 * unit
  placeNumber(x, y, w / posterWidth)
  const figure = framed(art, plan)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="#fff"/>` +
    `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="0 0 ${posterWidth} ${posterHeight}">` +
    `<rect width="${posterWidth}" height="${posterHeight}" fill="${ground}"/>${figure}</svg></svg>`
  const below = y + h + 60 * unit
  return {
    width,
    height,
    svg,
    texts: [...number, ...posterText(words, plan, { x, y, width: w, fill })],
    space: { x, y: below, width: w, height: height - below - 100 * unit },
  }
}

const noSpace = { x: 0, y: 0, width: 0, height: 0 }

/**
 * Makes a strip across the poster, rotated by 8° and as large as possible: wider than the poster, so that its ends are out of
 * sight.
 * @param over centre, covered width, and the size of the letters as a fraction of that width
 */
function stripAcross(
  stamp: string | undefined,
  over: { x: number; y: number; width: number; size: number },
): { strip?: Strip } {
  return stamp ? { strip: stripOf(stamp, { ...over, angle: -8 }) } : {}
}

/** Makes a strip of paper with a word on it, to be rotated about its centre. */
export function stripOf(
  word: string,
  { x, y, width, size, angle }: { x: number; y: number; width: number; size: number; angle: number },
): Strip {
  const letters = Math.min(size * width, (width * 0.94) / advance(word))
  const [length, height, edge] = [width * 1.16, letters * 1.32, Math.max(2, width * 0.009)]
  const text: SheetText = {
    text: word,
    x,
    y: y + letters * 0.33,
    size: letters,
    anchor: "middle",
    font: "poster",
    weight: 400,
    fill: posterNight,
    letterSpacing: 0,
  }
  const svg = `<rect x="${x - length / 2}" y="${y - height / 2}" width="${length}" height="${height}" fill="${posterPaper}" stroke="${posterNight}" stroke-width="${edge}"/>`
  return { svg, text, angle, x, y }
}

/** Places the texts as the style sheet does, in a poster of a given position and width. */
function posterText(
  words: PosterWords,
  plan: PosterPlan,
  box: { x: number; y: number; width: number; fill: string },
): SheetText[] {
  const u = box.width / 100
  const left = box.x + 5.5 * u
  const right = box.x + 94.5 * u
  const small = { size: 4.5 * u, font: "ui", weight: 600, fill: box.fill, letterSpacing: 0 } as const
  const bottom = box.y + (posterHeight / 3) * u
  const leading = plan.fit.size * 0.9 * u
  const block = plan.fit.lines.length * leading
  const first = plan.top ? box.y + 13.2 * u : bottom - 13.2 * u - block
  return [
    { ...small, text: words.day ?? "", x: left, y: box.y + 9.1 * u, anchor: "start" as const },
    { ...small, text: words.time ?? "", x: right, y: box.y + 9.1 * u, anchor: "end" as const },
    ...plan.fit.lines.map((text, i) => ({
      text,
      x: left,
      y: first + (i + 0.82) * leading,
      size: plan.fit.size * u,
      anchor: "start" as const,
      font: "poster" as const,
      weight: 400 as const,
      fill: box.fill,
      letterSpacing: -0.012 * plan.fit.size * u,
    })),
    { ...small, text: words.place ?? "", x: left, y: bottom - 6.1 * u, anchor: "start" as const, maxWidth: 58 * u },
    { ...small, text: words.city ?? "", x: right, y: bottom - 6.1 * u, anchor: "end" as const },
  ].filter(({ text }) => text !== "")
}

function previewWords(words: PosterWords, width: number, fill: string): SheetText[] {
  const u = width / 100
  const fit = fitTitle(words.title, { width: 86, height: 56, max: 24, min: 8 })
  const small = { font: "ui", weight: 600, fill, letterSpacing: 0, x: 7 * u, anchor: "start" } as const
  const leading = fit.size * 0.92 * u
  const first = 520 - fit.lines.length * leading
  return [
    {
      ...small,
      text: [words.day, words.time].filter(Boolean).join(" · "),
      size: 34,
      y: 82,
    },
    ...fit.lines.map((text, i) => ({
      text,
      x: 7 * u,
      y: first + (i + 0.82) * leading,
      size: fit.size * u,
      anchor: "start" as const,
      font: "poster" as const,
      weight: 400 as const,
      fill,
      letterSpacing: -0.012 * fit.size * u,
    })),
    {
      ...small,
      text: [words.place, words.city].filter(Boolean).join(", "),
      size: 30,
      y: 574,
      maxWidth: 86 * u,
    },
  ].filter(({ text }) => text !== "")
}
