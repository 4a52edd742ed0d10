import { expect, test } from "vitest"
import { eventListQuery } from "../inputs.ts"
import {
  agendaParameters,
  agendaSearch,
  followedQuery,
  isFiltered,
  plainQuery,
  readAgendaQuery,
  withoutFilter,
} from "./agenda-query.ts"

const read = (search: string) => readAgendaQuery(new URLSearchParams(search))

test("a list is read from the address by number or slug and written back, malformed names are ignored", () => {
  for (const list of ["7", "nuits-d-ete"]) {
    expect(agendaSearch(read(`list=${list}`))).toBe(`?list=${list}`)
    expect(agendaParameters(read(`list=${list}`), "2026-11-21")).toMatchObject({ list })
    expect(withoutFilter(read(`list=${list}&q=x`), "list")).toMatchObject({ list: "", q: "x" })
  }
  for (const list of ["A b", "%00", "../x", "x".repeat(61)]) expect(read(`list=${list}`).list).toBe("")
})

test("a followed search drops days relative to today and keeps days chosen by hand", () => {
  const followed = (search: string) => followedQuery(read(`q=x&${search}`), "2026-11-27")
  const relative = ["27&to=2026-11-27", "28&to=2026-11-28", "27&to=2026-11-29", "27&to=2026-12-03"]
  for (const days of relative) {
    expect(followed(`from=2026-11-${days}`)).toMatchObject({ q: "x", from: undefined, to: undefined })
  }
  expect(followed("from=2026-12-05&to=2026-12-06")).toMatchObject({ from: "2026-12-05", to: "2026-12-06" })
})

test("an address without parameters is the plain query, which is unfiltered and written without parameters", () => {
  expect(read("")).toEqual(plainQuery)
  expect(agendaSearch(plainQuery)).toBe("")
  expect(isFiltered(plainQuery)).toBe(false)
})

test("parameters that are not understood are ignored, and the limit stays within its bounds", () => {
  expect(
    read(
      "rel=everyone&view=globe&bbox=4,51,5,50&category=opera&from=2026-02-30&to=tomorrow&near=north&radius=-4&free=perhaps&access=stairs&limit=all&month=2026-13&day=x",
    ),
  ).toEqual(plainQuery)
  expect(read("near=91,4&limit=5").limit).toBe(20)
  expect(read("near=91,4").near).toBeUndefined()
  expect(read("limit=9999").limit).toBe(200)
})

test("search words are trimmed, freed of null characters and cut to 200 characters", () => {
  expect(read("q=%20%20jazz%20").q).toBe("jazz")
  expect(read("q=%20%00%20").q).toBe("")
  expect(read("q=a%00b").q).toBe("a b")
  expect(read(`q=${"x".repeat(10_000)}`).q).toHaveLength(200)
  expect(read(`q=${encodeURIComponent("😀".repeat(500))}`).q.isWellFormed()).toBe(true)
})

test("categories are read from repeated parameters and from one with commas", () => {
  expect(read("category=dance&category=music").category).toEqual(["music", "dance"])
  expect(read("category=dance,music,opera").category).toEqual(["music", "dance"])
})

test("a span that ends before it begins is open at the end", () => {
  expect(read("from=2026-11-21&to=2026-11-20")).toMatchObject({ from: "2026-11-21", to: undefined })
})

test("a query is written with its changed parameters in a fixed order, and reads back the same", () => {
  const query = read(
    "access=step_free&q=l%27%C3%A9t%C3%A9%20%26%20co&near=50.8466,4.3528&place=Bruxelles&radius=5&category=dance&view=grid&limit=40&free=1",
  )
  const search = agendaSearch(query)
  expect(search).toBe(
    "?q=l'%C3%A9t%C3%A9+%26+co&category=dance&near=50.847,4.353&place=Bruxelles&radius=5&free=true&access=step_free&view=grid&limit=40",
  )
  expect(agendaSearch(read(search))).toBe(search)
})

test("removing a filter leaves the others and resets the limit", () => {
  const query = read("q=jazz&category=music&from=2026-11-21&to=2026-11-23&limit=60")
  expect(agendaSearch(withoutFilter(query, "q"))).toBe("?from=2026-11-21&to=2026-11-23&category=music")
  expect(agendaSearch(withoutFilter(query, "dates"))).toBe("?q=jazz&category=music")
})

test("the API is asked for past events only if the whole span is past", () => {
  expect(agendaParameters(read("from=2026-11-01&to=2026-11-30"), "2026-11-21").filter).toBe("future")
  expect(agendaParameters(read("from=2026-10-01&to=2026-10-31"), "2026-11-21").filter).toBe("all")
  expect(agendaParameters(read("near=50,4&radius=10"), "2026-11-21")).toMatchObject({ near: "50,4", radius: 10 })
})

test("the start of a later page is in the address, and removing a filter resets it", () => {
  const query = read("from=2026-11-21&to=2026-11-21&start=200")
  expect([query.start, agendaSearch(query)]).toEqual([200, "?from=2026-11-21&to=2026-11-21&start=200"])
  expect(withoutFilter(query, "dates").start).toBe(0)
  expect(read("start=-1").start).toBe(0)
})

test("running events can be listed alone, but not on the map, in the calendar or among managed events", () => {
  expect(agendaSearch(read("running=true&category=exhibition"))).toBe("?category=exhibition&running=true")
  expect(isFiltered(read("running=true"))).toBe(true)
  expect(withoutFilter(read("running=true&q=x"), "running")).toMatchObject({ running: false, q: "x" })
  for (const elsewhere of ["view=map", "view=calendar", "rel=managed"])
    expect(read(`running=true&${elsewhere}`).running).toBe(false)
})

test("a moment is understood although the plus of its offset was not encoded in the address", () => {
  const query = Object.fromEntries(new URLSearchParams("from=2026-11-21T20:30:00+01:00&to=2026-11-22T20:30:00%2B01:00"))
  expect(eventListQuery.parse(query)).toEqual({
    ...eventListQuery.parse({}),
    from: "2026-11-21T20:30:00+01:00",
    to: "2026-11-22T20:30:00+01:00",
  })
  expect(eventListQuery.safeParse({ from: "2026-11-21 20:30" }).success).toBe(false)
})
