import type { ReactNode } from "react"
import { classes } from "../classes.ts"

type PanelPartProps = { title: string; label?: string; id?: string; className?: string; children: ReactNode }

/** A title in the margin and its content; `className` applies to the content. */
export function PanelPart({ title, label, id, className, children }: PanelPartProps) {
  return (
    <section className="fold" id={id}>
      <header className="fold__side">
        <h2 className="d2">{title}</h2>
        {label && <p className="lab">{label}</p>}
      </header>
      <div className={classes("fold__body", className)}>{children}</div>
    </section>
  )
}
