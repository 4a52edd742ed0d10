import type { ReactNode } from "react"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"

type Way = { to: string; label: string }
type NothingOfOnesProps = {
  rel: "followed" | "managed"
  title: string
  children: ReactNode
  /** Where there is something to follow. */
  find: Way
  /** Where one makes something to manage. */
  make: Way
}

/** Nothing of what one follows, or manages: how something comes here. */
export function NothingOfOnes({ rel, title, children, find, make }: NothingOfOnesProps) {
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
