import { expect, test } from "vitest"
import { messages as french } from "#i18n/gen/fr.ts"
import { makeMessages } from "#i18n/messages.ts"
import { actorsOf, endOf, type ListedEvent, placeOf } from "./event-words.ts"

const t = makeMessages("fr", french)
const at = (start: string, end: string | null) => ({ start: `${start}+01:00`, end: end && `${end}+01:00` })
const timed = { all_day: false }

test("a night that ends before six ends at an hour, what lasts longer on a day", () => {
  expect(endOf(t, timed, at("2026-11-21T20:30:00", "2026-11-21T22:15:00"))).toBe("22:15")
  expect(endOf(t, timed, at("2026-11-21T22:00:00", "2026-11-22T03:00:00"))).toBe("03:00")
  expect(endOf(t, timed, at("2026-11-21T22:00:00", "2026-11-24T03:00:00"))).toBe("24 nov.")
  expect(endOf(t, timed, at("2026-11-21T22:00:00", null))).toBe("")
  expect(endOf(t, { all_day: true }, at("2026-11-21T00:00:00", "2026-11-21T23:59:00"))).toBe("")
  expect(endOf(t, { all_day: true }, at("2026-11-21T00:00:00", "2026-11-22T00:00:00"))).toBe("")
  expect(endOf(t, { all_day: true }, at("2026-11-21T00:00:00", "2026-11-25T00:00:00"))).toBe("24 nov.")
})

test("each actor is named once, and the house only as the place", () => {
  const actor = (fid: string) => ({ fid, type: "group" as const, name: fid, url: "" })
  const event = {
    place: actor("hangar"),
    organizers: [actor("hangar"), actor("seuils")],
    lineup: [{ actor: actor("seuils"), name: "seuils", role: null, confirmed: true }],
  } as unknown as ListedEvent
  expect(actorsOf(event).map(({ fid }) => fid)).toEqual(["seuils"])
})

test("an event without a place says its city, or that it is online", () => {
  const event = { place: null, location: { name: null, locality: "Namur" }, mode: "onsite" } as unknown as ListedEvent
  expect(placeOf(t, event)).toEqual({ name: "Namur", city: "" })
  expect(placeOf(t, { ...event, location: null, mode: "online" })).toEqual({ name: "En ligne", city: "" })
})
