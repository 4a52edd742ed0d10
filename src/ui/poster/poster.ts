// "Plan de feu": the poster of an event that has no image. A pure function: same event, same poster, everywhere.
import { fitTitle, type TitleFit } from "../fit.ts"
import { hash, type InkName, inks, posterNight, posterPaper, printedInk } from "./inks.ts"
import {
  dayNumber,
  type FigureName,
  figureNames,
  figures,
  lowFigures,
  posterHeight,
  posterWidth,
  titleHeight,
} from "./poster-figures.ts"

export type PosterGround = "ink" | "paper" | "night"
export type PosterWords = {
  /** What seeds the drawing; the same everywhere (a uuid, a number). */
  id: string
  title: string
  ink: InkName
  /** « ven. 21 nov. » */
  day?: string
  /** « 20:30 » */
  time?: string
  place?: string
  city?: string
  /** Another draw: adds nothing to the event, changes the seed. */
  roll?: number
}

/** What a poster is made of before it is drawn. */
export type PosterPlan = { figure: FigureName; ground: PosterGround; top: boolean; fit: TitleFit; seed: number }

const grounds = ["ink", "ink", "paper", "night", "ink"] as const

/** How a poster is composed of its words; the same words always give the same one. */
export function planPoster(
  words: PosterWords,
  forced: { figure?: FigureName | undefined; ground?: PosterGround | undefined } = {},
): PosterPlan {
  const seed = hash(`${words.id}#${words.roll ?? 0}`)
  const figure = forced.figure ?? figureNames[seed % figureNames.length] ?? "spot"
  const ground = forced.ground ?? grounds[(seed >>> 8) % 5] ?? "ink"
  const top = ground !== "night" && !lowFigures.has(figure) && (seed >>> 12) % 2 === 0
  const height = ground === "night" ? 46 : (titleHeight[figure] ?? 62)
  return { figure, ground, top, fit: fitTitle(words.title, { height }), seed }
}

/** The pieces of a poster: the figure as SVG markup of our own (no text of the event in it), classes and custom properties. */
export type PosterPieces = {
  svg: string
  className: string
  style: { "--ground": string; "--fit": number }
  title: string
}

const drawn = new Map<string, PosterPieces>()
const keptPosters = 400

/** The pieces for `<Poster>`; remembered, so that a list costs nothing the second time. */
export function poster(
  words: PosterWords,
  forced: { figure?: FigureName | undefined; ground?: PosterGround | undefined } = {},
): PosterPieces {
  const key = [
    words.id,
    words.roll ?? 0,
    words.ink,
    dayNumber(words.day ?? "").text,
    forced.figure,
    forced.ground,
    words.title,
  ].join("\n")
  const known = drawn.get(key)
  if (known) {
    drawn.delete(key) // moves it to the young end
    drawn.set(key, known)
    return known
  }

  const plan = planPoster(words, forced)
  const name = `--ink-${printedInk(words.ink, plan.seed)}`
  const art = drawFigure(plan, words.day ?? "", {
    inks: [`var(${name})`, `var(${name}-2)`, `var(${name}-3)`],
    night: "var(--poster-night)",
    paper: "var(--poster-paper)",
  })
  const pieces: PosterPieces = {
    svg: framed(art, plan),
    className: ["poster", `poster--${plan.ground}`, plan.top ? "poster--top" : ""].filter(Boolean).join(" "),
    style: {
      "--ground":
        plan.ground === "ink"
          ? `var(${name})`
          : plan.ground === "paper"
            ? "var(--poster-paper)"
            : "var(--poster-night)",
      "--fit": plan.fit.size,
    },
    title: plan.fit.lines.join(" ").endsWith("…") ? plan.fit.lines.join(" ") : words.title,
  }
  drawn.set(key, pieces)
  if (drawn.size > keptPosters) drawn.delete(drawn.keys().next().value as string)
  return pieces
}

/** A text for whoever rasterises a sheet. `y` is the baseline; `maxWidth` is where it has to be cut. */
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
  /** A whole SVG document without any text: words are drawn from `texts`, in their order. */
  svg: string
  texts: SheetText[]
  /** Where facts and a QR code may stand; nothing is drawn there. */
  space: { x: number; y: number; width: number; height: number }
}

/**
 * A poster to rasterise: `preview` is the 1200 × 630 of a link preview (Open Graph), `a4` and `a5` are pages in tenths of
 * a millimetre. Colours are sRGB, no style sheet is needed.
 */
export function posterSheet(words: PosterWords, format: "preview" | "a4" | "a5"): PosterSheet {
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
    // Words left on plain ground, the whole figure right.
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
    return { width, height, svg, texts, space: { x: 0, y: 0, width: 0, height: 0 } }
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

/** The words as the style sheet sets them, in a poster of a given place and width. */
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

type Colours = { inks: readonly [string, string, string]; night: string; paper: string }

function drawFigure(plan: PosterPlan, day: string, { inks, night, paper }: Colours): string {
  const { ground } = plan
  const colours: Record<string, string> = {
    G: ground === "paper" ? paper : ground === "night" ? night : inks[0],
    A: ground === "ink" ? inks[1] : inks[0],
    B: ground === "ink" ? inks[2] : inks[1],
    K: ground === "night" ? paper : night,
  }
  return figures[plan.figure](randomFrom(plan.seed), { top: plan.top, day }).replace(
    /(fill|stroke)="([ABGK])"/g,
    (_, attribute: string, letter: string) => `${attribute}="${colours[letter]}"`,
  )
}

/** A figure alone on its ink, without words: SVG markup of our own in 300 × 400, coloured by custom properties. */
export function drawing(figure: FigureName, ink: InkName, id: string): string {
  const plan: PosterPlan = { figure, ground: "ink", top: false, fit: { size: 0, lines: [] }, seed: hash(id) }
  const name = `--ink-${ink}`
  return drawFigure(plan, "", {
    inks: [`var(${name})`, `var(${name}-2)`, `var(${name}-3)`],
    night: "var(--poster-night)",
    paper: "var(--poster-paper)",
  })
}

/** How high the plain ground is that date and time stand on, and place and town (of 400). */
const calm = 36

/**
 * The window a figure keeps to: the small words above and below stand on plain ground, never on its dots and frames. Light
 * words on black keep the title out of it too. A nested svg clips without needing an id.
 */
function framed(art: string, { ground, fit }: PosterPlan): string {
  const foot = ground === "night" ? (fit.lines.length * fit.size * 0.9 + 17) * 3 : calm
  const height = Math.max(0, Number((posterHeight - foot - calm).toFixed(1)))
  return `<svg y="${calm}" width="${posterWidth}" height="${height}" viewBox="0 ${calm} ${posterWidth} ${height}">${art}</svg>`
}

/** mulberry32 */
function randomFrom(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
