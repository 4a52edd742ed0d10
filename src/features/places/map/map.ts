/** `west, south, east, north` in degrees; west > east crosses the date line. */
export type Box = [west: number, south: number, east: number, north: number]

/** What the map can show. */
export const mapSubjects = ["events", "actors"] as const
export type MapSubject = (typeof mapSubjects)[number]

/** Counting a square ends here: `count` is then the least there are. */
export const countedTo = 100

/** The squares of an answer at most. */
const mostCells = 480
/** The finest squares: twenty halvings, some 20 m. */
const finest = 20
/** Bits of a square's number: two for each halving. */
export const cellBits = 2 * finest

/** Squares of one size over a box: a number of halvings, and where each begins in the order of the index (map_cell). */
export type Grid = { level: number; cells: { from: bigint; to: bigint }[] }

/** The squares that hold a box at a zoom: 64 pixels wide each, wider where that were too many. */
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

/** A box is looked up in so many squares at most: more are nearer to its shape, and each costs a look into the index. */
const mostStretches = 16

/** The stretches of the index (map_cell) that hold a box, with a little of what is around it; in their order. */
export function stretchesOver(box: Box): { from: bigint; to: bigint }[] {
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

/** The finest squares, of a level at most, of which no more than so many hold a box. */
function finestOver(box: Box, most: number, atMost = finest) {
  const [west, south, east, north] = box
  // However much is asked for: squares are listed once there are few of them.
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

/** Bits of the column and of the row in turn (Morton's order), as map_cell does in the database. */
function interleaved(column: number, row: number): bigint {
  let [cell, x, y] = [0n, BigInt(column), BigInt(row)]
  for (let bit = 0n; x > 0n || y > 0n; bit += 2n) {
    cell |= ((x & 1n) << bit) | ((y & 1n) << (bit + 1n))
    x >>= 1n
    y >>= 1n
  }
  return cell
}

/** What was found in a square. */
export type Found = {
  count: number
  lat: number
  lon: number
  /** All of it stands at one spot. */
  is_spot: boolean
  category: string | null
  /** Of one thing its id; of several the least. */
  id: number
  /** The page of the house they are all at. */
  place: string | null
}

/** Pixels within which two markers would stand on each other. */
const apart = 40

/** Marks that would cover each other become one, which stands where most of them are. */
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
  mark.count = Math.min(countedTo, mark.count + other.count)
}

/** A mark of the map, as the API tells it. */
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
