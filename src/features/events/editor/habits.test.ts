import { expect, test } from "vitest"
import type { Event } from "../event.ts"
import { clockAfter } from "./form/form-dates.ts"
import { habitsIn, venueOf } from "./habits.ts"
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

test("usual categories, duration and organizer come from the events that were created last", () => {
  const host = { fid: "bief" } as Event["organizers"][number]
  const habits = habitsIn([
    event("2026-01-01T10:00:00Z", { category: "dance", end: "2026-11-20T21:00:00+01:00" }),
    event("2026-03-01T10:00:00Z", { category: "film", organizers: [host] }),
    event("2026-02-01T10:00:00Z", { category: "dance", end: "2026-11-20T21:45:00+01:00" }),
  ])
  expect(habits).toEqual({ categories: ["film", "dance"], minutes: 105, host: "bief" })
  expect(habitsIn([])).toEqual({ categories: [], minutes: null, host: undefined })
})

test("an event that lasts several days sets no usual duration", () => {
  expect(habitsIn([event("2026-01-01T10:00:00Z", { end: "2026-11-22T20:00:00+01:00" })]).minutes).toBeNull()
})

test("events of a place are proposed at that place, those of an artist nowhere", () => {
  const venue = { fid: "hangar", type: "place" } as const
  const artist = { fid: "ana", type: "person" } as const
  expect(venueOf({ host: undefined }, [venue])).toBe(venue)
  expect(venueOf({ host: "hangar" }, [artist, venue])).toBe(venue)
  expect(venueOf({ host: undefined }, [artist])).toBeUndefined()
  expect(venueOf({ host: "ana" }, [artist, venue])).toBeUndefined()
  expect(venueOf({ host: undefined }, [venue, artist])).toBeUndefined()
  expect(venueOf({ host: "another" }, [venue])).toBeUndefined()
})

test("no usual end is proposed after midnight or for a half-typed hour", () => {
  expect(clockAfter("20:30", 105)).toBe("22:15")
  expect(clockAfter("22:30", 105)).toBeUndefined()
  expect(clockAfter("2:3", 105)).toBeUndefined()
})

test("the title moves to the new main language unless that language already has a title", () => {
  const typed = { "title.fr": "Kermis", "title.en": "Fair" }
  expect(titlesIn(typed, "fr", "nl")).toEqual({ fr: "", en: "Fair", nl: "Kermis" })
  expect(titlesIn(typed, "fr", "en")).toEqual({ fr: "Kermis", en: "Fair", nl: "" })
})
