// The poster of an event without an image. It is a pure function: the same event always has the same poster.
import { fitTitle, type TitleFit } from "../fit.ts"
import { hash, type InkName, printedInk } from "./inks.ts"
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
  /** Seeds the drawing; the same on all servers (a uuid, a number). */
  id: string
  title: string
  ink: InkName
  /** « ven. 21 nov. » */
  day?: string
  /** « 20:30 » */
  time?: string
  place?: string
  city?: string
  /** Changes the seed, for another drawing of the same event. */
  roll?: number
}

/** The composition of a poster before it is drawn. */
export type PosterPlan = { figure: FigureName; ground: PosterGround; top: boolean; fit: TitleFit; seed: number }

const grounds = ["ink", "ink", "paper", "night", "ink"] as const

/** Composes a poster from its words; the same words always give the same composition. */
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

/** The parts of a poster: the figure as SVG markup of our own (without text of the event), classes and custom properties. */
export type PosterPieces = {
  svg: string
  className: string
  style: { "--ground": string; "--fit": number }
  title: string
}

const drawn = new Map<string, PosterPieces>()
const keptPosters = 400

/** Draws the parts for `<Poster>`. They are cached, so that a list costs nothing the second time. */
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
    drawn.delete(key) // moves it to the end of the most recently used
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

type Colours = { inks: readonly [string, string, string]; night: string; paper: string }

/** Draws the figure of a composition, as SVG markup in 300 × 400. */
export function drawFigure(plan: PosterPlan, day: string, { inks, night, paper }: Colours): string {
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

/** Draws a figure alone on its ink, without text: SVG markup of our own in 300 × 400, coloured by custom properties. */
export function drawing(figure: FigureName, ink: InkName, id: string): string {
  const plan: PosterPlan = { figure, ground: "ink", top: false, fit: { size: 0, lines: [] }, seed: hash(id) }
  const name = `--ink-${ink}`
  return drawFigure(plan, "", {
    inks: [`var(${name})`, `var(${name}-2)`, `var(${name}-3)`],
    night: "var(--poster-night)",
    paper: "var(--poster-paper)",
  })
}

/** Height (of 400) of the plain ground behind date and time, and behind place and town. */
const calm = 36

/**
 * Clips a figure, so that the small text above and below stands on plain ground rather than on its shapes. With light text on
 * black the title is kept clear too. A nested svg clips without needing an id.
 */
export function framed(art: string, { ground, fit }: PosterPlan): string {
  const foot = ground === "night" ? (fit.lines.length * fit.size * 0.9 + 17) * 3 : calm
  const height = Math.max(0, Number((posterHeight - foot - calm).toFixed(1)))
  return `<svg y="${calm}" width="${posterWidth}" height="${height}" viewBox="0 ${calm} ${posterWidth} ${height}">${art}</svg>`
}

/** Makes a pseudo-random generator (mulberry32). */
function randomFrom(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
