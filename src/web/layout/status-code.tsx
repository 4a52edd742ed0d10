import { advance } from "#ui/fit.ts"

const size = 440
const lampWidth = 178
const light = "oklch(0.955 0.013 92)"

type Sign = { digit: string; x: number; width: number; isLamp: boolean; isBlown: boolean }

/** Places the digits of a status code: every zero is a lamp, and of several the last is blown. */
export function signsOf(code: string): { signs: Sign[]; width: number } {
  let x = 30
  const last = code.lastIndexOf("0")
  const signs = [...code].map((digit, at) => {
    const isLamp = digit === "0"
    const width = isLamp ? lampWidth : Math.round(advance(digit) * size)
    const sign = { digit, x, width, isLamp, isBlown: isLamp && at === last && code.indexOf("0") !== last }
    x += width
    return sign
  })
  return { signs, width: x + 30 }
}

/** Draws a status code on the empty stage. */
export function StatusCode({ status }: { status: number }) {
  const { signs, width } = signsOf(String(status))
  const lamps = signs.filter(({ isLamp }) => isLamp)
  const digits = signs.filter(({ isLamp }) => !isLamp)
  const first = lamps[0]
  const center = first ? first.x + first.width / 2 : width / 2
  return (
    <svg className="code404" viewBox={`0 0 ${width} 520`} role="img" aria-label={String(status)}>
      <defs>
        <radialGradient id="code-halo" cx={center} cy="190" r="460" gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="oklch(0.905 0.158 99)" stopOpacity=".55" />
          <stop offset=".22" stopColor="oklch(0.8 0.14 92)" stopOpacity=".2" />
          <stop offset="1" stopColor="oklch(0.6 0.1 85)" stopOpacity="0" />
        </radialGradient>
        <radialGradient
          id="code-floor"
          cx={center}
          cy="418"
          r="420"
          gradientTransform="translate(0 330) scale(1 .21)"
          gradientUnits="userSpaceOnUse"
        >
          <stop offset="0" stopColor="oklch(0.9 0.15 96)" stopOpacity=".6" />
          <stop offset="1" stopColor="oklch(0.6 0.1 85)" stopOpacity="0" />
        </radialGradient>
        <radialGradient id="code-lit" cx={center} cy="190" r="330" gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="oklch(0.985 0.03 98)" />
          <stop offset=".55" stopColor="oklch(0.955 0.02 92)" />
          <stop offset="1" stopColor="oklch(0.80 0.03 85)" />
        </radialGradient>
      </defs>
      <rect x="-420" y="-280" width={width + 810} height="900" fill="url(#code-halo)" />
      <rect x="-300" y="330" width={width + 570} height="190" fill="url(#code-floor)" />
      <g fontFamily="var(--font-poster)" letterSpacing="-4" fontSize={size}>
        <g fill="oklch(0.09 0.006 55)" opacity=".75">
          {digits.map(({ digit, x }) => (
            <g
              key={x}
              transform={`translate(${x + 95} 404) skewX(${x < center ? -52 : 52}) scale(1 -.34) translate(${-x - 95} -400)`}
            >
              <text x={x} y="400">
                {digit}
              </text>
            </g>
          ))}
        </g>
        <g fill="url(#code-lit)">
          {digits.map(({ digit, x }) => (
            <text key={x} x={x} y="400">
              {digit}
            </text>
          ))}
        </g>
      </g>
      {lamps.map(({ x, width: wide, isBlown }) => (
        <Bulb key={x} at={x + wide / 2} isBlown={isBlown} />
      ))}
    </svg>
  )
}

function Bulb({ at, isBlown }: { at: number; isBlown: boolean }) {
  return (
    <>
      <path d={`M${at} 250V402M${at - 46} 410h92`} stroke={light} strokeWidth="13" />
      {isBlown ? (
        <>
          <circle cx={at} cy="172" r="81" fill="oklch(0.24 0.02 80)" stroke={light} strokeWidth="6" />
          <path
            d={`M${at - 26} 252v-58l16-22 10 20 10-20 16 22v58`}
            fill="none"
            stroke="oklch(0.80 0.03 85)"
            strokeWidth="4"
            strokeLinejoin="round"
          />
        </>
      ) : (
        <>
          <circle cx={at} cy="172" r="84" fill="oklch(0.955 0.11 100)" />
          <circle cx={at} cy="172" r="84" fill="var(--lamp)" opacity=".55" />
        </>
      )}
    </>
  )
}
