import type { MessageType } from "../note.tsx"

export type Notification = {
  id: number
  type: MessageType
  message: string
  /** Milliseconds it is shown; 0 means until it is closed. */
  timeout: number
  action?: { label: string; run: () => void }
  /** Its subject: a later toast about the same subject replaces it. */
  about?: string | undefined
}

export const timeouts: Record<MessageType, number> = {
  default: 4000,
  success: 4000,
  error: 10_000,
  warning: 5000,
  info: 4000,
}

/** Most toasts shown at once, the newest; those behind them wait, and so do their timers. */
export const mostShown = 3

const none: readonly Notification[] = []
let all = none
let isPaused = false
let lastId = 0
const left = new Map<number, number>()
const running = new Map<number, { timer: ReturnType<typeof setTimeout>; since: number }>()
const listeners = new Set<() => void>()

export type Notice = Pick<Notification, "message"> & Partial<Pick<Notification, "type" | "timeout" | "action">>

/** Shows a toast for a while and returns its id. */
export function notify(notice: Notice & Pick<Notification, "about">): number {
  const type = notice.type ?? "default"
  const id = ++lastId
  const timeout = notice.timeout ?? timeouts[type]
  left.set(id, timeout)
  change([...all, { ...notice, id, type, timeout }])
  return id
}

/**
 * Shows the result of an action, replacing earlier toasts about it.
 * @param about the action, as the path of its form, or of the page it concerned
 */
export function notifyAbout(about: string, ...notices: (Notice | undefined)[]): void {
  dismissThose((one) => one.about === about)
  for (const notice of notices) if (notice) notify({ ...notice, about })
}

/** Closes a toast. */
export function dismiss(id: number): void {
  dismissThose((one) => one.id === id)
}

/** Closes all toasts. */
export function dismissAll(): void {
  dismissThose(() => true)
}

/** Stops all timers while a toast is hovered or focused. */
export function pauseNotifications(paused: boolean): void {
  isPaused = paused
  runTimers()
}

/** Calls the listener whenever the toasts change, until the returned function is called. */
export function subscribeToNotifications(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const currentNotifications = (): readonly Notification[] => all
export const notificationsOnServer = (): readonly Notification[] => none

function dismissThose(isOver: (one: Notification) => boolean): void {
  for (const one of all) if (isOver(one)) left.delete(one.id)
  change(all.filter((one) => !isOver(one)))
}

function change(next: readonly Notification[]): void {
  all = next
  if (all.length === 0) isPaused = false
  runTimers()
  for (const listener of listeners) listener()
}

function runTimers(): void {
  const shown = new Set(isPaused ? [] : all.slice(-mostShown).map(({ id }) => id))
  for (const [id, { timer, since }] of running) {
    if (shown.has(id)) continue
    clearTimeout(timer)
    running.delete(id)
    if (left.has(id)) left.set(id, Math.max(500, (left.get(id) ?? 0) - (Date.now() - since)))
  }
  for (const id of shown) {
    const rest = left.get(id)
    if (!rest || running.has(id)) continue
    const timer = setTimeout(() => {
      running.delete(id)
      dismiss(id)
    }, rest)
    running.set(id, { timer, since: Date.now() })
  }
}
