// The ten figures, drawn in 300 × 400. Colours are letters: A figure ink, B third ink, G ground, K black. K is never under text:
// it stays out of the corners with date and time, and of the title's half.

export type FigureSetting = {
  /** Whether the title is at the top. */
  top: boolean
  /** Day of the month, as written. */
  day: string
}
type Draw = (random: () => number, setting: FigureSetting) => string

export const posterWidth = 300
export const posterHeight = 400
const W = posterWidth
const H = posterHeight
const n = (value: number) => Number(value.toFixed(1))

/** Draws a closed polygon with relative coordinates: a third shorter than with absolute ones. */
function outline(points: readonly (readonly [number, number])[]): string {
  const short = (tenths: number) => String(tenths / 10).replace(/^(-?)0\./, "$1.")
  const [[x, y] = [0, 0], ...rest] = points.map(([x, y]) => [Math.round(x * 10), Math.round(y * 10)] as const)
  let d = `m${short(x)} ${short(y)}`
  let before = [x, y] as const
  for (const point of rest) {
    for (const step of [point[0] - before[0], point[1] - before[1]]) d += `${step < 0 ? "" : " "}${short(step)}`
    before = point
  }
  return `${d}z`
}

/** A spotlight and its pool of light. */
const spot: Draw = (r) => {
  const x = 130 + r() * 60
  const radius = 118 + r() * 62
  const y = 70 + radius
  const aside = (r() < 0.5 ? -1 : 1) * (60 + r() * 60)
  return (
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="A"/>` +
    `<circle cx="${n(x + aside)}" cy="${n(y + radius * 0.55)}" r="${n(radius * 0.62)}" fill="B"/>` +
    `<path d="M${n(x)} 0V${n(y - radius)}" stroke="K" stroke-width="4"/>` +
    `<circle cx="${n(x)}" cy="${n(y - radius)}" r="12" fill="K"/>`
  )
}

/** A moving curtain. */
const curtain: Draw = (r) => {
  const phase = r() * 6
  const frequency = 0.32 + r() * 0.3
  const lift = 230 + r() * 90
  let out = ""
  let x = -6
  for (let i = 0; x < W + 10; i++) {
    const swell = 0.5 + 0.5 * Math.sin(phase + i * frequency)
    const w = 9 + 17 * swell
    const y = lift + 48 * Math.sin(phase * 1.7 + i * 0.42)
    out += `<path d="M${n(x)} -2h${n(w)}V${n(y)}a${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(-w)} 0z" fill="${i % 4 === 2 ? "B" : "A"}"/>`
    x += w + 5 + 6 * (1 - swell)
  }
  return out
}

/** Tiers of seats. */
const tiers: Draw = (r, { top }) => {
  const cx = [0, W, W / 2][Math.floor(r() * 3)] ?? 0
  const cy = top ? H + 6 : -6
  const step = 36 + r() * 8
  let out = ""
  for (let i = 8; i >= 1; i--) {
    const black = i === 4 && !top && cx !== W / 2
    out += `<circle cx="${cx}" cy="${cy}" r="${n(i * step + 14)}" fill="none" stroke="${black ? "K" : i % 3 === 0 ? "B" : "A"}" stroke-width="${n(9 + ((i * 7) % 5) * 4)}"/>`
  }
  return out
}

/** Light beams hung from a batten. */
const beams: Draw = (r) => {
  const count = 3 + Math.floor(r() * 3)
  const y = 44
  const at = (i: number) => 30 + (i + 0.5) * (240 / count)
  let out = ""
  for (let i = 0; i < count; i++) {
    const aim = W * r()
    const spread = 50 + 60 * r()
    out += `<path d="M${n(at(i) - 9)} ${y}h18L${n(aim + spread)} ${H}H${n(aim - spread)}z" fill="${i % 2 ? "B" : "A"}"/>`
  }
  out += `<path d="M0 ${y}h${W}" stroke="K" stroke-width="4"/>`
  for (let i = 0; i < count; i++) out += `<path d="M${n(at(i) - 14)} ${y}h28v12a14 14 0 0 1-28 0z" fill="K"/>`
  return out
}

/** The proscenium, in perspective. */
const frame: Draw = (r, { top }) => {
  const vx = 70 + r() * 160
  const vy = top ? 300 + r() * 40 : 92 + r() * 30
  return ["G", "A", "G", "B", "G", "A", "K"]
    .map((colour, i) => {
      const a = (i / 7) * 0.94
      return `<path d="M${n(vx * a)} ${n(vy * a)}H${n(W - (W - vx) * a)}V${n(H - (H - vy) * a)}H${n(vx * a)}z" fill="${colour}"/>`
    })
    .join("")
}

/** A sustained note. */
const wave: Draw = (r) => {
  const centre = 0.25 + r() * 0.5
  const amplitude = 15 + r() * 9
  const rows = 15
  const phase = r() * 6
  let out = ""
  for (let i = 0; i < rows; i++) {
    const y = 16 + (i * (H - 20)) / rows
    const points: [number, number][] = [[-6, y]]
    const back: typeof points = []
    for (let x = -6; x <= W + 9; x += 15) {
      const bell = Math.exp(-(((x / W - centre) * 3.1) ** 2))
      const lift = amplitude * bell * Math.sin(x / 22 + phase + i * 0.55)
      const thickness = 1.8 + 9.4 * bell
      points.push([x, y + lift - thickness])
      back.unshift([x, y + lift + thickness])
    }
    out += `<path d="${outline([...points, ...back])}" fill="${i % 5 === 2 ? "B" : "A"}"/>`
  }
  return out
}

/** The seats of the house; one is lit. */
const seats: Draw = (r, { top }) => {
  const columns = 6
  const rows = 8
  const dx = W / columns
  const dy = H / rows
  const staggered = r() < 0.5
  const lit = (top ? 5 : 2) * columns + 1 + Math.floor(r() * 4)
  let out = ""
  for (let j = 0; j < rows; j++) {
    for (let i = -1; i < columns + 1; i++) {
      const x = (i + 0.5) * dx + (staggered && j % 2 ? dx / 2 : 0)
      const y = (j + 0.5) * dy
      const q = r()
      if (x < -20 || x > W + 20) continue
      if (j * columns + i === lit) out += `<circle cx="${n(x)}" cy="${n(y)}" r="24" fill="K"/>`
      else if (q < 0.66)
        out += `<circle cx="${n(x)}" cy="${n(y)}" r="${q < 0.14 ? 11 : 20}" fill="${q > 0.5 ? "B" : "A"}"/>`
    }
  }
  return out
}

/** Stairs, court side or garden side, and a moon. */
const stairs: Draw = (r) => {
  const steps = 6
  const left = r() < 0.5
  const w = W / steps
  let out = ""
  for (let i = 0; i < steps; i++) {
    const h = (i + 1) * ((H * 0.76) / steps) + r() * 14
    const x = left ? i * w : W - (i + 1) * w
    out += `<path d="M${n(x)} ${H}v${n(-h)}h${n(w + 0.4)}V${H}z" fill="${i % 2 ? "B" : "A"}"/>`
  }
  return `${out}<circle cx="${left ? 78 : 222}" cy="96" r="46" fill="K"/>`
}

/** Quarter circles. */
const tiles: Draw = (r, { top }) => {
  const t = 100
  let out = ""
  for (let j = 0; j < 4; j++) {
    for (let i = 0; i < 3; i++) {
      const x = i * t
      const y = j * t
      const turn = Math.floor(r() * 4)
      const safe = j === (top ? 2 : 1)
      const colour = ["A", "A", "B", "A", safe ? "K" : "B"][Math.floor(r() * 5)] ?? "A"
      const second = colour === "B" ? "A" : "B"
      const skipped = r() < 0.14
      const inner = r() < 0.5
      const corners = [
        [x, y, 1, 1],
        [x + t, y, -1, 1],
        [x + t, y + t, -1, -1],
        [x, y + t, 1, -1],
      ] as const
      const [px, py, sx, sy] = corners[turn] ?? corners[0]
      const quarter = (radius: number, fill: string) =>
        `<path d="M${px} ${py}h${sx * radius}A${radius} ${radius} 0 0 ${sx * sy > 0 ? 1 : 0} ${px} ${py + sy * radius}z" fill="${fill}"/>`
      if (!skipped) out += quarter(t, colour) + (inner ? quarter(t * 0.5, second) : "")
    }
  }
  return out
}

/** The date itself. Its number is a text, placed by `dayNumber`. */
const day: Draw = (r, setting) => {
  const { text, y, size } = dayNumber(setting.day)
  const up = r() < 0.5
  return (
    `<path d="M0 ${up ? 0 : 200}h${W}v200H0z" fill="B"/>` +
    `<text x="${W / 2}" y="${y}" text-anchor="middle" font-size="${size}" font-family="var(--font-poster)" letter-spacing="-10" fill="A">${text}</text>`
  )
}

/** Returns the number of the figure "day", with its position and size. */
export function dayNumber(date: string): { text: string; y: number; size: number } {
  const text = /\d{1,2}/.exec(date)?.[0] ?? "?"
  return text.length < 2 ? { text, y: 352, size: 430 } : { text, y: 330, size: 372 }
}

export const figures = { spot, curtain, tiers, beams, frame, wave, seats, stairs, tiles, day }
export type FigureName = keyof typeof figures
export const figureNames = Object.keys(figures) as FigureName[]

/** Figures whose title is always at the foot. */
export const lowFigures: ReadonlySet<FigureName> = new Set(["beams", "stairs", "spot", "curtain", "day"])

/** Height of the title (in cqw) for figures with much black, so that the title never stands on it. */
export const titleHeight: Partial<Record<FigureName, number>> = { tiles: 53, tiers: 54, frame: 60 }
