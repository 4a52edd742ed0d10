import { expect, test } from "vitest"
import { dateAddresses, followAddresses } from "./addresses.ts"

test("a calendar subscription passes its whole address to Google, Apple, Outlook and Office", () => {
  const address = "https://foyer.example/en/events/calendar.ics?q=a&category=music"
  const { google, apple, outlook, office } = followAddresses(address, "Rock & Roll")
  expect(apple).toBe("webcal://foyer.example/en/events/calendar.ics?q=a&category=music")
  expect(new URL(google).searchParams.get("cid")).toBe(apple)
  for (const [one, host] of [
    [outlook, "outlook.live.com"],
    [office, "outlook.office.com"],
  ] as const) {
    const { hostname, searchParams } = new URL(one)
    expect([hostname, searchParams.get("url"), searchParams.get("name")]).toEqual([host, address, "Rock & Roll"])
  }
})

const date = {
  start: "2026-11-21T20:30:00+01:00",
  end: "2026-11-21T22:00:00+01:00",
  isAllDay: false,
  place: "Le Hangar, Bruxelles",
  details: "https://foyer.example/events/42",
}

test("a single date is added to Google and Outlook at its time in UTC, and not to Apple", () => {
  const { google, outlook, apple } = dateAddresses(date, "Nuit & jour")
  expect(apple).toBeUndefined()
  const asked = new URL(google).searchParams
  expect(asked.get("dates")).toBe("20261121T193000Z/20261121T210000Z")
  expect([asked.get("text"), asked.get("location")]).toEqual(["Nuit & jour", "Le Hangar, Bruxelles"])
  const there = new URL(outlook).searchParams
  expect([there.get("startdt"), there.get("enddt")]).toEqual(["2026-11-21T19:30:00Z", "2026-11-21T21:00:00Z"])
  expect(outlook).not.toContain("+")
})

test("a date without an end lasts two hours, and a whole day ends with that day", () => {
  const open = new URL(dateAddresses({ ...date, end: null }, "A").google).searchParams
  expect(open.get("dates")).toBe("20261121T193000Z/20261121T213000Z")
  const days = { ...date, start: "2026-12-31T00:00:00+01:00", isAllDay: true }
  expect(new URL(dateAddresses({ ...days, end: null }, "A").google).searchParams.get("dates")).toBe("20261231/20270101")
  const long = { ...days, end: "2027-01-03T00:00:00+01:00" }
  const { searchParams } = new URL(dateAddresses(long, "A").outlook)
  expect([searchParams.get("startdt"), searchParams.get("enddt"), searchParams.get("allday")]).toEqual([
    "2026-12-31",
    "2027-01-03",
    "true",
  ])
})
