import { expect, test } from "vitest"
import { differingTimes } from "./differing-times.ts"

const fields = { "dates.0.date": "2027-02-04", "dates.0.start": "20:30", timezone: "Europe/London" }

test("a time in another zone is also shown in the author's zone, with the day that it is there", () => {
  expect(differingTimes(fields, "Europe/Brussels")).toEqual({
    there: "2027-02-04T20:30:00+00:00",
    own: "2027-02-04T21:30:00+01:00",
    zone: "London",
  })
  expect(differingTimes({ ...fields, timezone: "America/New_York" }, "Europe/Brussels")).toMatchObject({
    own: "2027-02-05T02:30:00+01:00",
    zone: "New York",
  })
})

test("no second time is shown if the clocks agree, for whole days, and for incomplete or invalid fields", () => {
  expect(differingTimes({ ...fields, timezone: "Europe/Paris" }, "Europe/Brussels")).toBeUndefined()
  expect(differingTimes({ ...fields, all_day: "on" }, "Europe/Brussels")).toBeUndefined()
  expect(differingTimes({ ...fields, "dates.0.start": "" }, "Europe/Brussels")).toBeUndefined()
  expect(differingTimes({ ...fields, "dates.0.date": "2027-02-31" }, "Europe/Brussels")).toBeUndefined()
  expect(differingTimes({ ...fields, timezone: "Mars/Olympus" }, "Europe/Brussels")).toBeUndefined()
})
