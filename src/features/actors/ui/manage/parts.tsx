import type { ReactNode } from "react"

type PanelPartProps = { title: string; label?: string; id?: string; children: ReactNode }

/** A title in the margin, then what it is about. */
export function PanelPart({ title, label, id, children }: PanelPartProps) {
  return (
    <section className="fold" id={id}>
      <header className="fold__side">
        <h2 className="d2">{title}</h2>
        {label && <p className="lab">{label}</p>}
      </header>
      <div className="fold__body amanage__body">{children}</div>
    </section>
  )
}
