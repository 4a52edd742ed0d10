import { expect, test } from "vitest"
import { ruleTimes, ruleOf } from "./recurrence.ts"

function dates(rule: string, start: string, limit = 6, horizon = "2040-01-01T00:00Z") {
  const read = ruleOf(rule)
  const until =
    read.until &&
    Date.parse(
      read.until.replace(
        /^(....)(..)(..)(T(..)(..)(..))?Z?$/,
        (_, y, m, d, t, h, i, s) => `${y}-${m}-${d}T${t ? `${h}:${i}:${s}` : "23:59:59"}Z`,
      ),
    )
  const found: string[] = []
  for (const time of ruleTimes(read, Date.parse(`${start}Z`), until || undefined, Date.parse(horizon))) {
    found.push(new Date(time).toISOString().slice(0, 16))
    if (found.length === limit) break
  }
  return found
}

const days = (list: string[]) => list.map((each) => each.slice(0, 10))

test("the examples of RFC 5545 expand to its dates", () => {
  expect(days(dates("FREQ=DAILY;COUNT=3", "1997-09-02T09:00"))).toEqual(["1997-09-02", "1997-09-03", "1997-09-04"])
  expect(days(dates("FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09-02T09:00"))).toEqual([
    "1997-09-02",
    "1997-09-12",
    "1997-09-22",
    "1997-10-02",
    "1997-10-12",
  ])
  expect(days(dates("FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "1997-09-02T09:00", 8))).toEqual([
    "1997-09-02",
    "1997-09-04",
    "1997-09-16",
    "1997-09-18",
    "1997-09-30",
    "1997-10-02",
    "1997-10-14",
    "1997-10-16",
  ])
  expect(days(dates("FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "1997-09-22T09:00"))).toEqual([
    "1997-09-22",
    "1997-10-20",
    "1997-11-17",
    "1997-12-22",
    "1998-01-19",
    "1998-02-16",
  ])
  expect(days(dates("FREQ=MONTHLY;BYMONTHDAY=-3", "1997-09-28T09:00", 4))).toEqual([
    "1997-09-28",
    "1997-10-29",
    "1997-11-28",
    "1997-12-29",
  ])
  expect(days(dates("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1998-02-13T09:00", 4))).toEqual([
    "1998-02-13",
    "1998-03-13",
    "1998-11-13",
    "1999-08-13",
  ])
  expect(days(dates("FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-09-04T09:00"))).toEqual([
    "1997-09-04",
    "1997-10-07",
    "1997-11-06",
  ])
  expect(days(dates("FREQ=YEARLY;BYDAY=20MO", "1997-05-19T09:00", 3))).toEqual([
    "1997-05-19",
    "1998-05-18",
    "1999-05-17",
  ])
  expect(days(dates("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997-05-12T09:00", 3))).toEqual([
    "1997-05-12",
    "1998-05-11",
    "1999-05-17",
  ])
  expect(days(dates("FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200", "1997-01-01T09:00", 5))).toEqual([
    "1997-01-01",
    "1997-04-10",
    "1997-07-19",
    "2000-01-01",
    "2000-04-09",
  ])
  expect(
    days(dates("FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "1996-11-05T09:00", 3)),
  ).toEqual(["1996-11-05", "2000-11-07", "2004-11-02"])
  expect(dates("FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,30", "1997-09-02T09:00", 5)).toEqual([
    "1997-09-02T09:00",
    "1997-09-02T09:30",
    "1997-09-02T10:00",
    "1997-09-02T10:30",
    "1997-09-03T09:00",
  ])
  const weeks = ["1997-08-05", "1997-08-10", "1997-08-19", "1997-08-24"]
  expect(days(dates("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997-08-05T09:00"))).toEqual(weeks)
  const sundays = ["1997-08-05", "1997-08-17", "1997-08-19", "1997-08-31"]
  expect(days(dates("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997-08-05T09:00"))).toEqual(sundays)
  expect(days(dates("FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007-01-15T09:00"))).toEqual([
    "2007-01-15",
    "2007-01-30",
    "2007-02-15",
    "2007-03-15",
    "2007-03-30",
  ])
  expect(days(dates("FREQ=DAILY;UNTIL=19970904", "1997-09-02T09:00"))).toEqual([
    "1997-09-02",
    "1997-09-03",
    "1997-09-04",
  ])
})

test("a yearly 29 February repeats in leap years, a monthly 31st in long months", () => {
  expect(days(dates("FREQ=YEARLY", "2024-02-29T09:00", 3))).toEqual(["2024-02-29", "2028-02-29", "2032-02-29"])
  expect(days(dates("FREQ=MONTHLY", "2026-01-31T09:00", 3))).toEqual(["2026-01-31", "2026-03-31", "2026-05-31"])
})

test("rules whose day never occurs end after their first date within ten seconds", () => {
  const began = performance.now()
  expect(dates("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "1970-02-01T00:00")).toHaveLength(1)
  expect(dates("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "1970-02-01T00:00")).toHaveLength(1)
  expect(performance.now() - began).toBeLessThan(10_000)
})

test.each([
  ["FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "recurrence_too_fine"],
  ["FREQ=MINUTELY;BYMINUTE=61", "recurrence_too_fine"],
  ["FREQ=DAILY;INTERVAL=0", "recurrence_invalid"],
  ["FREQ=DAILY;BYMINUTE=61", "recurrence_invalid"],
  ["FREQ=DAILY;UNTIL=tomorrow", "recurrence_invalid"],
  ["FREQ=WEEKLY;BYDAY=XX", "recurrence_invalid"],
  ["", "recurrence_invalid"],
])("%s is refused", (rule, reason) => {
  expect(() => ruleOf(rule)).toThrow(reason)
})

test("a rule whose day never occurs ends even with a distant horizon, a rare day is still found", () => {
  const start = Date.UTC(1900, 0, 1)
  for (const text of [
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=31",
    "FREQ=YEARLY;BYYEARDAY=366;BYMONTH=3",
  ])
    expect([...ruleTimes(ruleOf(text), start, undefined, Date.UTC(9000, 0, 1))], text).toEqual([start])
  // 29 February on a Monday: 28 years apart, forty around 1900.
  const rare = [
    ...ruleTimes(
      ruleOf("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO"),
      Date.UTC(1904, 1, 29),
      undefined,
      Date.UTC(2010, 0, 1),
    ),
  ]
  expect(rare.map((at) => new Date(at).getUTCFullYear())).toEqual([1904, 1932, 1960, 1988])
})
