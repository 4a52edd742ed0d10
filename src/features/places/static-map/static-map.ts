import { advance } from "#ui/fit.ts"
import type { DrawnSheet } from "#ui/poster/poster-card.server.ts"
import type { SheetText } from "#ui/poster/poster-sheet.ts"

/** A line or ring of the base map: the range of its points, and the box around them. */
export type Shape = {
  kind: string
  level: number
  first: number
  count: number
  box: [west: number, north: number, east: number, south: number]
}
/** A town: its name, thousands of inhabitants, and position. */
export type Town = [name: string, size: number, x: number, y: number]
/** The base map from which the server draws; coordinates are fractions of the world's width (`mercator`). */
export type BaseMap = { points: Float32Array; shapes: Shape[]; towns: Town[] }
type Point = [x: number, y: number]

/** The colours `--map-*` of both modes as RGB values: a picture has no access to the style sheet. */
const palettes = {
  light: {
    land: "#efece3",
    water: "#c3d8e0",
    block: "#e4e2da",
    road: "#fefdfb",
    rail: "#b9b4a9",
    label: "#54493f",
    mark: "#17120d",
  },
  dark: {
    land: "#171410",
    water: "#182831",
    block: "#1f1b17",
    road: "#37322d",
    rail: "#4b4540",
    label: "#b0a899",
    mark: "#f8dc4c",
  },
} as const
type Colours = (typeof palettes)["light" | "dark"]

export type Mode = keyof typeof palettes

/** Width of the world in pixels: a picture shows some 60 km around. */
const scale = 512 * 2 ** 8
/** Most names of towns in a picture. */
const mostNames = 14
/** Margin in pixels that is drawn around a picture, so that no edge of an area is visible. */
const around = 20

/** A drawn map in parts: its shapes without text, and the texts, which each file format sets in its own way. */
export type DrawnMap = { width: number; height: number; svg: string; texts: SheetText[]; colours: Colours }

/** Draws land, waters, borders and towns around a place, with a pin in the middle. */
export function drawMap(
  { points, shapes, towns }: BaseMap,
  { lat, lon }: { lat: number; lon: number },
  mode: Mode,
  { width, height } = { width: 720, height: 360 },
): DrawnMap {
  const colours = palettes[mode]
  const [x, y] = mercator(lon, lat)
  const [left, top] = [x * scale - width / 2, y * scale - height / 2]
  const seen = { west: -around, north: -around, east: width + around, south: height + around }
  const isNear = ([west, north, east, south]: Shape["box"]) =>
    east * scale - left > seen.west &&
    west * scale - left < seen.east &&
    south * scale - top > seen.north &&
    north * scale - top < seen.south

  const drawn: Record<string, string[]> = {}
  for (const { kind, level, first, count, box } of shapes) {
    if (!isNear(box)) continue
    const line: Point[] = []
    for (let at = first; at < first + count; at++)
      line.push([(points[2 * at] as number) * scale - left, (points[2 * at + 1] as number) * scale - top])
    const isArea = kind === "land" || kind === "town" || kind === "lake"
    const paths = isArea ? [path(clippedRing(line, seen), true)] : clippedLines(line, seen).map((part) => path(part))
    ;(drawn[kind === "river" ? `river${level}` : kind] ??= []).push(...paths)
  }
  const { land, water, block, road, rail } = colours
  const all = (kind: string) => drawn[kind]?.join("") ?? ""
  const rivers = [1, 2, 3, 4].map((level) => stroke(all(`river${level}`), water, 4.4 - level * 0.8)).join("")
  const svg = `<rect width="100%" height="100%" fill="${water}"/>${fill(all("land"), land)}${fill(all("town"), block)}${fill(all("lake"), water)}${rivers}${stroke(all("province"), road, 1.2)}${stroke(all("border"), rail, 1.6, "5 4")}${pin(width / 2, height / 2, colours)}`
  const texts = names(towns, { left, top, width, height }, colours)
  return { width, height, svg, texts, colours }
}

/** Returns a drawn map as an SVG file, whose names are set by the program that shows it. */
export function svgOf({ width, height, svg, texts, colours }: DrawnMap): string {
  const words = texts
    .map(
      ({ text, x, y, size }) =>
        `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}" font-size="${size}">${escaped(text)}</text>`,
    )
    .join("")
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${svg}<g fill="${colours.label}" stroke="${colours.land}" stroke-width="3" paint-order="stroke" stroke-linejoin="round" font-family="Helvetica Neue, Arial, sans-serif" font-weight="500" text-anchor="middle">${words}</g></svg>`
}

/** Returns a drawn map as a picture of twice its size, whose names are outlines on strips in the colour of land. */
export function sheetOf({ width, height, svg, texts, colours }: DrawnMap): DrawnSheet {
  const strips = texts.map(({ text, x, y, size }) => {
    const long = advance(text) * size * 1.18 + 6
    return `<rect x="${x - long / 2}" y="${y - size}" width="${long}" height="${size * 1.3}" rx="3" fill="${colours.land}" fill-opacity="0.7"/>`
  })
  return {
    width: width * 2,
    height: height * 2,
    svg: `<svg width="${width * 2}" height="${height * 2}" viewBox="0 0 ${width} ${height}">${svg}${strips.join("")}</svg>`,
    texts: texts.map((text) => ({ ...text, x: text.x * 2, y: text.y * 2, size: text.size * 2 })),
    colours: 16,
  }
}

/** Projects a point of the earth to fractions of the world's width, eastward and southward (Web Mercator). */
export function mercator(lon: number, lat: number): Point {
  const phi = (Math.max(-85, Math.min(85, lat)) * Math.PI) / 180
  return [(lon + 180) / 360, 0.5 - Math.log(Math.tan(Math.PI / 4 + phi / 2)) / (2 * Math.PI)]
}

const fill = (d: string, colour: string) => (d ? `<path d="${d}" fill="${colour}" fill-rule="evenodd"/>` : "")
const stroke = (d: string, colour: string, width: number, dash = "") =>
  d
    ? `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width.toFixed(1)}" stroke-linejoin="round"${dash && ` stroke-dasharray="${dash}"`}/>`
    : ""

function path(points: Point[], isRing = false): string {
  if (points.length < 2) return ""
  const tenth = (pixels: number) => Math.round(pixels * 10) / 10
  return `M${points.map(([x, y]) => `${tenth(x)} ${tenth(y)}`).join("L")}${isRing ? "Z" : ""}`
}

type Seen = { west: number; north: number; east: number; south: number }

/** Clips a ring to the picture, one side of the picture after the other (Sutherland–Hodgman). */
function clippedRing(ring: Point[], { west, north, east, south }: Seen): Point[] {
  let points = ring
  for (const [axis, limit, way] of [
    [0, west, 1],
    [0, east, -1],
    [1, north, 1],
    [1, south, -1],
  ] as const) {
    const left: Point[] = []
    let before = points.at(-1) as Point
    for (const point of points) {
      const [isIn, wasIn] = [(point[axis] - limit) * way >= 0, (before[axis] - limit) * way >= 0]
      if (isIn !== wasIn) {
        const part = (limit - before[axis]) / (point[axis] - before[axis])
        left.push([before[0] + (point[0] - before[0]) * part, before[1] + (point[1] - before[1]) * part])
      }
      if (isIn) left.push(point)
      before = point
    }
    if (left.length === 0) return []
    points = left
  }
  return points
}

/** Clips a line to its visible parts, each with the point before and after it. */
function clippedLines(line: Point[], { west, north, east, south }: Seen): Point[][] {
  const isIn = ([x, y]: Point) => x >= west && x <= east && y >= north && y <= south
  const parts: Point[][] = []
  let part: Point[] = []
  line.forEach((point, n) => {
    const isSeen =
      isIn(point) || (n > 0 && isIn(line[n - 1] as Point)) || (n + 1 < line.length && isIn(line[n + 1] as Point))
    if (isSeen) part.push(point)
    else if (part.length > 0) {
      parts.push(part)
      part = []
    }
  })
  return part.length > 1 ? [...parts, part] : parts
}

type View = { left: number; top: number; width: number; height: number }

/** Places the names of towns, the largest first; none overlaps another or the pin. */
function names(towns: Town[], { left, top, width, height }: View, { label }: Colours): SheetText[] {
  const [middle, foot] = [width / 2, height / 2]
  const taken: Shape["box"][] = [[middle - 24, foot - 52, middle + 24, foot + 6]]
  const shown: SheetText[] = []
  for (const [name, people, east, south] of towns) {
    if (shown.length === mostNames) break
    const [x, spot] = [east * scale - left, south * scale - top]
    const size = people > 200 ? 17 : people > 60 ? 14.5 : 13
    // The town at the pin has its name below it.
    const isUnderPin = Math.abs(x - middle) < 40 && Math.abs(spot - foot) < 40
    const y = isUnderPin ? foot + size + 8 : spot
    const half = (name.length * size * 0.56) / 2 + 6
    const box: Shape["box"] = [x - half, y - size, x + half, y + size]
    if (box[0] < 4 || box[2] > width - 4 || box[1] < 4 || box[3] > height - 4) continue
    if (taken.some(([a, b, c, d]) => box[0] < c && box[2] > a && box[1] < d && box[3] > b)) continue
    taken.push(box)
    const set = { size, anchor: "middle", font: "ui", weight: 400, fill: label, letterSpacing: 0 } as const
    shown.push({ ...set, text: name, x, y: y + size / 3 })
  }
  return shown
}

function escaped(text: string) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
}

/** Draws the pin: a lamp on its stand. */
function pin(x: number, y: number, { mark, land }: Colours): string {
  return `<path d="M${x} ${y}v-22" stroke="${mark}" stroke-width="4"/><circle cx="${x}" cy="${y - 32}" r="13" fill="${mark}" stroke="${land}" stroke-width="3"/>`
}
