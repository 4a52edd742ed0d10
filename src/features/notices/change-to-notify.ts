import type { Event, Occurrence } from "#features/events/event.ts"
import type { Facts, NoticeKind, NoticePlace, Span } from "./notice.ts"

/** A change of an event that people have to be notified of. */
export type Change = {
  kind: NoticeKind
  was: Facts
  becomes: Facts
  /** Ids of the occurrences concerned; null for all of them. */
  occurrences: number[] | null
}

const supposedHours = 3

function isAhead({ start, end }: Pick<Occurrence, "start" | "end">, now: number) {
  return Date.parse(end ?? start) + (end ? 0 : supposedHours * 3_600_000) > now
}

/** Returns whether people here may see an event, and have answered it: it is published, or comes from another server. */
function isPublic({ workflow }: Event) {
  return workflow === "published" || workflow === "remote"
}

/**
 * Returns the change that people have to be notified of after an edit. Undefined if there is none: the event was not public
 * before, all its dates are over, or neither its state, dates nor place changed.
 * @param reason why the event was taken off the agenda, or some of its dates were cancelled
 */
export function changeToNotify(
  before: Event,
  after: Event,
  now = Date.now(),
  reason: string | null = null,
): Change | undefined {
  if (!isPublic(after)) return withdrawal(before, reason, now)
  const change = isPublic(before) ? changeBetween(stateOf(before), stateOf(after), now) : undefined
  const isOff = Object.values(change?.becomes.dates ?? {}).some((span) => span?.isCancelled)
  if (change && reason && isOff && !change.becomes.status) change.becomes.reason = reason
  return change
}

/**
 * Returns the change that people have to be notified of when an event is withdrawn or deleted: what it was, when and where.
 * Undefined if it was not public, is over, or is already known to be cancelled.
 */
export function withdrawal(event: Event, reason: string | null, now = Date.now()): Change | undefined {
  if (!isPublic(event) || event.status === "cancelled") return undefined
  const { dates, ...was } = stateOf(event)
  const ahead = dates.filter(({ span }) => isAhead(span, now) && !span.isCancelled)
  if (ahead.length === 0) return undefined
  return {
    kind: "withdrawn",
    was: { ...was, dates: Object.fromEntries(ahead.map(({ id, span }) => [id, span])) },
    becomes: { reason },
    occurrences: null,
  }
}

/**
 * Returns the change that people have to be notified of when a withdrawn event is public again. If nobody was notified of the
 * withdrawal yet, only what changed meanwhile; otherwise that it is back, with its present state.
 */
export function changeOfReturn(was: Facts, event: Event, wereTold: boolean, now = Date.now()): Change | undefined {
  const [before, after] = [stateFrom(was), stateOf(event)]
  if (!wereTold) return changeBetween(before, after, now)
  if (!after.dates.some(({ span }) => isAhead(span, now))) return undefined
  const { dates: _, ...becomes } = after
  const pairs = pairsOf(before, after)
  const known = new Set(pairs.map(([, , then]) => then))
  const added = after.dates.filter(({ span }) => !known.has(span) && isAhead(span, now) && !span.isCancelled)
  return {
    kind: event.status === "cancelled" ? "cancelled" : "returned",
    was: { ...was, dates: Object.fromEntries(pairs.map(([id, span]) => [id, span])) },
    becomes: {
      ...becomes,
      dates: Object.fromEntries([
        ...pairs.map(([id, , then]) => [id, then]),
        ...added.map(({ id, span }) => [id, span]),
      ]),
    },
    occurrences: null,
  }
}

/** The state of an event, as far as notices report it. */
type State = { status: Event["status"]; reason: string | null; place: NoticePlace; dates: { id: number; span: Span }[] }

function stateOf(event: Event): State {
  const { status, status_reason, all_day, occurrences } = event
  const dates = occurrences.map((one) => ({ id: one.id, span: spanOf(one, all_day) }))
  return { status, reason: status_reason, place: whereOf(event), dates }
}

/** Returns the state of an event from the notice of its withdrawal. */
function stateFrom({ status = "scheduled", reason = null, place, dates = {} }: Facts): State {
  const known = Object.entries(dates).flatMap(([id, span]) => (span ? [{ id: Number(id), span }] : []))
  return { status, reason, place: place as NoticePlace, dates: known }
}

function changeBetween(before: State, after: State, now: number): Change | undefined {
  if (![...before.dates, ...after.dates].some(({ span }) => isAhead(span, now))) return undefined
  const was: Facts = {}
  const becomes: Facts = {}
  if (before.status !== after.status) {
    Object.assign(was, { status: before.status, reason: before.reason })
    Object.assign(becomes, { status: after.status, reason: after.reason })
  }
  const dates = changedDates(before, after, now)
  if (dates.length > 0) {
    was.dates = Object.fromEntries(dates.map(([id, span]) => [id, span]))
    becomes.dates = Object.fromEntries(dates.map(([id, , span]) => [id, span]))
  }
  if (!isSamePlace(before.place, after.place)) {
    was.place = before.place
    becomes.place = after.place
  }
  return changeOf(was, becomes, before.dates.length > 1 || after.dates.length > 1)
}

/** Compares two places. JSON from the database has its keys in another order. */
function isSamePlace(one: NoticePlace | undefined, other: NoticePlace | undefined): boolean {
  const stamp = (where: NoticePlace | undefined) =>
    JSON.stringify(Object.entries(where ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return stamp(one) === stamp(other)
}

/**
 * Merges two changes that follow each other closely: from the state before the first to the state after the second. Returns
 * "nothing" when these are equal, and undefined when the changes concern different things and need separate notices.
 */
export function mergeChanges(first: Change, second: Change, hasSeveral: boolean): Change | "nothing" | undefined {
  if (second.kind === "withdrawn") return withdrawnAfter(first, second)
  if (first.kind === "withdrawn") return undefined
  if (first.kind === "returned") return returnedSo(first, second)
  const keys = (facts: Facts) => [
    ...(facts.status ? ["status"] : []),
    ...(facts.place ? ["place"] : []),
    ...Object.keys(facts.dates ?? {}),
  ]
  const newer = new Set(keys(second.was))
  if (!keys(first.was).some((key) => newer.has(key))) return undefined
  const was: Facts = { ...second.was, ...first.was }
  const becomes: Facts = { ...first.becomes, ...second.becomes }
  if (second.was.dates || first.was.dates) {
    was.dates = { ...second.was.dates, ...first.was.dates }
    becomes.dates = { ...first.becomes.dates, ...second.becomes.dates }
  }
  if (becomes.status && was.status === becomes.status) for (const facts of [was, becomes]) forget(facts, "status")
  if (becomes.place && isSamePlace(was.place, becomes.place)) for (const facts of [was, becomes]) delete facts.place
  for (const [id, span] of Object.entries(becomes.dates ?? {})) {
    if (!isSame(was.dates?.[id] ?? null, span)) continue
    delete was.dates?.[id]
    delete becomes.dates?.[id]
  }
  for (const facts of [was, becomes]) if (Object.keys(facts.dates ?? {}).length === 0) delete facts.dates
  return changeOf(was, becomes, hasSeveral) ?? "nothing"
}

/** Merges a withdrawal with an earlier change that nobody was notified of: people know the state before that change. */
function withdrawnAfter(first: Change, second: Change): Change | "nothing" {
  const was: Facts = { ...second.was, ...first.was, dates: { ...second.was.dates, ...first.was.dates } }
  // That the event takes place after all, or is back, was not announced yet.
  return first.kind === "returned" || was.status === "cancelled" ? "nothing" : { ...second, was }
}

function returnedSo(first: Change, { was, becomes }: Change): Change {
  return {
    ...first,
    kind: becomes.status === "cancelled" ? "cancelled" : "returned",
    was: { ...first.was, dates: { ...was.dates, ...first.was.dates } },
    becomes: { ...first.becomes, ...becomes, dates: { ...first.becomes.dates, ...becomes.dates } },
  }
}

function forget(facts: Facts, key: "status") {
  delete facts[key]
  delete facts.reason
}

/** Returns the change with its kind and the occurrences it concerns; undefined when nothing changed. */
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

type Pair = [id: number, was: Span, becomes: Span | null]

/** Pairs each former date with what became of it. */
function pairsOf(before: State, after: State): Pair[] {
  const [only, instead] = [before.dates[0], after.dates[0]]
  // If the only date is replaced by another one, it has moved.
  if (before.dates.length === 1 && after.dates.length === 1 && only && instead)
    return [[instead.id, only.span, instead.span]]
  const known = new Map(after.dates.map(({ id, span }) => [id, span]))
  const old = new Set(before.dates.map(({ id }) => id))
  // A date removed and added again on the same day has moved.
  const added = new Map(after.dates.filter(({ id }) => !old.has(id)).map(({ span }) => [span.start.slice(0, 10), span]))
  return before.dates.map(({ id, span }) => {
    const day = span.start.slice(0, 10)
    const then = known.get(id) ?? added.get(day)
    if (then && then === added.get(day)) added.delete(day)
    return [id, span, then ?? null]
  })
}

function changedDates(before: State, after: State, now: number): Pair[] {
  return pairsOf(before, after).filter(([, was, then]) => {
    const isOver = !isAhead(was, now) && !(then && isAhead(then, now))
    return !isOver && !isSame(was, then) && !(was.isCancelled && !then)
  })
}

function spanOf({ start, end, status }: Occurrence, isAllDay: boolean): Span {
  return {
    start,
    end,
    ...(isAllDay ? { isAllDay } : {}),
    ...(status === "cancelled" ? { isCancelled: true } : {}),
  }
}

function isSame(one: Span | null, other: Span | null): boolean {
  if (!one || !other) return one === other
  const [from, to] = [one, other].map(({ start, end }) => [Date.parse(start), end === null ? null : Date.parse(end)])
  return String(from) === String(to) && Boolean(one.isCancelled) === Boolean(other.isCancelled)
}

function whereOf({ place, room, location, mode, online_url }: Event): NoticePlace {
  return {
    place: place?.name ?? location?.name ?? null,
    room: room?.name ?? null,
    street: location?.street ?? null,
    locality: location?.locality ?? null,
    mode,
    online_url,
  }
}
