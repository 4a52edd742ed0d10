import type { ReactNode } from "react"

const board = "oklch(0.1 0.006 55)"
const dark = "oklch(0.13 0.01 50)"

type StageProps = {
  children: ReactNode
  /** Whether the lamp stands on it and is on, as when a visitor is expected. */
  isLit?: boolean
}

/** An empty stage, seen from the last row. It is dark in both modes: `dark` applies the dark tokens. */
export function Stage({ children, isLit = false }: StageProps) {
  return (
    <section className="stage dark">
      <StageArt isLit={isLit} />
      {children}
    </section>
  )
}

function StageArt({ isLit }: { isLit: boolean }) {
  const { horizon, centre } = isLit ? { horizon: 716, centre: 736 } : { horizon: 590, centre: 800 }
  return (
    <svg className="stage__art" viewBox="0 0 1600 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="stage-pleat">
          <stop offset="0" stopColor="oklch(0.42 0.13 27)" stopOpacity="0" />
          <stop offset=".5" stopColor="oklch(0.5 0.17 27)" />
          <stop offset="1" stopColor="oklch(0.3 0.1 27)" stopOpacity="0" />
        </linearGradient>
        {isLit && <LightGradients />}
        {rows.map(({ id, light }) => (
          <linearGradient key={id} id={id} x2="0" y2="1">
            <stop offset="0" stopColor={light} />
            <stop offset="1" stopColor={dark} />
          </linearGradient>
        ))}
      </defs>
      <rect width="1600" height="900" fill="oklch(0.145 0.008 55)" />
      <rect y={horizon} width="1600" height={900 - horizon} fill="oklch(0.175 0.012 55)" />
      <path d={boardsFrom(centre, horizon)} stroke={board} strokeWidth="2" />
      {pleats.map(({ x, width, opacity }) => (
        <rect key={x} x={x} y="-10" width={width} height={horizon + 14} fill="url(#stage-pleat)" opacity={opacity} />
      ))}
      {isLit && <StandingLamp />}
      {rows.map(({ id, path }) => (
        <path key={id} d={path} fill={`url(#${id})`} />
      ))}
    </svg>
  )
}

function LightGradients() {
  return (
    <>
      <radialGradient id="stage-halo" cx="736" cy="330" r="620" gradientUnits="userSpaceOnUse">
        <stop offset="0" stopColor="oklch(0.905 0.158 99)" stopOpacity=".62" />
        <stop offset=".1" stopColor="oklch(0.85 0.15 92)" stopOpacity=".3" />
        <stop offset=".4" stopColor="oklch(0.7 0.12 85)" stopOpacity=".1" />
        <stop offset="1" stopColor="oklch(0.5 0.1 80)" stopOpacity="0" />
      </radialGradient>
      <radialGradient
        id="stage-floor"
        cx="736"
        cy="730"
        r="560"
        gradientTransform="translate(0 555) scale(1 .24)"
        gradientUnits="userSpaceOnUse"
      >
        <stop offset="0" stopColor="oklch(0.9 0.15 96)" stopOpacity=".5" />
        <stop offset=".5" stopColor="oklch(0.75 0.12 88)" stopOpacity=".14" />
        <stop offset="1" stopColor="oklch(0.6 0.1 85)" stopOpacity="0" />
      </radialGradient>
    </>
  )
}

/** The ghost light: a bulb in its cage, on a stand. */
function StandingLamp() {
  return (
    <>
      <rect width="1600" height="900" fill="url(#stage-halo)" />
      <rect y="560" width="1600" height="340" fill="url(#stage-floor)" />
      <path d="M736 372V742" stroke="oklch(0.08 0.005 60)" strokeWidth="9" />
      <path d="M678 748h116l-14-12h-88z" fill="oklch(0.08 0.005 60)" />
      <circle cx="736" cy="330" r="40" fill="oklch(0.96 0.1 100)" />
      <g fill="none" stroke="oklch(0.1 0.006 60)" strokeWidth="4">
        <ellipse cx="736" cy="330" rx="54" ry="58" />
        <ellipse cx="736" cy="330" rx="22" ry="58" />
        <path d="M684 312h104M684 348h104" />
      </g>
      <path d="M716 384h40v22h-40z" fill="oklch(0.08 0.005 60)" />
    </>
  )
}

function boardsFrom(x: number, y: number) {
  return Array.from({ length: 13 }, (_, at) => `M${x + (at - 6) * 46} ${y}L${x + (at - 6) * 240} 900`).join("")
}

// Cloth never hangs evenly: the widths and shades look random, but are the same each time.
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
