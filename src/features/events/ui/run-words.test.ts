import { expect, test } from "vitest"
import { messages as english } from "#i18n/gen/en.ts"
import { messages as french } from "#i18n/gen/fr.ts"
import { messages as dutch } from "#i18n/gen/nl.ts"
import { makeMessages } from "#i18n/messages.ts"
import { addDays } from "#lib/time.ts"
import { nightsOf } from "../dates/run.ts"
import { runWords } from "./run-words.ts"

const now = () => Date.parse("2026-11-21T12:00:00Z")
const [fr, en, nl] = [makeMessages("fr", french, now), makeMessages("en", english, now), makeMessages("nl", dutch, now)]
const on = (date: string, time = "20:30", status?: "cancelled") => ({
  start: `${date}T${time}:00+01:00`,
  end: null,
  ...(status && { status }),
})
const run = (...dates: ReturnType<typeof on>[]) => ({ all_day: false, dates })

test("the dates of a run are one line that names the month once, in each language", () => {
  const dates = run(on("2026-11-22"), on("2026-11-24"), on("2026-11-25"), on("2026-11-26"))
  expect(runWords(fr, dates)).toEqual({ main: "22, 24–26 nov. · 20:30", others: [] })
  expect(runWords(en, dates)).toEqual({ main: "22, 24–26 Nov · 20:30", others: [] })
  expect(runWords(nl, dates)).toEqual({ main: "22, 24–26 nov · 20:30", others: [] })
})

test("two consecutive days are listed singly, and dates at other hours follow those at the usual hour", () => {
  const dates = run(on("2026-11-28"), on("2026-11-29"), on("2026-11-30", "15:00"))
  expect(runWords(fr, dates)).toEqual({ main: "28, 29 nov. · 20:30", others: ["30 nov. · 15:00"] })
  const many = run(on("2026-11-28"), on("2026-11-29"), ...["10:00", "11:00", "12:00"].map((at) => on("2026-11-30", at)))
  expect(runWords(en, many).others).toEqual(["30 Nov · 10:00", "30 Nov · 11:00", "and at other times"])
})

test("a line of dates can span the end of a month and of a year", () => {
  expect(runWords(fr, run(...days("2026-11-29", 4))).main).toBe("29 nov. – 2 déc. · 20:30")
  expect(runWords(fr, run(on("2026-11-28"), on("2026-12-02"), on("2026-12-04"))).main).toBe(
    "28 nov., 2, 4 déc. · 20:30",
  )
  expect(runWords(nl, run(on("2026-12-30"), on("2027-01-02"))).main).toBe("30 dec, 2 jan 2027 · 20:30")
})

test("cancelled dates are left out of the line, unless all dates are cancelled", () => {
  const dates = [on("2026-11-24"), on("2026-11-25", "20:30", "cancelled"), on("2026-11-26")]
  expect(runWords(fr, run(...dates)).main).toBe("24, 26 nov. · 20:30")
  expect(runWords(fr, run(on("2026-11-25", "20:30", "cancelled"))).main).toBe("25 nov. · 20:30")
})

test("an exhibition is shown by its days without an hour, a night past midnight by its first day", () => {
  const long = { start: "2026-11-22T11:00:00+01:00", end: "2026-12-20T18:00:00+01:00" }
  expect(runWords(fr, { all_day: false, dates: [long] }).main).toBe("22 nov. – 20 déc.")
  const night = { start: "2026-11-22T22:00:00+01:00", end: "2026-11-23T03:00:00+01:00" }
  expect(runWords(fr, { all_day: false, dates: [night] }).main).toBe("22 nov. · 22:00")
  const allDay = { start: "2026-11-22T00:00:00+01:00", end: "2026-11-25T00:00:00+01:00" }
  expect(runWords(fr, { all_day: true, dates: [allDay] }).main).toBe("22–24 nov.")
})

test("many dates are a short line: their common weekday, or else the first and last date", () => {
  const weekly = Array.from({ length: 20 }, (_, week) => on(addDays("2026-11-24", week * 7)))
  expect(runWords(fr, run(...weekly)).main).toBe("le mardi, 24 nov. – 6 avr. 2027 · 20:30")
  expect(runWords(en, run(...weekly)).main).toBe("Tuesdays, 24 Nov – 6 Apr 2027 · 20:30")
  expect(runWords(nl, run(...weekly)).main).toBe("op dinsdag, 24 nov – 6 apr 2027 · 20:30")
  const odd = Array.from({ length: 200 }, (_, at) => on(addDays("2026-11-24", at * 2), at % 3 ? "20:30" : "15:00"))
  expect(runWords(fr, run(...odd))).toEqual({
    main: "24 nov. – 27 déc. 2027 · 20:30",
    others: ["et à d’autres heures"],
  })
  const known = { ...run(...odd.slice(0, 60)), last: odd.at(-1)?.start }
  expect(runWords(fr, known).main).toBe("24 nov. – 27 déc. 2027 · 20:30")
})

test("each night is marked as on, cancelled or dark, for at most three weeks", () => {
  const dates = [on("2026-11-22"), on("2026-11-24"), on("2026-11-25", "20:30", "cancelled"), on("2026-11-26")]
  const nights = nightsOf(dates, false)
  expect(nights.map(({ state }) => state).slice(0, 7)).toEqual(["dark", "on", "dark", "on", "off", "on", "dark"])
  expect(nights).toHaveLength(10)
  expect(nights.filter(({ isMonday }) => isMonday).map(({ date }) => date)).toEqual(["2026-11-23", "2026-11-30"])
  expect(nightsOf(days("2026-11-22", 200), false)).toHaveLength(21)
})

function days(from: string, count: number) {
  return Array.from({ length: count }, (_, at) => on(addDays(from, at)))
}
