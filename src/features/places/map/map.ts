/** A box in degrees: `west, south, east, north`; west > east crosses the date line. */
export type Box = [west: number, south: number, east: number, north: number]

/** The kinds of entries a map can show. */
export const mapSubjects = ["events", "actors"] as const
export type MapSubject = (typeof mapSubjects)[number]

/** Where counting the entries of a square ends: `count` is then a minimum. */
export const largestCount = 100

/** Most squares in an answer. */
const mostCells = 480
/** Level of the finest squares: twenty halvings, some 20 m. */
const finest = 20
/** Bits of a square's number: two for each halving. */
export const cellBits = 2 * finest

/** Squares of one size over a box: the number of halvings, and the range of each in the order of the index (map_cell). */
export type Grid = { level: number; cells: { from: bigint; to: bigint }[] }

/** Returns the squares that cover a box at a zoom: 64 pixels wide each, wider where there would be too many. */
export function gridOver(box: Box, zoom: number): Grid {
  const grid = finestOver(box, mostCells, Math.max(1, Math.min(finest, Math.floor(zoom) + 3)))
  const shift = BigInt(2 * (finest - grid.level))
  const cells = grid.rows.flatMap((row) =>
    grid.columns.map((column) => {
      const at = interleaved(column, row)
      return { from: at << shift, to: (at + 1n) << shift }
    }),
  )
  return { level: grid.level, cells }
}

/** Most squares for looking up a box: more would fit its shape better, but each costs a look-up in the index. */
const mostStretches = 16

/** Returns the ranges of the index (map_cell) that cover a box with a small margin, in order. */
export function rangesOver(box: Box): { from: bigint; to: bigint }[] {
  const { columns, rows, level } = finestOver(box, mostStretches)
  const shift = BigInt(2 * (finest - level))
  const cells = rows.flatMap((row) => columns.map((column) => interleaved(column, row)))
  const stretches: { from: bigint; to: bigint }[] = []
  for (const cell of cells.toSorted((one, other) => (one < other ? -1 : 1))) {
    const [from, to] = [cell << shift, (cell + 1n) << shift]
    const last = stretches.at(-1)
    if (last?.to === from) last.to = to
    else stretches.push({ from, to })
  }
  return stretches
}

/** Returns the finest squares, up to a level, of which at most this number cover a box. */
function finestOver(box: Box, most: number, atMost = finest) {
  const [west, south, east, north] = box
  // The level is estimated first, so that squares are only listed once there are few of them.
  const width = west <= east ? east - west : east - west + 360
  const fits = (size: number, whole: number) => Math.floor(Math.log2((most * whole) / Math.max(size, 1e-9)))
  for (let level = Math.max(0, Math.min(atMost, fits(width, 360), fits(north - south, 180))); ; level--) {
    const { columns, rows } = spanned(box, level)
    if (level === 0 || columns.length * rows.length <= most) return { level, columns, rows }
  }
}

function spanned([west, south, east, north]: Box, level: number) {
  const size = 2 ** level
  const column = (lon: number) => Math.min(size - 1, Math.floor(((lon + 180) / 360) * size))
  const row = (lat: number) => Math.min(size - 1, Math.floor(((lat + 90) / 180) * size))
  const [first, last] = [column(west), column(east)]
  const columns =
    west <= east
      ? range(first, last)
      : first <= last
        ? range(0, size - 1)
        : [...range(first, size - 1), ...range(0, last)]
  return { columns, rows: range(row(south), row(north)) }
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** Interleaves the bits of column and row (Morton order), as map_cell does in the database. */
function interleaved(column: number, row: number): bigint {
  let [cell, x, y] = [0n, BigInt(column), BigInt(row)]
  for (let bit = 0n; x > 0n || y > 0n; bit += 2n) {
    cell |= ((x & 1n) << bit) | ((y & 1n) << (bit + 1n))
    x >>= 1n
    y >>= 1n
  }
  return cell
}

/** The entries found in a square. */
export type Found = {
  count: number
  lat: number
  lon: number
  /** Whether all entries stand at the same spot. */
  is_spot: boolean
  category: string | null
  /** The id of a single entry; the lowest id of several. */
  id: number
  /** The fid of the place's page, where all entries are at that place. */
  place: string | null
}

/** Distance in pixels within which two markers would overlap. */
const apart = 40

/** Merges marks that would overlap into one, placed where most of their entries are. */
export function declutter(found: readonly Found[], zoom: number): Found[] {
  const pixels = (512 * 2 ** zoom) / 360
  const marks: Found[] = []
  const byColumn = new Map<string, Found[]>()
  const columnOf = ({ lat, lon }: Found, dx: number, dy: number) =>
    `${Math.floor((lon * pixels) / apart) + dx} ${Math.floor((lat * pixels) / apart) + dy}`
  for (const one of found.toSorted((a, b) => b.count - a.count || a.id - b.id)) {
    const around = [-1, 0, 1].flatMap((dx) =>
      [-2, -1, 0, 1, 2].flatMap((dy) => byColumn.get(columnOf(one, dx, dy)) ?? []),
    )
    const covered = around.find((mark) => isCovered(mark, one, pixels))
    if (covered) {
      join(covered, one)
      continue
    }
    const mark = { ...one }
    marks.push(mark)
    const key = columnOf(mark, 0, 0)
    byColumn.set(key, [...(byColumn.get(key) ?? []), mark])
  }
  return marks
}

function isCovered(mark: Found, other: Found, pixels: number) {
  const stretch = 1 / Math.max(0.05, Math.cos((mark.lat * Math.PI) / 180))
  return Math.abs(mark.lon - other.lon) * pixels < apart && Math.abs(mark.lat - other.lat) * pixels * stretch < apart
}

function join(mark: Found, other: Found) {
  mark.is_spot = mark.is_spot && other.is_spot && mark.lat === other.lat && mark.lon === other.lon
  if (!mark.is_spot || mark.place !== other.place) mark.place = null
  if (mark.category !== other.category) mark.category = null
  mark.id = Math.min(mark.id, other.id)
  mark.count = Math.min(largestCount, mark.count + other.count)
}

/** A mark of the map, as the API represents it. */
export type Mark = {
  type: "cluster" | "event" | "actor"
  id: string
  lat: number
  lon: number
  count: number
  category: string | null
  is_spot: boolean
  name?: string | undefined
  start?: string | undefined
}
