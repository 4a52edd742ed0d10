import { useSyncExternalStore } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "./button.tsx"
import { X } from "./icons.tsx"
import { messageIcons } from "./note.tsx"
import {
  currentNotifications,
  dismiss,
  dismissAll,
  mostShown,
  type Notification,
  notificationsOnServer,
  pauseNotifications,
  subscribeToNotifications,
} from "./notifications.ts"

/** Where notices show, bottom right, above the tab bar on phones. Once per page, at its end. */
export function NotificationRegion() {
  const t = useMessages()
  const all = useSyncExternalStore(subscribeToNotifications, currentNotifications, notificationsOnServer)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointing only stops the clock
    <section
      className="toasts"
      aria-label={t("ui.notifications")}
      onPointerEnter={() => pauseNotifications(true)}
      onPointerLeave={() => pauseNotifications(false)}
      onFocus={() => pauseNotifications(true)}
      onBlur={() => pauseNotifications(false)}
    >
      {all.slice(-mostShown).map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
      {all.length > mostShown && <Button onClick={dismissAll}>{t("ui.close_all")}</Button>}
    </section>
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
