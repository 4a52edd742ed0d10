import { type RefObject, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "../button.tsx"
import { X } from "../icons.tsx"
import { messageIcons } from "../note.tsx"
import { useClearOfPress } from "./clear-of-press.ts"
import { dismiss, dismissAll, mostShown, type Notification } from "./notifications.ts"

export type ToastsProps = {
  /** The element that contains the toasts. */
  region: RefObject<HTMLElement | null>
  /** The control that was pressed last outside of it. */
  pressed: RefObject<Element | null>
  all: readonly Notification[]
}

/** Shows the newest toasts, without covering the pressed control. */
export default function Toasts({ region, pressed, all }: ToastsProps) {
  const t = useMessages()
  useClearOfPress(region, pressed)
  return (
    <>
      {all.slice(-mostShown).map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
      {all.length > mostShown && <Button onClick={dismissAll}>{t("ui.close_all")}</Button>}
    </>
  )
}

/** Shows one toast. An error interrupts a screen reader, the others wait. */
export function Toast({ notice }: { notice: Notification }) {
  const t = useMessages()
  const Mark = messageIcons[notice.type]
  // The focus before the toast appeared, which is restored when it is closed; on another page by then, its title.
  const [origin] = useState(() => document.activeElement)
  const close = () => {
    focusOn(origin?.isConnected && origin !== document.body ? origin : document.querySelector("main h1"))
    dismiss(notice.id)
  }
  return (
    <div className={`toast toast--${notice.type}`} role={notice.type === "error" ? "alert" : "status"}>
      <Mark />
      <div>
        <p>{notice.message}</p>
        {notice.action && (
          <Button
            onClick={() => {
              notice.action?.run()
              close()
            }}
          >
            {notice.action.label}
          </Button>
        )}
      </div>
      <Button kind="bare" icon={X} iconOnly onClick={close}>
        {t("ui.close")}
      </Button>
    </div>
  )
}

function focusOn(place: Element | null) {
  if (!(place instanceof HTMLElement)) return
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
}
