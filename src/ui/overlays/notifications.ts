import type { MessageType } from "../note.tsx"

export type Notification = {
  id: number
  type: MessageType
  message: string
  /** Milliseconds it stays; 0: until it is closed. */
  timeout: number
  action?: { label: string; run: () => void }
  /** What it is about: what is said of that later takes its place. */
  about?: string | undefined
}

export const timeouts: Record<MessageType, number> = {
  default: 4000,
  success: 4000,
  error: 10_000,
  warning: 5000,
  info: 4000,
}

/** So many are shown, the newest; those behind them wait, and their time with them. */
export const mostShown = 3

const none: readonly Notification[] = []
let all = none
let isPaused = false
let lastId = 0
const left = new Map<number, number>()
const running = new Map<number, { timer: ReturnType<typeof setTimeout>; since: number }>()
const listeners = new Set<() => void>()

export type Notice = Pick<Notification, "message"> & Partial<Pick<Notification, "type" | "timeout" | "action">>

/** Shows a notice for a while. Answers its id. */
export function notify(notice: Notice & Pick<Notification, "about">): number {
  const type = notice.type ?? "default"
  const id = ++lastId
  const timeout = notice.timeout ?? timeouts[type]
  left.set(id, timeout)
  change([...all, { ...notice, id, type, timeout }])
  return id
}

/**
 * Shows what came of something that was done, in place of what was said of it before.
 * @param about what was done, as a path: of its form, or of the page that it was done to
 */
export function notifyOf(about: string, ...notices: (Notice | undefined)[]): void {
  dismissThose((one) => one.about === about)
  for (const notice of notices) if (notice) notify({ ...notice, about })
}

/** Takes a notice away. */
export function dismiss(id: number): void {
  dismissThose((one) => one.id === id)
}

/** Takes every notice away. */
export function dismissAll(): void {
  dismissThose(() => true)
}

/** Time stops while a notice is pointed at or has the focus. */
export function pauseNotifications(paused: boolean): void {
  isPaused = paused
  runTimers()
}

/** Calls whenever the notices change, until the function it returns is called. */
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
