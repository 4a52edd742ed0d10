import { expect, test } from "vitest"
import { messages as english } from "#i18n/gen/en.ts"
import { makeMessages } from "#i18n/messages.ts"
import type { Event } from "../../event.ts"
import { calendarOf } from "./calendar-of.ts"

const t = makeMessages("en", english, () => Date.parse("2026-11-21T12:00:00Z"))
const dates = ["2026-12-04", "2026-12-05"].map((day, at) => ({ id: at + 1, start: `${day}T20:30:00+01:00`, end: null }))
const event = (more: object) =>
  ({
    id: 42,
    title: { en: "Radio Minuit" },
    language: "en",
    all_day: false,
    status: "scheduled",
    mode: "onsite",
    place: null,
    location: null,
    start: dates[0]?.start,
    end: null,
    next: dates[0],
    occurrences: dates.slice(0, 1),
    ...more,
  }) as unknown as Event
const site = "https://foyer.example"

test("an event with one date is added to a calendar, an event with several dates is followed as a file", () => {
  expect(calendarOf(t, event({}), site)?.date?.start).toBe(dates[0]?.start)
  expect(calendarOf(t, event({ occurrences: dates }), site)).toMatchObject({
    calendar: "/en/events/42/calendar.ics",
    date: undefined,
  })
})

test("a cancelled, postponed or past event is not offered to calendars", () => {
  for (const more of [{ status: "cancelled" }, { status: "postponed" }, { next: null }])
    expect(calendarOf(t, event(more), site), JSON.stringify(more)).toBeUndefined()
})

test("an event with a cancelled date can still be followed for its other dates", () => {
  const [first, second] = dates
  const others = event({ occurrences: [{ ...first, status: "cancelled" }, second], next: second })
  expect(calendarOf(t, others, site)?.calendar).toBe("/en/events/42/calendar.ics")
})
