import type { ReactNode } from "react"
import { CheckCircleFill, type Icon, InfoFill, WarningCircleFill, WarningFill } from "./icons.tsx"

export type MessageType = "default" | "success" | "error" | "warning" | "info"

export const messageIcons: Record<MessageType, Icon> = {
  default: InfoFill,
  info: InfoFill,
  success: CheckCircleFill,
  warning: WarningFill,
  error: WarningCircleFill,
}

type NoteProps = {
  type?: MessageType
  icon?: Icon
  id?: string
  children: ReactNode
  /** A `<Button>` or `<ButtonLink>` that resolves the matter. */
  action?: ReactNode
  role?: "status" | "alert"
}

/** Shows a permanent message inside a page. */
export function Note({ type = "info", icon, id, children, action, role }: NoteProps) {
  const Mark = icon ?? messageIcons[type]
  return (
    <div className={type === "info" || type === "default" ? "note" : `note note--${type}`} id={id} role={role}>
      <Mark />
      <div>{children}</div>
      {action}
    </div>
  )
}
