import type { ReactNode } from "react"

type EmptyProps = {
  /** One line, which ends with a full stop: « Relâche. » */
  title: ReactNode
  children?: ReactNode
  /** One way out. */
  action?: ReactNode
  level?: 2 | 3
}

/** Nothing here: one line, one sentence, one way out. */
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
