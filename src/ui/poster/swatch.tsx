import type { CSSProperties } from "react"
import type { InkName } from "./inks.ts"

/** A square of ink, always beside its written category. */
export function Swatch({ ink }: { ink: InkName }) {
  return <span className="sw" style={{ "--ink": `var(--ink-${ink})` } as CSSProperties} />
}
