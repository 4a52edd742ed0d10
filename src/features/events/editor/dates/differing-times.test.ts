import { expect, test } from "vitest"
import { differingTimes } from "./differing-times.ts"

const fields = { "dates.0.date": "2027-02-04", "dates.0.start": "20:30", timezone: "Europe/London" }

test("an hour elsewhere is told as it is where the author lives, the day too when that is another", () => {
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

test("nothing is told where the clocks agree, of whole days, and of what is not filled in yet", () => {
  expect(differingTimes({ ...fields, timezone: "Europe/Paris" }, "Europe/Brussels")).toBeUndefined()
  expect(differingTimes({ ...fields, all_day: "on" }, "Europe/Brussels")).toBeUndefined()
  expect(differingTimes({ ...fields, "dates.0.start": "" }, "Europe/Brussels")).toBeUndefined()
  expect(differingTimes({ ...fields, "dates.0.date": "2027-02-31" }, "Europe/Brussels")).toBeUndefined()
  expect(differingTimes({ ...fields, timezone: "Mars/Olympus" }, "Europe/Brussels")).toBeUndefined()
})
