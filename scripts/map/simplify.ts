export type Point = [lon: number, lat: number]

/** Simplifies a line by leaving out points within `tolerance` degrees of it (Douglas–Peucker); both ends stay. */
export function simplified(line: Point[], tolerance: number): Point[] {
  if (line.length < 3) return line
  const stays = new Set([0, line.length - 1])
  const open: [number, number][] = [[0, line.length - 1]]
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part
    let farthest = from
    let most = tolerance
    for (let at = from + 1; at < to; at++) {
      const distance = distanceTo(line[at] as Point, line[from] as Point, line[to] as Point)
      if (distance > most) [farthest, most] = [at, distance]
    }
    if (farthest === from) continue
    stays.add(farthest)
    open.push([from, farthest], [farthest, to])
  }
  return line.filter((_, at) => stays.has(at))
}

function distanceTo([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

/** Returns twice the area of a ring, in square degrees. */
export function areaOf(ring: Point[]): number {
  return Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nx, ny] = ring[(at + 1) % ring.length] as Point
      return sum + x * ny - nx * y
    }, 0),
  )
}
