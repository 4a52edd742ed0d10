import type { ReactNode } from "react"

/** One part of the kit: its name, and its states one under the other. */
export function Spec({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="spec">
      <h2 className="lab t3">{title}</h2>
      <div className="spec__stack">{children}</div>
    </section>
  )
}
