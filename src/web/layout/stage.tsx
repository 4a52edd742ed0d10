import type { ReactNode } from "react"

const board = "oklch(0.1 0.006 55)"
const dark = "oklch(0.13 0.01 50)"

/** An empty stage, seen from the last row. Always dark, in both modes: `dark` brings the tokens of the dark house. */
export function Stage({ children }: { children: ReactNode }) {
  return (
    <section className="stage dark">
      <StageArt />
      {children}
    </section>
  )
}

function StageArt() {
  return (
    <svg className="stage__art" viewBox="0 0 1600 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="stage-pleat">
          <stop offset="0" stopColor="oklch(0.42 0.13 27)" stopOpacity="0" />
          <stop offset=".5" stopColor="oklch(0.5 0.17 27)" />
          <stop offset="1" stopColor="oklch(0.3 0.1 27)" stopOpacity="0" />
        </linearGradient>
        {rows.map(({ id, light }) => (
          <linearGradient key={id} id={id} x2="0" y2="1">
            <stop offset="0" stopColor={light} />
            <stop offset="1" stopColor={dark} />
          </linearGradient>
        ))}
      </defs>
      <rect width="1600" height="900" fill="oklch(0.145 0.008 55)" />
      <rect y="590" width="1600" height="310" fill="oklch(0.175 0.012 55)" />
      <path d={boards} stroke={board} strokeWidth="2" />
      {pleats.map(({ x, width, opacity }) => (
        <rect key={x} x={x} y="-10" width={width} height="604" fill="url(#stage-pleat)" opacity={opacity} />
      ))}
      {rows.map(({ id, path }) => (
        <path key={id} d={path} fill={`url(#${id})`} />
      ))}
    </svg>
  )
}

const boards = Array.from({ length: 13 }, (_, at) => `M${800 + (at - 6) * 46} 590L${800 + (at - 6) * 240} 900`).join("")

// Cloth never hangs evenly: widths and shades that look like chance and are the same everywhere.
const pleats = Array.from({ length: 30 }, (_, at) => {
  const chance = (at * 0.618_034) % 1
  const shade = (at * 0.754_878 + 0.3) % 1
  const side = at % 15
  return {
    x: at < 15 ? -20 + side * 16 : 1620 - side * 16,
    width: Math.round((7.5 + chance * 7.5) * 10) / 10,
    opacity: Math.round((0.12 + shade * 0.3) * 100) / 100,
  }
})

const rows = [
  { from: -40, step: 69.45, top: 856, width: 62, light: "oklch(0.27 0.06 40)" },
  { from: -62, step: 87.37, top: 900, width: 78, light: "oklch(0.22 0.045 40)" },
  { from: -84, step: 105.25, top: 944, width: 94, light: "oklch(0.17 0.03 40)" },
].map(({ from, step, top, width, light }, at) => ({
  id: `stage-row-${at}`,
  light,
  path: Array.from(
    { length: Math.ceil((1640 - from) / step) },
    (_, seat) => `M${Math.round(from + seat * step)} 960V${top}a${width / 2} 30 0 0 1 ${width} 0V960z`,
  ).join(""),
}))
