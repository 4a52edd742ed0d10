import type { Event, Occurrence } from "#features/events/event.ts"

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
  "message",
  "confirmation",
  "invitation",
  "answers",
  "claim",
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What a person may choose to be told of or not, by mail and here. */
export const choices = ["invitation", "page", "change", "answer"] as const
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
  /** Of a confirmation: as what the page is named. Of an invitation: as what one is invited. */
  part?: string[]
  relation?: string
  /** Of answers: how many, since it was last told. */
  answers?: AnswerCounts
  /** Of somebody who said that a page is theirs: what was decided; `reason` says why. */
  claim?: "accepted" | "refused"
}

/** A change that people have to be told. */
export type Change = {
  kind: NoticeKind
  was: Facts
  becomes: Facts
  /** The dates it is about; null for all of them. */
  occurrences: number[] | null
}

/** How long a change waits before anybody is told: what is corrected meanwhile is told as it is then, or not at all. */
export const graceSeconds = 120

const supposedHours = 3

function isAhead({ start, end }: Pick<Occurrence, "start" | "end">, now: number) {
  return Date.parse(end ?? start) + (end ? 0 : supposedHours * 3_600_000) > now
}

/**
 * What people have to be told of an edit; undefined when there is nothing: nobody could see it before or after it, all
 * its dates are over, or neither state, dates nor place changed.
 */
export function changeToTell(before: Event, after: Event, now = Date.now()): Change | undefined {
  if (before.workflow !== "published" || after.workflow !== "published") return undefined
  if (![...before.occurrences, ...after.occurrences].some((one) => isAhead(one, now))) return undefined
  const was: Facts = {}
  const becomes: Facts = {}
  if (before.status !== after.status) {
    Object.assign(was, { status: before.status, reason: before.status_reason })
    Object.assign(becomes, { status: after.status, reason: after.status_reason })
  }
  const dates = changedDates(before, after, now)
  if (dates.length > 0) {
    was.dates = Object.fromEntries(dates.map(([id, span]) => [id, span]))
    becomes.dates = Object.fromEntries(dates.map(([id, , span]) => [id, span]))
  }
  const [there, here] = [whereOf(before), whereOf(after)]
  if (JSON.stringify(there) !== JSON.stringify(here)) Object.assign(was, { place: there })
  if (was.place) becomes.place = here
  return changeOf(was, becomes, before.occurrences.length > 1 || after.occurrences.length > 1)
}

/**
 * One change instead of two that follow each other closely: what it was before the first, what it is after the second.
 * "nothing" when that is the same; undefined when the first told of something that the second leaves alone.
 */
export function mergedChange(first: Change, second: Change, hasSeveral: boolean): Change | "nothing" | undefined {
  const keys = (facts: Facts) => [
    ...(facts.status ? ["status"] : []),
    ...(facts.place ? ["place"] : []),
    ...Object.keys(facts.dates ?? {}),
  ]
  const [older, newer] = [keys(first.was), new Set(keys(second.was))]
  if (older.length === 0 || older.some((key) => !newer.has(key))) return undefined
  const was: Facts = { ...second.was, ...first.was }
  if (second.was.dates || first.was.dates) was.dates = { ...second.was.dates, ...first.was.dates }
  const becomes: Facts = { ...second.becomes }
  if (becomes.status && was.status === becomes.status) for (const facts of [was, becomes]) forget(facts, "status")
  if (becomes.place && JSON.stringify(was.place) === JSON.stringify(becomes.place))
    for (const facts of [was, becomes]) delete facts.place
  for (const [id, span] of Object.entries(becomes.dates ?? {})) {
    if (!isSame(was.dates?.[id] ?? null, span)) continue
    delete was.dates?.[id]
    delete becomes.dates?.[id]
  }
  for (const facts of [was, becomes]) if (Object.keys(facts.dates ?? {}).length === 0) delete facts.dates
  return changeOf(was, becomes, hasSeveral) ?? "nothing"
}

function forget(facts: Facts, key: "status") {
  delete facts[key]
  delete facts.reason
}

/** The change in a word, and whom it concerns. */
function changeOf(was: Facts, becomes: Facts, hasSeveral: boolean): Change | undefined {
  const ids = Object.keys(becomes.dates ?? {})
  const of = (kind: NoticeKind, occurrences: number[] | null = null): Change => ({ kind, was, becomes, occurrences })
  if (becomes.status) return of(becomes.status === "scheduled" ? "restored" : becomes.status)
  if (ids.length === 0) return becomes.place ? of("place") : undefined
  if (becomes.place || !hasSeveral) return of("dates")
  const concerned = ids.map(Number)
  if (ids.length > 1) return of("dates", concerned)
  const [old, now] = [was.dates?.[ids[0] as string], becomes.dates?.[ids[0] as string]]
  if (!now || (now.isCancelled && !old?.isCancelled)) return of("date_cancelled", concerned)
  return of(old?.isCancelled && !now.isCancelled ? "date_restored" : "date_moved", concerned)
}

type Pair = [id: number, was: Span | null, becomes: Span | null]

function changedDates(before: Event, after: Event, now: number): Pair[] {
  const [only, instead] = [before.occurrences[0], after.occurrences[0]]
  // The only date replaced by another one has moved.
  if (before.occurrences.length === 1 && after.occurrences.length === 1 && only && instead) {
    const pair: Pair = [instead.id, spanOf(only, before), spanOf(instead, after)]
    return isSame(pair[1], pair[2]) ? [] : [pair]
  }
  const known = new Map(after.occurrences.map((one) => [one.id, one]))
  const old = new Set(before.occurrences.map(({ id }) => id))
  // Taken away and put back on the same day, it has moved.
  const added = new Map(after.occurrences.filter(({ id }) => !old.has(id)).map((one) => [one.start.slice(0, 10), one]))
  return before.occurrences.flatMap((one): Pair[] => {
    const day = one.start.slice(0, 10)
    const then = known.get(one.id) ?? added.get(day)
    if (then && then === added.get(day)) added.delete(day)
    const pair: Pair = [one.id, spanOf(one, before), then ? spanOf(then, after) : null]
    const isOver = !isAhead(one, now) && !(then && isAhead(then, now))
    return isOver || isSame(pair[1], pair[2]) || (one.status === "cancelled" && !then) ? [] : [pair]
  })
}

function spanOf({ start, end, status }: Occurrence, event: Event): Span {
  return {
    start,
    end,
    ...(event.all_day ? { isAllDay: true } : {}),
    ...(status === "cancelled" ? { isCancelled: true } : {}),
  }
}

function isSame(one: Span | null, other: Span | null): boolean {
  if (!one || !other) return one === other
  const [from, to] = [one, other].map(({ start, end }) => [Date.parse(start), end === null ? null : Date.parse(end)])
  return String(from) === String(to) && Boolean(one.isCancelled) === Boolean(other.isCancelled)
}

function whereOf({ place, room, location, mode, online_url }: Event): Where {
  return {
    place: place?.name ?? location?.name ?? null,
    room: room?.name ?? null,
    street: location?.street ?? null,
    locality: location?.locality ?? null,
    mode,
    online_url,
  }
}
