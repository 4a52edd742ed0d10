import { Suspense, useSyncExternalStore } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "../button.tsx"
import { later } from "../later.tsx"
import {
  currentNotifications,
  dismissAll,
  mostShown,
  type Notification,
  notificationsOnServer,
  pauseNotifications,
  subscribeToNotifications,
} from "./notifications.ts"

// Most pages are read without a notice.
const Toast = later(async () => ({ default: (await import("./toast.tsx")).Toast }), PlainToast)

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
      <Suspense>
        {all.slice(-mostShown).map((notice) => (
          <Toast key={notice.id} notice={notice} />
        ))}
      </Suspense>
      {all.length > mostShown && <Button onClick={dismissAll}>{t("ui.close_all")}</Button>}
    </section>
  )
}

/** What a notice says, when nothing else of it could be loaded. */
function PlainToast({ notice }: { notice: Notification }) {
  return (
    <p className={`toast toast--${notice.type}`} role={notice.type === "error" ? "alert" : "status"}>
      {notice.message}
    </p>
  )
}
