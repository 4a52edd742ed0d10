import type { ReactNode } from "react"

type EmptyProps = {
  /** One line that ends with a full stop: « Relâche. » */
  title: ReactNode
  children?: ReactNode
  /** One link or button to go on. */
  action?: ReactNode
  level?: 2 | 3
}

/** Shown where a list is empty: one line, one sentence, one action. */
export function Empty({ title, children, action, level }: EmptyProps) {
  const Title = level ? (`h${level}` as const) : "p"
  return (
    <div className="empty">
      <Title className="d2">{title}</Title>
      {children && <p className="t2">{children}</p>}
      {action && <div className="bar">{action}</div>}
    </div>
  )
}
