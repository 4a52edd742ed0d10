import type { ReactNode } from "react"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"

type Way = { to: string; label: string }
type EmptyRelationProps = {
  rel: "followed" | "managed"
  title: string
  children: ReactNode
  /** Link to a list of what can be followed. */
  find: Way
  /** Link to create something to manage. */
  make: Way
}

/** Shown when the viewer follows or manages nothing: explains how to start. */
export function EmptyRelation({ rel, title, children, find, make }: EmptyRelationProps) {
  return (
    <Empty
      level={2}
      title={title}
      action={
        rel === "followed" ? (
          <ButtonLink to={find.to}>{find.label}</ButtonLink>
        ) : (
          <ButtonLink kind="main" to={make.to}>
            {make.label}
          </ButtonLink>
        )
      }
    >
      {children}
    </Empty>
  )
}
