import { expect, test } from "vitest"
import { timezoneOf } from "./queries.server.ts"

test("the time zone is found from a valid point, or without one from a country with a single time zone", () => {
  expect(timezoneOf({ lat: 51.5072, lon: -0.1276, country: "GB" })).toBe("Europe/London")
  expect(timezoneOf({ lat: 50.85, lon: 4.35 })).toBe("Europe/Brussels")
  expect(timezoneOf({ country: "BE" })).toBe("Europe/Brussels")
  expect(timezoneOf({ country: "GB" })).toBe("Europe/London")
  expect(timezoneOf({ country: "US" })).toBeUndefined()
  expect(timezoneOf({ lat: null, lon: null, country: null })).toBeUndefined()
  expect(timezoneOf({ lat: 91, lon: 4, country: "BE" })).toBeUndefined()
  expect(timezoneOf({ country: "!!" })).toBeUndefined()
})
