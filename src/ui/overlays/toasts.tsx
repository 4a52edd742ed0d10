import { type RefObject, useEffect, useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "../button.tsx"
import { useFocusStays } from "../focus-stays.ts"
import { X } from "../icons.tsx"
import { messageIcons } from "../note.tsx"
import { useClearOfPress } from "./clear-of-press.ts"
import { dismiss, dismissAll, mostShown, type Notification } from "./notifications.ts"

export type ToastsProps = {
  /** Where they stand. */
  region: RefObject<HTMLElement | null>
  /** What was pressed last beside them. */
  pressed: RefObject<Element | null>
  all: readonly Notification[]
}

/** The last notices, clear of what was pressed. */
export default function Toasts({ region, pressed, all }: ToastsProps) {
  const t = useMessages()
  useClearOfPress(region, pressed)
  // Where one was when there was something to say, and is again when that is closed; on another page by then, its title.
  const origin = useRef<HTMLElement>(undefined)
  useEffect(() => {
    const { activeElement: here, body } = document
    if (here instanceof HTMLElement && here !== body && !region.current?.contains(here)) origin.current = here
  })
  useFocusStays(region, () => (origin.current?.isConnected ? origin.current : document.querySelector("main h1")))
  return (
    <>
      {all.slice(-mostShown).map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
      {all.length > mostShown && <Button onClick={dismissAll}>{t("ui.close_all")}</Button>}
    </>
  )
}

/** One notice. An error interrupts a screen reader, the others wait their turn. */
export function Toast({ notice }: { notice: Notification }) {
  const t = useMessages()
  const Mark = messageIcons[notice.type]
  return (
    <div className={`toast toast--${notice.type}`} role={notice.type === "error" ? "alert" : "status"}>
      <Mark />
      <div>
        <p>{notice.message}</p>
        {notice.action && (
          <Button
            onClick={() => {
              notice.action?.run()
              dismiss(notice.id)
            }}
          >
            {notice.action.label}
          </Button>
        )}
      </div>
      <Button kind="bare" icon={X} iconOnly onClick={() => dismiss(notice.id)}>
        {t("ui.close")}
      </Button>
    </div>
  )
}
