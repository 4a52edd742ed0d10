import { expect, test } from "vitest"
import { messagesIn } from "./catalogues.server.ts"
import { dayNumber, daySpan } from "./day-span.ts"

/** The current year, which is left out of dates, where the site is. */
const year = Number(new Date().toLocaleDateString("en", { year: "numeric", timeZone: "Europe/Brussels" }))
const [fr, en, nl] = [messagesIn("fr"), messagesIn("en"), messagesIn("nl")]

test("a span of days names a shared month once, and French writes the first day as 1er", () => {
  expect(daySpan(fr, `${year}-11-21`, `${year}-11-21`)).toBe("21 nov.")
  expect(daySpan(fr, `${year}-11-01`, `${year}-11-23`)).toBe("1er–23 nov.")
  expect(daySpan(en, `${year}-11-01`, `${year}-11-23`, "monthDay")).toBe("1–23 November")
  expect(daySpan(nl, `${year}-10-30T20:00`, `${year}-11-01T02:00`)).toBe("30 okt – 1 nov")
  expect(daySpan(fr, `${year}-12-30`, `${year + 1}-01-01`)).toBe(`30 déc. – 1er janv. ${year + 1}`)
  expect(daySpan(en, `${year + 1}-07-15`, `${year + 1}-07-25`)).toBe(`15–25 Jul ${year + 1}`)
})

test("dayNumber is the day of the month alone, with 1er in French", () => {
  expect([fr, en, nl].map((t) => dayNumber(t, `${year}-05-01`))).toEqual(["1er", "1", "1"])
  expect([fr, en, nl].map((t) => dayNumber(t, `${year}-05-31`))).toEqual(["31", "31", "31"])
})
