import type { ReactNode } from "react"

/** One component of the kit: its name, and its states one below the other. */
export function Spec({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="spec">
      <h2 className="lab t3">{title}</h2>
      <div className="spec__stack">{children}</div>
    </section>
  )
}
