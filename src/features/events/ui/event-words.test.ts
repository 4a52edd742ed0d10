import { expect, test } from "vitest"
import { messages as french } from "#i18n/gen/fr.ts"
import { makeMessages } from "#i18n/messages.ts"
import { actorsOf, endOf, type ListedEvent, placeOf, posterWords, stampOf } from "./event-words.ts"

const t = makeMessages("fr", french, () => Date.parse("2026-11-21T12:00:00Z"))
const at = (start: string, end: string | null) => ({ start: `${start}+01:00`, end: end && `${end}+01:00` })
const timed = { all_day: false }

test("the end of an evening or a night is given as an hour, the end of a longer event as a day", () => {
  expect(endOf(t, timed, at("2026-11-21T20:30:00", "2026-11-21T22:15:00"))).toBe("22:15")
  expect(endOf(t, timed, at("2026-11-21T22:00:00", "2026-11-22T03:00:00"))).toBe("03:00")
  expect(endOf(t, timed, at("2026-11-21T22:00:00", "2026-11-24T03:00:00"))).toBe("24 nov.")
  expect(endOf(t, timed, at("2026-11-21T12:00:00", "2026-11-23T00:00:00"))).toBe("22 nov.")
  expect(endOf(t, timed, at("2026-11-21T22:00:00", null))).toBe("")
  expect(endOf(t, { all_day: true }, at("2026-11-21T00:00:00", "2026-11-21T23:59:00"))).toBe("")
  expect(endOf(t, { all_day: true }, at("2026-11-21T00:00:00", "2026-11-22T00:00:00"))).toBe("")
  expect(endOf(t, { all_day: true }, at("2026-11-21T00:00:00", "2026-11-25T00:00:00"))).toBe("24 nov.")
})

test("actors are listed once each, without the event's place", () => {
  const actor = (fid: string) => ({ fid, type: "group" as const, name: fid, url: "" })
  const event = {
    place: actor("hangar"),
    organizers: [actor("hangar"), actor("seuils")],
    lineup: [{ actor: actor("seuils"), name: "seuils", role: null, confirmed: true }],
  } as unknown as ListedEvent
  expect(actorsOf(event).map(({ fid }) => fid)).toEqual(["seuils"])
})

test("an event's place is its town alone if it has no name or the same name, or says that it is online", () => {
  const event = { place: null, location: { name: null, locality: "Namur" }, mode: "onsite" } as unknown as ListedEvent
  expect(placeOf(t, event)).toEqual({ name: "Namur", city: "" })
  const named = { ...event, location: { name: "Namur", locality: "Namur" } }
  expect(placeOf(t, named)).toEqual({ name: "Namur", city: "" })
  expect(placeOf(t, { ...event, location: null, mode: "online" })).toEqual({ name: "En ligne", city: "" })
  expect(placeOf(t, { ...named, status: "moved_online" })).toEqual({ name: "En ligne", city: "" })
})

test("a date in another year is shown with the year on posters, as an end and in formats with a month", () => {
  const event = { uid: "1", title: { fr: "Bal" }, language: "fr", category: "party", all_day: false } as ListedEvent
  const words = (start: string) => posterWords(t, { ...event, place: null, location: null }, at(start, null)).day
  expect([words("2026-11-21T20:30:00"), words("2027-01-04T20:30:00")]).toEqual(["sam. 21 nov.", "lun. 4 janv. 2027"])
  expect(endOf(t, timed, at("2026-12-21T22:00:00", "2027-01-24T03:00:00"))).toBe("24 janv. 2027")
  expect(t.date("2027-01-04", "long")).toBe("lundi 4 janvier 2027")
  expect(t.date("2025-01-04", "monthDay")).toBe("4 janvier 2025")
  expect(t.date("2027-01-04", "month")).toBe("janvier 2027")
  expect(t.date("2027-01-04", "weekday")).toBe("lundi")
})

test("a poster is stamped if its event or date is cancelled, or its event postponed or rescheduled", () => {
  const stamp = (status: string, date?: "cancelled" | "moved") =>
    stampOf(t, { status } as ListedEvent, { ...at("2026-11-21T20:30:00", null), ...(date ? { status: date } : {}) })
  expect([stamp("cancelled"), stamp("scheduled", "cancelled"), stamp("postponed"), stamp("rescheduled")]).toEqual([
    "Annulé",
    "Annulé",
    "Reporté",
    "Nouvelle date",
  ])
  // A cancelled date counts before the status of the event.
  expect(stamp("rescheduled", "cancelled")).toBe("Annulé")
  expect([stamp("scheduled"), stamp("scheduled", "moved"), stamp("moved_online"), stamp("tentative")]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
