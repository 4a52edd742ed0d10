import { expect, test } from "vitest"
import type { Actor } from "./actor.ts"
import { accessFacts, byMonth, hasContacts, hasLocation, isPage, listLimit, withMore } from "./actor-page.ts"

const hangar = {
  fid: "hangar",
  type: "place",
  name: "Le Hangar des Vents",
  location: { name: null, street: null, postal_code: null, locality: "Bruxelles", region: null, country: "BE" },
  rooms: [],
  access: {},
  links: [],
  contacts: [],
  relations: [],
} as unknown as Actor
const relation = (relation: string, fid: string, type: string) =>
  ({ relation, actor: { fid, type, name: fid, url: "" } }) as Actor["relations"][number]

test("an actor without a fid or of an unknown type is not a page", () => {
  expect(isPage(hangar)).toBe(true)
  expect(isPage({ ...hangar, type: "robot" as "place" })).toBe(false)
  expect(isPage({ ...hangar, fid: "" })).toBe(false)
})

test("a town alone, or accessibility facts alone, is a location for a place; a person needs a street", () => {
  expect(hasLocation(hangar)).toBe(true)
  expect(hasLocation({ ...hangar, type: "person" })).toBe(false)
  expect(hasLocation({ ...hangar, type: "person", location: { ...hangar.location, street: "1 rue" } as never })).toBe(
    true,
  )
  expect(hasLocation({ ...hangar, location: null })).toBe(false)
  expect(hasLocation({ ...hangar, location: null, access: { step_free: "yes" } })).toBe(true)
})

test("hasContacts is true with a relation, and false without links, contacts and relations", () => {
  expect(hasContacts(hangar)).toBe(false)
  expect(hasContacts({ ...hangar, relations: [relation("partner", "rhizome", "organizer")] })).toBe(true)
})

test("accessibility features whose answer is unknown are left out", () => {
  expect(accessFacts({ strobe: "no", step_free: "yes", seating: "unknown", checked: "2026-01-14" })).toEqual([
    { feature: "step_free", answer: "yes" },
    { feature: "strobe", answer: "no" },
  ])
})

test("the limit of a list on a page is bounded, and the link to more items adds 50", () => {
  expect(["50", "5", "9999", "-1", "x", null].map(listLimit)).toEqual([50, 6, 200, 6, 6, 6])
  expect(withMore("hangar", "history", 20)).toBe("/actors/hangar?tab=history&limit=70#history")
})

test("byMonth groups upcoming events by their next date, and running events under the current month", () => {
  const event = (...starts: string[]) => {
    const occurrences = starts.map((start, id) => ({ id, start: `${start}T20:30:00+01:00`, end: null }))
    return { next: occurrences[0] ?? null, occurrences }
  }
  const months = byMonth(
    [
      event("2026-10-01"),
      event("2026-11-28", "2026-12-05"),
      { ...event("2026-12-02"), further_dates: { count: 140, last: "" } },
    ],
    "2026-11-22",
  )
  expect(months.map(({ month, events, dates }) => [month, events.length, dates])).toEqual([
    ["2026-11", 2, 3],
    ["2026-12", 1, 141],
  ])
})
