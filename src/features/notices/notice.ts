import type { Event } from "#features/events/event.ts"

/** Kinds of notices: changes of an event, requests and decisions. */
export const noticeKinds = [
  "cancelled",
  "postponed",
  "rescheduled",
  "moved_online",
  "tentative",
  "restored",
  "date_cancelled",
  "date_moved",
  "date_restored",
  "dates",
  "place",
  "withdrawn",
  "returned",
  "message",
  "confirmation",
  "invitation",
  "answers",
  "claim",
  "published",
  "reactions",
  "refused",
  "webhook",
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Groups of notices that a user can switch on or off, for mail and for the inbox. */
export const choices = ["invitation", "page", "change", "answer", "new"] as const
export type Choice = (typeof choices)[number]

/**
 * Why somebody gets a notice: they answered the event, have it in an agenda, follow its page, manage a page that is asked,
 * manage the event, or claimed a page. Strongest first; the index is the rank in the query of recipients.
 */
export const reasons = ["answer", "agenda", "follow", "page", "event", "claim"] as const
export type NoticeReason = (typeof reasons)[number]

/** Answers to an event, in the order in which their counts are reported. */
export const answerValues = ["confirmed", "interested", "declined"] as const
export type AnswerCounts = Record<(typeof answerValues)[number], number>

/** Remote reactions to an event, in the order in which their counts are reported. */
export const reactionKinds = ["reply", "announce", "like"] as const
export type ReactionCounts = Record<(typeof reactionKinds)[number], number>

/** One date, at the venue's own UTC offset. */
export type Span = { start: string; end: string | null; isAllDay?: boolean; isCancelled?: boolean }

/** The place of an event, in words. */
export type NoticePlace = {
  place: string | null
  room: string | null
  street: string | null
  locality: string | null
  mode: Event["mode"]
  online_url: string | null
}

/** The values of changed fields, before or after; a date that no longer exists is null. */
export type Facts = {
  status?: Event["status"]
  reason?: string | null
  place?: NoticePlace
  dates?: Record<string, Span | null>
  /** Of a confirmation: the roles of the page, or the number of events of an import; of publications: their number. */
  part?: string[]
  count?: number
  /** Of an invitation: the role offered. */
  relation?: string
  /** Of answers: their numbers since the last notice. */
  answers?: AnswerCounts
  /** Of remote reactions: their numbers since the last notice. */
  reactions?: ReactionCounts
  /** Of a refusal: the remote server; of a webhook: the host of its receiver. */
  host?: string
  /** Of a webhook that was switched off: why. */
  webhook?: "gone" | "failing"
  /** Of a claim to a page: the decision; `reason` explains it. */
  claim?: "accepted" | "refused"
}

/** Seconds that a change waits before its notice is sent: corrections made meanwhile are merged into it. */
export const graceSeconds = 120
