import { expect, test } from "vitest"
import { inPageOrder, isCorrected } from "./remaining-errors.ts"

const filled = (fields: Record<string, string>) => new Map(Object.entries(fields))

test("errors are ordered as their fields are on the page, with general errors last", () => {
  const order = ["title.fr", "dates.0.date", "dates.0.end", "place", "category", "lineup.0", "lineup.0.text"]
  const errors = { general: 1, category: 2, "lineup.0": 3, "title.fr": 4, "dates.0.end": 5 }
  expect(inPageOrder(errors, order).map(([name]) => name)).toEqual([
    "title.fr",
    "dates.0.end",
    "category",
    "lineup.0",
    "general",
  ])
})

test("an error is corrected by a new value, not by an empty one", () => {
  const sent = filled({ title: "", ticket: "au guichet" })
  expect(isCorrected("title", filled({ title: "", ticket: "" }), sent)).toBe(false)
  expect(isCorrected("ticket", filled({ title: "", ticket: "" }), sent)).toBe(false)
  expect(isCorrected("title", filled({ title: "Bal", ticket: "au guichet" }), sent)).toBe(true)
})

test("an end before its start is corrected by another start of that date; a missing date is not", () => {
  const sent = filled({
    "dates.0.date": "",
    "dates.0.start": "22:00",
    "dates.0.end": "20:00",
    "dates.1.start": "20:00",
  })
  const earlier = filled({ ...Object.fromEntries(sent), "dates.0.start": "19:00" })
  expect(isCorrected("dates.0.end", earlier, sent)).toBe(true)
  expect(isCorrected("dates.0.date", earlier, sent)).toBe(false)
  const other = filled({ ...Object.fromEntries(sent), "dates.1.start": "19:00" })
  expect(isCorrected("dates.0.end", other, sent)).toBe(false)
})

test("a page that was not found is corrected by another text", () => {
  const sent = filled({ place: "", "place.text": "Nulle part" })
  expect(isCorrected("place", filled({ place: "", "place.text": "Quelque part" }), sent)).toBe(true)
})
