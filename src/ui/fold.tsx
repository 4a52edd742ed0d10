import type { ReactNode } from "react"

type FoldProps = {
  id?: string
  /** The large sign in the margin: a day, a letter, a year. */
  sign: ReactNode
  /** The full heading, for people who do not see the margin: « Aujourd’hui, vendredi 21 novembre ». */
  title: ReactNode
  /** Small text under the sign. */
  label?: ReactNode
  /** Level of the heading: 3 within a part that has a heading of its own. */
  level?: 2 | 3
  children: ReactNode
}

/** A large sign in the margin, and rows beside it. */
export function Fold({ id, sign, title, label, level = 2, children }: FoldProps) {
  const Heading = `h${level}` as "h2"
  return (
    <section className="fold" id={id}>
      <header className="fold__side">
        <Heading className="vh">{title}</Heading>
        <Glyph>{sign}</Glyph>
        {label && (
          <div className="lab" aria-hidden="true">
            {label}
          </div>
        )}
      </header>
      <div className="fold__body">{children}</div>
    </section>
  )
}

/** The large sign alone. It is decorative: a heading beside it has the words. */
export function Glyph({ children }: { children: ReactNode }) {
  return (
    <p className="glyph" aria-hidden="true">
      {children}
    </p>
  )
}
