import { createContext, type ReactNode, useContext } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Link } from "#ui/link.tsx"
import { isCurrent, type ScreenName, screens } from "./screens.ts"

/** The path of the present page, without its language. */
export const CurrentPath = createContext("")

type ScreenLinkProps = {
  name: ScreenName
  className?: string | undefined
  "aria-label"?: string
  /** Replaces the screen's name. */
  children?: ReactNode
}

/** A link of the frame, which marks the present page. */
export function ScreenLink({ name, children, ...rest }: ScreenLinkProps) {
  const t = useMessages()
  const inView = useContext(CurrentPath)
  const { path, label } = screens[name]
  const current = isCurrent(name, inView) ? "page" : undefined
  if (path.startsWith("/api/")) {
    return (
      <a href={path} {...rest}>
        {children ?? t(label)}
      </a>
    )
  }
  return (
    <Link to={path} aria-current={current} {...rest}>
      {children ?? t(label)}
    </Link>
  )
}
