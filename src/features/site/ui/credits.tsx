import "./about.css"
export type Credit = { label: string; value: string; href?: string }
type CreditsProps = { id?: string; sign: string; title: string; children: readonly (Credit | false | "" | undefined)[] }

/** A table like the credits in a theatre programme: label, dots, value. */
export function Credits({ id, sign, title, children }: CreditsProps) {
  return (
    <section className="fold" id={id}>
      <header className="fold__side fold__side--small">
        <p className="glyph" aria-hidden="true">
          {sign}
        </p>
        <h2 className="lab">{title}</h2>
      </header>
      <div className="fold__body">
        <ul className="credits">
          {children
            .filter((credit) => Boolean(credit))
            .map((credit) => (
              <Line key={(credit as Credit).label} {...(credit as Credit)} />
            ))}
        </ul>
      </div>
    </section>
  )
}

function Line({ label, value, href }: Credit) {
  return (
    <li>
      <span>{label}</span>
      <strong>{href ? <a href={href}>{value}</a> : value}</strong>
    </li>
  )
}
