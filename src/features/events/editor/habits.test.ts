import { expect, test } from "vitest"
import type { Event } from "../event.ts"
import { clockAfter } from "./form/form-dates.ts"
import { habitsIn } from "./habits.ts"
import { titlesIn } from "./titles.ts"

const event = (created: string, more: Partial<Event>) =>
  ({
    created,
    category: "music",
    start: "2026-11-20T20:00:00+01:00",
    end: null,
    all_day: false,
    organizers: [],
    ...more,
  }) as unknown as Event

test("the next event is like the one that was made last, in whatever order they take place", () => {
  const host = { fid: "bief" } as Event["organizers"][number]
  const habits = habitsIn([
    event("2026-01-01T10:00:00Z", { category: "dance", end: "2026-11-20T21:00:00+01:00" }),
    event("2026-03-01T10:00:00Z", { category: "film", organizers: [host] }),
    event("2026-02-01T10:00:00Z", { category: "dance", end: "2026-11-20T21:45:00+01:00" }),
  ])
  expect(habits).toEqual({ categories: ["film", "dance"], minutes: 105, host: "bief" })
  expect(habitsIn([])).toEqual({ categories: [], minutes: null, host: undefined })
})

test("what goes on for days says nothing of how long an evening is", () => {
  expect(habitsIn([event("2026-01-01T10:00:00Z", { end: "2026-11-22T20:00:00+01:00" })]).minutes).toBeNull()
})

test("a usual end is never on another day, and follows from no half-typed hour", () => {
  expect(clockAfter("20:30", 105)).toBe("22:15")
  expect(clockAfter("22:30", 105)).toBeUndefined()
  expect(clockAfter("2:3", 105)).toBeUndefined()
})

test("a title goes along when another language comes first, unless that one has its own", () => {
  const typed = { "title.fr": "Kermis", "title.en": "Fair" }
  expect(titlesIn(typed, "fr", "nl")).toEqual({ fr: "", en: "Fair", nl: "Kermis" })
  expect(titlesIn(typed, "fr", "en")).toEqual({ fr: "Kermis", en: "Fair", nl: "" })
})
