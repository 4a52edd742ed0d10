import type { CSSProperties } from "react"
import type { InkName } from "./inks.ts"

/** Shows a square of ink, always beside the name of the category. */
export function Swatch({ ink }: { ink: InkName }) {
  return <span className="sw" style={{ "--ink": `var(--ink-${ink})` } as CSSProperties} />
}
