import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { later } from "../loading/later.tsx"
import {
  currentNotifications,
  mostShown,
  notificationsOnServer,
  pauseNotifications,
  subscribeToNotifications,
} from "./notifications.ts"
import { controls } from "./controls.ts"
import type { ToastsProps } from "./toasts.tsx"

// Most pages are read without a notice.
const Toasts = later(() => import("./toasts.tsx"), PlainToasts)

/**
 * Where notices show: bottom right, above whatever bar is in use, and at the top when what was just pressed is down there.
 * Once per page, at its end.
 * @param children what else stands there
 */
export function NotificationRegion({ children }: { children?: ReactNode }) {
  const t = useMessages()
  const region = useRef<HTMLElement>(null)
  const pressed = useLastPressed(region)
  const all = useSyncExternalStore(subscribeToNotifications, currentNotifications, notificationsOnServer)
  // Whatever stands here first has to keep clear of what was pressed, which is loaded with the notices.
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry?.contentRect.height && setUsed(true))
    if (region.current) watch.observe(region.current)
    return () => watch.disconnect()
  }, [])
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
      <Suspense>{(isUsed || all.length > 0) && <Toasts region={region} pressed={pressed} all={all} />}</Suspense>
    </section>
  )
}

/** What was pressed last outside of a part of the page. */
function useLastPressed(part: RefObject<HTMLElement | null>): RefObject<Element | null> {
  const pressed = useRef<Element>(null)
  useEffect(() => {
    const over = new AbortController()
    const note = (event: Event) => {
      // Enter in a field presses the button of its form.
      const { target, submitter } = event as SubmitEvent
      const control = submitter ?? (target as Element).closest?.(controls)
      if (control && !part.current?.contains(control)) pressed.current = control
    }
    for (const type of ["pointerdown", "keydown", "submit"])
      document.addEventListener(type, note, { capture: true, signal: over.signal })
    return () => over.abort()
  }, [part])
  return pressed
}

/** What notices say, when nothing else of them could be loaded. */
function PlainToasts({ all }: ToastsProps) {
  return all.slice(-mostShown).map(({ id, type, message }) => (
    <p key={id} className={`toast toast--${type}`} role={type === "error" ? "alert" : "status"}>
      {message}
    </p>
  ))
}
