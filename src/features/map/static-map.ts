/** A line or ring of the base map: longitudes and latitudes in turn, and the box they lie in. */
export type Shape = { kind: string; level: number; points: Float32Array; box: [number, number, number, number] }
/** The base map as the server draws from it, in a few hundred kilobytes of memory. */
export type Shapes = { shapes: Shape[]; towns: Town[] }
type Town = { name: string; size: number; lon: number; lat: number }

type Collection = {
  features: { properties: Record<string, string | number>; geometry: { type: string; coordinates: unknown } }[]
}
type Point = [number, number]

/** Reads the base map and the names of towns as they are built (scripts/vite-map.ts). */
export function readShapes(base: Collection, towns: Collection): Shapes {
  const shapes = base.features.flatMap(({ properties, geometry }) =>
    linesOf(geometry).map((line) => ({
      kind: String(properties["kind"]),
      level: Number(properties["level"] ?? 0),
      points: Float32Array.from(line.flat()),
      box: boxOf(line),
    })),
  )
  return {
    shapes,
    towns: towns.features.map(({ properties, geometry }) => {
      const [lon, lat] = geometry.coordinates as Point
      return { name: String(properties["name"]), size: Number(properties["size"]), lon, lat }
    }),
  }
}

function linesOf({ type, coordinates }: { type: string; coordinates: unknown }): Point[][] {
  return type === "MultiPolygon" ? (coordinates as Point[][][]).flat() : (coordinates as Point[][])
}

function boxOf(line: Point[]): Shape["box"] {
  const box: Shape["box"] = [180, 90, -180, -90]
  for (const [lon, lat] of line) {
    box[0] = Math.min(box[0], lon)
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], lon)
    box[3] = Math.max(box[3], lat)
  }
  return box
}

/** `--map-*` of both modes in red, green and blue: a picture knows no style sheet. */
export const palettes = {
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

const size = { width: 720, height: 360 }
const zoom = 8

/** Where a place is, as a picture (SVG): land, waters, borders and towns some 60 km around, and a pin in the middle. */
export function drawMap({ shapes, towns }: Shapes, lat: number, lon: number, mode: keyof typeof palettes): string {
  const colours = palettes[mode]
  const scale = 512 * 2 ** zoom
  const middle = mercator(lon, lat, scale)
  const at = (x: number, y: number): Point => {
    const [px, py] = mercator(x, y, scale)
    return [px - middle[0] + size.width / 2, py - middle[1] + size.height / 2]
  }
  const reach = ((size.width / 2 + 20) / scale) * 360
  const isNear = ([west, south, east, north]: Shape["box"]) =>
    east > lon - reach && west < lon + reach && north > lat - reach && south < lat + reach

  const areas = { land: "", town: "", lake: "" }
  const lines: Record<string, string> = { province: "", border: "" }
  for (const { kind, level, points, box } of shapes) {
    if (!isNear(box)) continue
    const projected: Point[] = []
    for (let n = 0; n < points.length; n += 2) projected.push(at(points[n] as number, points[n + 1] as number))
    if (kind in areas) areas[kind as keyof typeof areas] += path(clippedRing(projected), true)
    else {
      const name = kind === "river" ? `river${level}` : kind
      lines[name] =
        (lines[name] ?? "") +
        clippedLines(projected)
          .map((line) => path(line, false))
          .join("")
    }
  }
  const rivers = [1, 2, 3, 4].map((level) => stroke(lines[`river${level}`], colours.water, 4.4 - level * 0.8)).join("")
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}"><rect width="100%" height="100%" fill="${colours.water}"/>${fill(areas.land, colours.land)}${fill(areas.town, colours.block)}${fill(areas.lake, colours.water)}${rivers}${stroke(lines["province"], colours.road, 1.2)}${stroke(lines["border"], colours.rail, 1.6, "5 4")}${names(towns, at, colours)}${pin(colours)}</svg>`
}

function mercator(lon: number, lat: number, scale: number): Point {
  const phi = (Math.max(-85, Math.min(85, lat)) * Math.PI) / 180
  return [((lon + 180) / 360) * scale, (0.5 - Math.log(Math.tan(Math.PI / 4 + phi / 2)) / (2 * Math.PI)) * scale]
}

const fill = (d: string, colour: string) => (d ? `<path d="${d}" fill="${colour}" fill-rule="evenodd"/>` : "")
const stroke = (d: string | undefined, colour: string, width: number, dash = "") =>
  d
    ? `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width.toFixed(1)}" stroke-linejoin="round"${dash && ` stroke-dasharray="${dash}"`}/>`
    : ""

function path(points: Point[], isRing: boolean): string {
  if (points.length < 2) return ""
  return `M${points.map(([x, y]) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`).join("L")}${isRing ? "Z" : ""}`
}

const [least, most] = [
  [-20, -20],
  [size.width + 20, size.height + 20],
] as const

/** The part of a ring that is seen (Sutherland–Hodgman): side by side of the picture. */
function clippedRing(ring: Point[]): Point[] {
  let points = ring
  for (const axis of [0, 1] as const)
    for (const side of [least, most]) {
      const limit = side[axis]
      const isIn = (point: Point) => (side === least ? point[axis] >= limit : point[axis] <= limit)
      points = points.flatMap((point, n) => {
        const before = points.at(n - 1) as Point
        const crossing = (): Point => {
          const part = (limit - before[axis]) / (point[axis] - before[axis])
          return [before[0] + (point[0] - before[0]) * part, before[1] + (point[1] - before[1]) * part]
        }
        if (isIn(point)) return isIn(before) ? [point] : [crossing(), point]
        return isIn(before) ? [crossing()] : []
      })
    }
  return points
}

/** The stretches of a line that are seen, each with the point before and after it. */
function clippedLines(line: Point[]): Point[][] {
  const isIn = ([x, y]: Point) => x >= least[0] && x <= most[0] && y >= least[1] && y <= most[1]
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

/** Names of towns, the greatest first; none on another, or on the pin. */
function names(
  towns: Town[],
  at: (lon: number, lat: number) => Point,
  colours: (typeof palettes)["light" | "dark"],
): string {
  const taken: [number, number, number, number][] = [
    [size.width / 2 - 24, size.height / 2 - 52, size.width / 2 + 24, size.height / 2 + 6],
  ]
  const shown: string[] = []
  for (const { name, size: people, lon, lat } of towns) {
    if (shown.length === 14) break
    const [x, spot] = at(lon, lat)
    const letter = people > 200 ? 17 : people > 60 ? 14.5 : 13
    // The town that the pin stands in has its name below it.
    const isUnderPin = Math.abs(x - size.width / 2) < 40 && Math.abs(spot - size.height / 2) < 40
    const y = isUnderPin ? size.height / 2 + letter + 8 : spot
    const half = (name.length * letter * 0.56) / 2 + 6
    const box: [number, number, number, number] = [x - half, y - letter, x + half, y + letter]
    if (box[0] < 4 || box[2] > size.width - 4 || box[1] < 4 || box[3] > size.height - 4) continue
    if (taken.some(([a, b, c, d]) => box[0] < c && box[2] > a && box[1] < d && box[3] > b)) continue
    taken.push(box)
    shown.push(
      `<text x="${x.toFixed(0)}" y="${(y + letter / 3).toFixed(0)}" font-size="${letter}">${escaped(name)}</text>`,
    )
  }
  return `<g fill="${colours.label}" stroke="${colours.land}" stroke-width="3" paint-order="stroke" stroke-linejoin="round" font-family="Helvetica Neue, Arial, sans-serif" font-weight="500" text-anchor="middle">${shown.join("")}</g>`
}

function escaped(text: string) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
}

/** The lamp on its stand. */
function pin({ mark, land }: (typeof palettes)["light" | "dark"]): string {
  const [x, y] = [size.width / 2, size.height / 2]
  return `<path d="M${x} ${y}v-22" stroke="${mark}" stroke-width="4"/><circle cx="${x}" cy="${y - 32}" r="13" fill="${mark}" stroke="${land}" stroke-width="3"/>`
}
