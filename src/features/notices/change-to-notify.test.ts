import { expect, test } from "vitest"
import type { Event } from "#features/events/event.ts"
import { type Change, changeOfReturn, changeToNotify, mergeChanges, withdrawal } from "./change-to-notify.ts"

const now = Date.parse("2026-11-21T12:00:00Z")
const evening = { id: 1, start: "2026-11-28T20:30:00+01:00", end: "2026-11-28T22:30:00+01:00" }
const nextEvening = { id: 2, start: "2026-11-29T20:30:00+01:00", end: "2026-11-29T22:30:00+01:00" }

function event(said: Partial<Event> = {}): Event {
  return {
    workflow: "published",
    status: "scheduled",
    status_reason: null,
    mode: "onsite",
    online_url: null,
    place: { fid: "hangar", type: "place", name: "Le Hangar", url: "" },
    room: null,
    location: { name: null, street: "12 rue des Navettes", locality: "Bruxelles" },
    all_day: false,
    occurrences: [date(evening)],
    ...said,
  } as Event
}
function date(said: typeof evening, more: object = {}) {
  return { status: "scheduled" as const, original_start: null, ...said, ...more }
}
const told = (before: Partial<Event>, after: Partial<Event>) => changeToNotify(event(before), event(after), now)

test("a cancellation is notified with its reason, its end as restored", () => {
  expect(told({}, { status: "cancelled", status_reason: "Grippe" })).toEqual({
    kind: "cancelled",
    was: { status: "scheduled", reason: null },
    becomes: { status: "cancelled", reason: "Grippe" },
    occurrences: null,
  })
  expect(told({ status: "cancelled" }, {})).toMatchObject({ kind: "restored" })
})

test("drafts, past events and new texts cause no notice, a withdrawal does", () => {
  expect(told({ workflow: "draft" }, { workflow: "draft", status: "cancelled" })).toBeUndefined()
  expect(told({ workflow: "draft" }, { status: "cancelled" })).toBeUndefined()
  expect(told({}, { workflow: "draft" })?.kind).toBe("withdrawn")
  expect(told({}, { title: { fr: "Autrement" }, tags: ["x"] })).toBeUndefined()
  const over = [date({ id: 1, start: "2026-11-01T20:30:00+01:00", end: "2026-11-01T22:30:00+01:00" })]
  expect(told({ occurrences: over }, { occurrences: over, status: "cancelled" })).toBeUndefined()
})

test("a change of one date is a notice for that date, changes of several dates are one notice", () => {
  const both = [date(evening), date(nextEvening)]
  expect(
    told({ occurrences: both }, { occurrences: [date(evening), date(nextEvening, { status: "cancelled" })] }),
  ).toMatchObject({ kind: "date_cancelled", occurrences: [2] })
  const later = { start: "2026-11-29T21:00:00+01:00" }
  expect(told({ occurrences: both }, { occurrences: [date(evening), date(nextEvening, later)] })).toMatchObject({
    kind: "date_moved",
    occurrences: [2],
    was: { dates: { 2: { start: nextEvening.start } } },
    becomes: { dates: { 2: later } },
  })
  expect(told({ occurrences: both }, { occurrences: [date(evening)] })).toMatchObject({
    kind: "date_cancelled",
    occurrences: [2],
    becomes: { dates: { 2: null } },
  })
  // An import replaces a date by another row of the same day.
  const replaced = [date(evening), date({ ...nextEvening, ...later, id: 7 })]
  expect(told({ occurrences: both }, { occurrences: replaced })).toMatchObject({
    kind: "date_moved",
    occurrences: [2],
    becomes: { dates: { 2: later } },
  })
  const moved = both.map((one) => ({ ...one, start: one.start.replace("20:30", "20:00") }))
  expect(told({ occurrences: both }, { occurrences: moved })).toMatchObject({ kind: "dates", occurrences: [1, 2] })
  // Added dates are news, but they change nothing for people who were coming.
  expect(told({ occurrences: [date(evening)] }, { occurrences: both })).toBeUndefined()
})

test("a new time of an event's only date is a notice for all dates, even in another row", () => {
  const later = { ...evening, start: "2026-11-28T21:00:00+01:00" }
  expect(told({}, { occurrences: [date(later)] })).toMatchObject({ kind: "dates", occurrences: null })
  expect(told({}, { occurrences: [date({ ...later, id: 9 })] })).toMatchObject({ kind: "dates", occurrences: null })
  // The same instant in another notation is no change.
  const utc = { ...evening, start: "2026-11-28T19:30:00Z", end: "2026-11-28T21:30:00Z" }
  expect(told({}, { occurrences: [date(utc)] })).toBeUndefined()
})

test("one edit with several changes is one notice, whose kind is the new status", () => {
  const later = { ...evening, start: "2026-12-05T20:30:00+01:00", end: "2026-12-05T22:30:00+01:00" }
  const change = told({}, { status: "rescheduled", occurrences: [date(later)], room: { id: 1, name: "Petite nef" } })
  expect(change).toMatchObject({ kind: "rescheduled", occurrences: null })
  expect(Object.keys(change?.becomes ?? {}).sort()).toEqual(["dates", "place", "reason", "status"])
  expect(told({}, { room: { id: 1, name: "Petite nef" } })).toMatchObject({ kind: "place" })
})

test("a change corrected before its notice is sent becomes one notice, an undone change none", () => {
  const [cancelled, restored] = [told({}, { status: "cancelled" }), told({ status: "cancelled" }, {})] as [
    Change,
    Change,
  ]
  expect(mergeChanges(cancelled, restored, false)).toBe("nothing")
  const at = (hour: string) => ({ occurrences: [date({ ...evening, start: `2026-11-28T${hour}:00+01:00` })] })
  const first = told(at("20:00"), at("20:30")) as Change
  const second = told(at("20:30"), at("21:00")) as Change
  expect(mergeChanges(first, second, false)).toMatchObject({
    was: { dates: { 1: { start: "2026-11-28T20:00:00+01:00" } } },
    becomes: { dates: { 1: { start: "2026-11-28T21:00:00+01:00" } } },
  })
  // A change of something else is a notice of its own.
  expect(mergeChanges(cancelled, second, false)).toBeUndefined()
  const both = told({}, { ...at("21:00"), status: "rescheduled" }) as Change
  // If a part of the change is undone, the rest is one notice.
  expect(mergeChanges(both, told({ ...at("21:00"), status: "rescheduled" }, at("21:00")) as Change, false)).toEqual({
    kind: "dates",
    was: { dates: { 1: expect.objectContaining({ start: evening.start }) } },
    becomes: { dates: { 1: expect.objectContaining({ start: "2026-11-28T21:00:00+01:00" }) } },
    occurrences: null,
  })
})

test("of two cancelled dates, one reinstated before the notice is sent leaves a notice for the other", () => {
  const of = (...off: number[]) => ({
    occurrences: [evening, nextEvening].map((one) =>
      date(one, { status: off.includes(one.id) ? "cancelled" : "scheduled" }),
    ),
  })
  const first = told(of(), of(1, 2)) as Change
  expect(mergeChanges(first, told(of(1, 2), of(2)) as Change, true)).toMatchObject({
    kind: "date_cancelled",
    occurrences: [2],
  })
  // If the other one is undone too, there is no notice.
  expect(
    mergeChanges(
      mergeChanges(first, told(of(1, 2), of(2)) as Change, true) as Change,
      told(of(2), of()) as Change,
      true,
    ),
  ).toBe("nothing")
})

test("the notice of a withdrawal has its reason and the dates that are neither past nor cancelled", () => {
  const past = date({ id: 3, start: "2026-11-01T20:30:00+01:00", end: "2026-11-01T22:30:00+01:00" })
  const several = [past, date(evening), date(nextEvening, { status: "cancelled" })]
  const change = changeToNotify(event({ occurrences: several }), event({ workflow: "draft" }), now, "Travaux")
  expect(change).toMatchObject({ kind: "withdrawn", becomes: { reason: "Travaux" }, occurrences: null })
  expect(Object.keys(change?.was.dates ?? {})).toEqual(["1"])
  expect(told({ workflow: "scheduled" }, { workflow: "draft" })).toBeUndefined()
  expect(told({ status: "cancelled" }, { workflow: "draft" })).toBeUndefined()
})

test("a withdrawal before the notice of a restored event is sent leaves no notice", () => {
  const restored = told({ status: "cancelled" }, {}) as Change
  expect(mergeChanges(restored, withdrawal(event(), null, now) as Change, false)).toBe("nothing")
})

test("the notice of a returned event has its moved, removed and new dates", () => {
  const last = { id: 4, start: "2026-12-01T20:30:00+01:00", end: "2026-12-01T22:30:00+01:00" }
  const before = withdrawal(event({ occurrences: [date(evening), date(nextEvening)] }), null, now) as Change
  const after = event({ occurrences: [date({ ...evening, start: "2026-11-28T21:00:00+01:00" }), date(last)] })
  expect(changeOfReturn(before.was, after, true, now)).toMatchObject({
    kind: "returned",
    becomes: {
      status: "scheduled",
      dates: { 1: { start: "2026-11-28T21:00:00+01:00" }, 2: null, 4: { start: last.start } },
    },
  })
  expect(
    changeOfReturn(before.was, event({ occurrences: [date(evening), date(nextEvening)] }), false, now),
  ).toBeUndefined()
  expect(changeOfReturn(before.was, { ...after, status: "cancelled" }, true, now)).toMatchObject({ kind: "cancelled" })
  const over = [date({ id: 1, start: "2026-11-01T20:30:00+01:00", end: "2026-11-01T22:30:00+01:00" })]
  expect(changeOfReturn(before.was, event({ occurrences: over }), true, now)).toBeUndefined()
})
