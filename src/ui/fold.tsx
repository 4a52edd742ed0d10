import type { ReactNode } from "react"

type FoldProps = {
  id?: string
  /** The giant sign in the margin: a day, a letter, a year. */
  sign: ReactNode
  /** The full words, for those who do not see the margin: « Aujourd’hui, vendredi 21 novembre ». */
  title: ReactNode
  /** Small, under the sign. */
  label?: ReactNode
  /** Of its heading: 3 within a part that has one of its own. */
  level?: 2 | 3
  children: ReactNode
}

/** A giant sign in the margin, then rows. */
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

/** The giant sign alone. Decorative: a heading beside it says it in words. */
export function Glyph({ children }: { children: ReactNode }) {
  return (
    <p className="glyph" aria-hidden="true">
      {children}
    </p>
  )
}
