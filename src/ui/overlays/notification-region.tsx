import { type ReactNode, Suspense, useRef, useSyncExternalStore } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "../button.tsx"
import { later } from "../loading/later.tsx"
import {
  currentNotifications,
  dismissAll,
  mostShown,
  type Notification,
  notificationsOnServer,
  pauseNotifications,
  subscribeToNotifications,
} from "./notifications.ts"
import { useClearOfPress } from "./clear-of-press.ts"

// Most pages are read without a notice.
const Toast = later(async () => ({ default: (await import("./toast.tsx")).Toast }), PlainToast)

/**
 * Where notices show: bottom right, above whatever bar is in use, and at the top when what was just pressed is down there.
 * Once per page, at its end.
 * @param children what else stands there
 */
export function NotificationRegion({ children }: { children?: ReactNode }) {
  const t = useMessages()
  const region = useRef<HTMLElement>(null)
  useClearOfPress(region)
  const all = useSyncExternalStore(subscribeToNotifications, currentNotifications, notificationsOnServer)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointing only stops the clock
    <section
      ref={region}
      className="toasts"
      aria-label={t("ui.notifications")}
      onPointerEnter={() => pauseNotifications(true)}
      onPointerLeave={() => pauseNotifications(false)}
      onFocus={() => pauseNotifications(true)}
      onBlur={() => pauseNotifications(false)}
    >
      {children}
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
