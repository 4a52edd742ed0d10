import type { ReactNode } from "react"
import { useHtml } from "#ui/html.ts"
import type { InkName } from "#ui/poster/inks.ts"
import { drawing } from "#ui/poster/poster.ts"
import type { FigureName } from "#ui/poster/poster-figures.ts"
import "./about.css"

type AboutSectionProps = {
  id?: string | undefined
  number: number
  title: string
  lead: string
  children: ReactNode
  /** A figure of the poster generator with its ink; `id` is its random seed. */
  art: { figure: FigureName; ink: InkName; id: string }
}

/** A section with a number in the margin, a text and a drawing. */
export function AboutSection({ id, number, title, lead, children, art }: AboutSectionProps) {
  return (
    <section className="fold" id={id}>
      <header className="fold__side">
        <p className="glyph" aria-hidden="true">
          {number}
        </p>
      </header>
      <div className="fold__body about">
        <div className="about__txt">
          <h2 className="d2">{title}</h2>
          <div className="read">
            <p className="lead">{lead}</p>
            {children}
          </div>
        </div>
        <div className="about__art">
          <svg
            viewBox="0 0 300 300"
            aria-hidden="true"
            style={{ background: `var(--ink-${art.ink})` }}
            // The markup comes from our own pure function and contains no text.
            dangerouslySetInnerHTML={useHtml(drawing(art.figure, art.ink, art.id))}
          />
        </div>
      </div>
    </section>
  )
}
