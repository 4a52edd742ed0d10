import { classes } from "#ui/classes.ts"

/** The lamp of the logo: the bare light that is left on an empty stage. */
export function Lamp({ className }: { className?: string }) {
  return (
    <svg className={classes("brand__lamp", className)} viewBox="0 0 22 36" aria-hidden="true">
      <circle className="bulb" cx="11" cy="9" r="8" />
      <path className="stand" d="M11 19v14M3.5 34h15" />
    </svg>
  )
}
