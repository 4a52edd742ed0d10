import type { Event } from "#features/events/event.ts"

/** What can have happened to an event, or be asked of somebody. */
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

/** What a person may choose to be told of or not, by mail and here. */
export const choices = ["invitation", "page", "change", "answer", "new"] as const
export type Choice = (typeof choices)[number]

/**
 * Why somebody is told: they answered, they keep it in an agenda, they follow, a page of theirs is asked, the event is
 * theirs, or they asked for a page. The strongest first, by the rank the query of the audience answers.
 */
export const reasons = ["answer", "agenda", "follow", "page", "event", "claim"] as const
export type Because = (typeof reasons)[number]

/** How many people answered what, in the order it is told. */
export const answerValues = ["confirmed", "interested", "declined"] as const
export type AnswerCounts = Record<(typeof answerValues)[number], number>

/** How many people elsewhere said what of an event, in the order it is told. */
export const reactionKinds = ["reply", "announce", "like"] as const
export type ReactionCounts = Record<(typeof reactionKinds)[number], number>

/** One date, at the venue's own offset. */
export type Span = { start: string; end: string | null; isAllDay?: boolean; isCancelled?: boolean }

/** Where it is, in words. */
export type Where = {
  place: string | null
  room: string | null
  street: string | null
  locality: string | null
  mode: Event["mode"]
  online_url: string | null
}

/** How things stand, of what changes alone; a date that is no more is null. */
export type Facts = {
  status?: Event["status"]
  reason?: string | null
  place?: Where
  dates?: Record<string, Span | null>
  /** Of a confirmation: as what the page is named, or of an import, how many events name it; of publications, how many. */
  part?: string[]
  count?: number
  /** Of an invitation: as what one is invited. */
  relation?: string
  /** Of answers: how many, since it was last told. */
  answers?: AnswerCounts
  /** Of what is said elsewhere: how much, since it was last told. */
  reactions?: ReactionCounts
  /** Of a refusal elsewhere: by which server; of a webhook: on which. */
  host?: string
  /** Of a webhook that was switched off: why. */
  webhook?: "gone" | "failing"
  /** Of somebody who said that a page is theirs: what was decided; `reason` says why. */
  claim?: "accepted" | "refused"
}

/** How long a change waits before anybody is told: what is corrected meanwhile is told as it is then, or not at all. */
export const graceSeconds = 120
