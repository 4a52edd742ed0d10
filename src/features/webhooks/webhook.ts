/**
 * Types of events that webhooks receive. `created`: an event becomes public, or becomes one of the page's; `deleted`: it is
 * so no longer, for whatever reason.
 */
export const webhookEvents = [
  "event.created",
  "event.updated",
  "event.cancelled",
  "event.deleted",
  "page.updated",
  "page.deleted",
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** The type of a delivery: an event, or a test. */
export type DeliveryType = WebhookEvent | "ping"

/** States of a delivery: it waits, was delivered, was given up, or is no longer wanted. */
export const deliveryStates = ["waiting", "delivered", "failed", "dropped"] as const

/**
 * Seconds for which a process claims a delivery, after which the try has certainly ended; if the process dies, another one takes
 * over then.
 */
export const claimSeconds = 15

/** The fields of a delivery that its progress depends on. */
type Progress = {
  state: (typeof deliveryStates)[number]
  status: number | null
  error: DeliveryError | null
  due: string | null
}

/**
 * Returns the progress to show for a delivery: a waiting one is on its way, will be retried, or is held back by others or a
 * pause.
 */
export function progressOf({ state, status, error, due }: Progress) {
  if (state !== "waiting" || due === null) return state
  return status !== null || error !== null ? "again" : "held"
}

/** Why a try got no answer: not a public address, too slow, an answer too long, unreachable. */
export const deliveryErrors = ["forbidden", "timeout", "too_large", "unreachable"] as const
export type DeliveryError = (typeof deliveryErrors)[number]

/** Why the system switched a webhook off: its receiver is gone (410), or accepted nothing for days. */
export const offReasons = ["gone", "failing"] as const
export type OffReason = (typeof offReasons)[number]

/** Most webhooks of a page. */
export const mostWebhooks = 10
/** Most deliveries of a webhook that are shown. */
export const shownDeliveries = 50
export const longestDescription = 200
