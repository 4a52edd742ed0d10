import ICAL from "ical.js"
import { expect, test } from "vitest"
import { categories } from "#features/events/categories.ts"
import { addDays } from "#lib/time.ts"
import { dayOf, emptyDiary } from "./diary.ts"
import { type Planned, planSample, productions } from "./planner.ts"

/** Days that are critical for calendars, and every day of an ordinary fortnight. */
const nows = [
  ["2028-02-28", "2028-02-29", "2028-03-01", "2027-12-31", "2028-01-01"],
  ["2026-03-28", "2026-03-29", "2026-03-30", "2026-10-24", "2026-10-25", "2026-10-26"],
  Array.from({ length: 14 }, (_, day) => addDays("2026-05-01", day)),
].flat()

test.each(nows)("the sample plan of %s has events on each day except one Monday", (today) => {
  const plan = planSample(today)
  const on = (day: number) => startingOn(plan, addDays(today, day))

  expect(plan.length).toBeGreaterThanOrEqual(170)
  expect(new Set(plan.map(({ production }) => production.category))).toEqual(new Set(categories))

  const now = on(0)
  expect(now.length).toBeGreaterThanOrEqual(7)
  expect(now.length).toBeLessThanOrEqual(9)
  expect(new Set(now.map(({ production }) => production.category)).size).toBe(now.length)

  const fortnight = Array.from({ length: 14 }, (_, day) => day + 1)
  const empty = fortnight.filter((day) => on(day).length === 0)
  expect(empty).toHaveLength(1)
  expect(dayOf(emptyDiary(today), empty[0] as number)).toBe("mon")
  expect(Math.max(...fortnight.map((day) => on(day).length))).toBeLessThanOrEqual(8)

  // However a list counts: most days have an event that is on no other day, and that takes place.
  for (const day of fortnight.filter((each) => !empty.includes(each))) {
    const own = on(day).filter(({ dates, showing }) => dates.length === 1 && !showing.change)
    expect(own.length, `${day} days after ${today}`).toBeGreaterThan(0)
  }
})

test.each(nows)("the sample plan of %s has every kind of event", (today) => {
  const plan = planSample(today)
  const some = (is: (planned: Planned) => boolean) => plan.filter(is).length
  const changed = (status: string) => some(({ showing }) => showing.change?.status === status)

  expect(changed("cancelled")).toBe(3)
  expect(changed("postponed")).toBe(1)
  expect(changed("moved_online")).toBe(1)
  expect(plan.filter(({ showing }) => showing.change).every(({ showing }) => showing.change?.reason)).toBe(true)
  expect(some(({ showing }) => showing.mode === "online")).toBeGreaterThanOrEqual(2)
  expect(some(({ showing }) => showing.mode === "hybrid")).toBeGreaterThanOrEqual(2)
  expect(some(({ recurrence }) => recurrence !== undefined)).toBeGreaterThanOrEqual(5)
  expect(some(({ dates, production }) => dates.length > 2 && production.category !== "exhibition")).toBeGreaterThan(7)
  expect(some(({ allDay }) => allDay)).toBeGreaterThanOrEqual(4)
  expect(some(({ isPart }) => isPart === true)).toBeGreaterThanOrEqual(8)
  expect(some(({ showing }) => typeof showing.at !== "string")).toBeGreaterThanOrEqual(4)
  const isLate = ({ allDay, dates: [first] }: Planned) =>
    !allDay && first?.end.slice(0, 10) !== first?.start.slice(0, 10)
  expect(some(isLate)).toBeGreaterThanOrEqual(6)

  for (const moment of [`${today}T00:00`, `${today}T12:00`, `${today}T23:59`]) {
    expect(
      some(({ dates, allDay }) => !allDay && dates.some(({ start, end }) => start <= moment && moment < end)),
    ).toBeGreaterThan(0)
  }
})

test("on any day of three years the sample plan has eight events today and one empty day", () => {
  for (let today = "2026-01-01"; today < "2029-01-01"; today = addDays(today, 11)) {
    const plan = planSample(today)
    const counts = Array.from({ length: 15 }, (_, day) => startingOn(plan, addDays(today, day)).length)
    expect(plan.length, today).toBeGreaterThanOrEqual(170)
    expect(counts[0], today).toBe(8)
    expect(
      counts.filter((count) => count === 0),
      today,
    ).toHaveLength(1)
  }
})

test("planSample gives the same plan for the same day, and another for another day", () => {
  expect(planSample("2026-11-21")).toEqual(planSample("2026-11-21"))
  expect(planSample("2026-11-21")).not.toEqual(planSample("2026-11-22"))
})

test("no room holds two events at the same time", () => {
  const plan = planSample("2026-11-21").filter(
    ({ allDay, production }) => !allDay && production.category !== "exhibition",
  )
  const seen = new Map<string, { start: string; end: string; key: string }[]>()
  const clashes: string[] = []
  for (const { production, showing, dates } of plan) {
    if (production.key === "trente-six-heures") continue
    if (typeof showing.at !== "string" || !showing.room) continue
    for (const date of dates) {
      const room = `${showing.at}/${showing.room}`
      for (const other of seen.get(room) ?? []) {
        if (date.start < other.end && other.start < date.end)
          clashes.push(`${production.key} and ${other.key}, ${date.start}`)
      }
      seen.set(room, [...(seen.get(room) ?? []), { ...date, key: production.key }])
    }
  }
  expect(clashes).toEqual([])
})

test.each(nows)("the recurrence rules in the sample plan of %s expand to its dates", (today) => {
  for (const { recurrence, dates, production } of planSample(today)) {
    if (!recurrence) continue
    const given = dates.map(({ start, was }) => was ?? start)
    expect(expanded(recurrence, given[0] as string), production.key).toEqual(given)
  }
})

test("there are at least sixty sample productions, each with a unique key", () => {
  expect(productions.length).toBeGreaterThanOrEqual(60)
  expect(new Set(productions.map(({ key }) => key)).size).toBe(productions.length)
})

function startingOn(plan: Planned[], date: string) {
  return plan.filter(({ dates }) => dates.some(({ start }) => start.startsWith(date)))
}

/** Expands a rule as a calendar does. */
function expanded(recurrence: string, start: string) {
  const lines = recurrence.split("\n")
  const rule = ICAL.Recur.fromString((lines.find((line) => line.startsWith("RRULE:")) as string).slice(6))
  const skipped = new Set(
    lines.filter((line) => line.startsWith("EXDATE")).map((line) => line.slice(line.indexOf(":") + 1)),
  )
  const iterator = rule.iterator(ICAL.Time.fromDateTimeString(`${start}:00`))
  const dates: string[] = []
  for (let next = iterator.next(); next; next = iterator.next()) dates.push(next.toString().slice(0, 16))
  return dates.filter((date) => !skipped.has(`${date.replaceAll(/[-:]/g, "")}00`))
}
