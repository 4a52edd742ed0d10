/**
 * What other programs can be told of. An event is `created` when everybody can see it, or when it begins to be one of the
 * page's; `deleted` when it is so no more, for whatever reason.
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

/** What is delivered: one of these, or what tries whether anything arrives. */
export type DeliveryType = WebhookEvent | "ping"

/** How far a delivery is: it waits, arrived, was given up, or is not wanted any more. */
export const deliveryStates = ["waiting", "delivered", "failed", "dropped"] as const

/** For so long (seconds) a delivery is in hand: that of a process that died goes to another one then. */
export const inHand = 60

/** A delivery as far as it says how far it is. */
type Progress = {
  state: (typeof deliveryStates)[number]
  status: number | null
  error: DeliveryError | null
  due: string | null
}

/** What people are told of it: what waits is on its way, is tried again, or comes after another one or a pause. */
export function progressOf({ state, status, error, due }: Progress) {
  if (state !== "waiting" || due === null) return state
  return status !== null || error !== null ? "again" : "held"
}

/** Why a try ended without an answer: not an address of the public internet, too slow, an answer too long, nobody there. */
export const deliveryErrors = ["forbidden", "timeout", "too_large", "unreachable"] as const
export type DeliveryError = (typeof deliveryErrors)[number]

/** Why one was switched off, where nobody did it: it is gone (410), or nothing was taken for days. */
export const offReasons = ["gone", "failing"] as const
export type OffReason = (typeof offReasons)[number]

/** So many a page has at most. */
export const mostWebhooks = 10
/** So many of its last deliveries are shown. */
export const shownDeliveries = 50
export const longestDescription = 200
