import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { lazyPart } from "../loading/lazy-part.tsx"
import {
  currentNotifications,
  mostShown,
  notificationsOnServer,
  pauseNotifications,
  subscribeToNotifications,
} from "./notifications.ts"
import { controls } from "./controls.ts"
import type { ToastsProps } from "./toasts.tsx"

// Loaded separately, because most pages never show a toast.
const Toasts = lazyPart(() => import("./toasts.tsx"), PlainToasts)

/**
 * The place of toasts: bottom right, above any bar in use, and at the top when the control just pressed is at the bottom. Once
 * per page, at its end.
 * @param children other content of the region
 */
export function NotificationRegion({ children }: { children?: ReactNode }) {
  const t = useMessages()
  const region = useRef<HTMLElement>(null)
  const pressed = useLastPressed(region)
  const all = useSyncExternalStore(subscribeToNotifications, currentNotifications, notificationsOnServer)
  // Whatever appears here first must not cover the pressed control; the code for that is loaded with the toasts.
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

/** Returns a ref to the control that was pressed last outside a part of the page. */
function useLastPressed(part: RefObject<HTMLElement | null>): RefObject<Element | null> {
  const pressed = useRef<Element>(null)
  useEffect(() => {
    const over = new AbortController()
    const note = (event: Event) => {
      // Enter in a field presses the submit button of its form.
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

/** Shows toasts as plain text when their component could not be loaded. */
function PlainToasts({ all }: ToastsProps) {
  return all.slice(-mostShown).map(({ id, type, message }) => (
    <p key={id} className={`toast toast--${type}`} role={type === "error" ? "alert" : "status"}>
      {message}
    </p>
  ))
}
