import type { ReactNode } from "react"
import { classes } from "./classes.ts"
import type { Icon } from "./icons.tsx"

export type BadgeTone = "plain" | "int" | "yes" | "no" | "err" | "warn"
type BadgeProps = { children: ReactNode; tone?: BadgeTone; icon?: Icon }

/** Shows a short state in words; colour and icon only repeat it. */
export function Badge({ children, tone = "plain", icon: Mark }: BadgeProps) {
  return (
    <span className={classes("badge", tone !== "plain" && `badge--${tone}`)}>
      {Mark && <Mark />}
      {children}
    </span>
  )
}
