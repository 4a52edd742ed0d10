import type { ReactNode } from "react"
import { classes } from "#ui/classes.ts"

type PlotProps = { title: string; size?: "wide" | "half"; children: ReactNode }

/** One figure of the overview: its title gives the numbers in words, the drawing below repeats them. */
export function Plot({ title, size, children }: PlotProps) {
  return (
    <section className={classes("plot", size && `plot--${size}`)}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

type KeysProps = { keys: readonly { name: string; words: string; colour?: string }[]; children?: ReactNode }

/** The legend of a drawing: its colours, with the number for each. */
export function Legend({ keys, children }: KeysProps) {
  return (
    <ul className="keys num">
      {children && <li className="t3">{children}</li>}
      {keys.map(({ name, words, colour }) => (
        <li key={name}>
          <span className="sw" aria-hidden="true" style={{ background: colour ?? "transparent" }} />
          {words}
        </li>
      ))}
    </ul>
  )
}

type FiguresProps = {
  summary: string
  caption: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** The numbers behind a drawing as a table, folded below it. */
export function Figures({ summary, caption, columns, rows }: FiguresProps) {
  return (
    <details className="plot__figures">
      <summary>{summary}</summary>
      <table className="table num">
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = "", ...others]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {others.map((value, at) => (
                <td key={columns[at + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
