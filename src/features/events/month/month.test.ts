import { sql } from "kysely"
import { expect, test } from "vitest"
import { apiWorld } from "#test/worlds/api-world.ts"
import type { EventFields, Someone } from "#test/worlds/world.ts"
import { plainQuery } from "../listing/agenda-query.ts"
import type { Event } from "../event.ts"
import { readMonth } from "../pages/month-data.ts"
import { chosenDay, monthOf, monthRows } from "./month.ts"
import type { EventMonth } from "./queries.server.ts"

const today = "2026-11-21"
const two = (number: number) => String(number).padStart(2, "0")

/** Returns one day of a month's response. */
function on({ days }: EventMonth, date: string) {
  return days.find((day) => day.date === date)
}
/** Returns the titles of the dates it lists, in their order. */
function told(month: EventMonth, date: string) {
  const rows = monthRows(month.days, month.events as Event[]).get(date) ?? []
  return rows.map(({ event }) => event.title.fr)
}

/** Publishes evenings one after the other, as the application does. */
async function publishes(someone: Someone, evenings: EventFields[]) {
  for (const said of evenings) await someone.publishes(said)
}

test("the open day of a month is the chosen day, else today, else its first day", () => {
  expect(chosenDay({}, today)).toBe(today)
  expect(chosenDay({ month: "2026-12" }, today)).toBe("2026-12-01")
  expect(chosenDay({ month: "2026-12", day: "2026-12-24" }, today)).toBe("2026-12-24")
  expect(chosenDay({ month: "2026-12", day: "2026-11-24" }, today)).toBe("2026-12-01")
})

test("a list that begins on a date opens that month and day, unless another month is chosen", () => {
  expect(monthOf({ from: "2027-03-04" }, today)).toBe("2027-03")
  expect(chosenDay({ from: "2027-03-04" }, today)).toBe("2027-03-04")
  expect(monthOf({ from: "2027-03-04", month: "2027-05" }, today)).toBe("2027-05")
})

test("every date of a month is counted, however many there are: 320 on one day, 2,000 in the month", async () => {
  const { db, json, hangar } = await apiWorld()
  const { id } = await hangar.publishes({ title: "Radio", starts: "2031-05-15T20:30" })
  // Copies of one evening: 319 more on the same day, 1,680 over the others.
  await sql`
    with copies as (
      insert into events (uid, language, title, category, timezone, place_id, workflow)
      select gen_random_uuid(), 'fr', jsonb_build_object('fr', 'Nuit ' || n), 'other', timezone, place_id, 'published'
      from events, generate_series(1, 1999) n where id = ${id} returning id, title ->> 'fr' as title)
    insert into occurrences (event_id, listed, category, starts_at, ends_at, until_at)
    select id, true, 'other', at, at + interval '2 hours', at + interval '2 hours' from (
      select id, case when n < 320 then timestamptz '2031-05-15 21:00+02' + n * interval '1 second'
        else timestamptz '2031-05-01 18:00+02' + (n % 14) * interval '1 day' + n * interval '1 second' end as at
      from (select id, split_part(title, ' ', 2)::int as n from copies) as numbered) as dated`.execute(db)

  const month: EventMonth = await json("/api/contents/events/month/?month=2031-05&day=2031-05-15")
  expect(month.total).toBe(2000)
  expect(on(month, "2031-05-15")).toMatchObject({ count: 320, running: 0 })
  expect(month.days.reduce((sum, { count }) => sum + count, 0)).toBe(2000)
  expect(on(month, "2031-05-14")?.count).toBe(120)
  expect(on(month, "2031-05-20")).toEqual({ date: "2031-05-20", count: 0, running: 0, dates: [] })
  // The first dates of each day are listed, more for the open day, and nothing else is sent.
  expect(month.days.map(({ dates }) => dates.length)).toEqual(
    month.days.map(({ date, count }) => Math.min(count, date === "2031-05-15" ? 40 : 8)),
  )
  expect(told(month, "2031-05-15").slice(0, 3)).toEqual(["Radio", "Nuit 1", "Nuit 2"])
  expect(month.events).toHaveLength(40 + 14 * 8)

  // The strip of days has the same numbers.
  const strip = await json("/api/contents/events/days/?from=2031-05-14&days=2")
  expect(strip.map(({ count }: { count: number }) => count)).toEqual([120, 320])

  // The day's own list has all of them, over several pages.
  const address = "/api/contents/events/?filter=all&from=2031-05-15&to=2031-05-15"
  const pages = [await json(`${address}&limit=200`), await json(`${address}&limit=200&start=200`)]
  expect(pages.flat()).toHaveLength(320)
})

test("long dates are on each of their days after those that begin, nights and cancelled dates on their first", async () => {
  const { json, hangar } = await apiWorld()
  const day = (number: number, hour = "20:30") => `2031-05-${two(number)}T${hour}`
  await publishes(hangar, [
    { title: "Exposition", starts: "2031-03-02T10:00", minutes: 70 * 24 * 60 },
    { title: "Bal", starts: day(3, "23:00"), minutes: 6 * 60 },
    { title: "Deux jours", starts: day(6, "10:00"), minutes: 32 * 60 },
    { title: "Série", starts: [day(6), day(6, "15:00"), day(8)] },
  ])
  const month: EventMonth = await json("/api/contents/events/month/?month=2031-05")
  expect(month.total).toBe(4)
  expect(told(month, "2031-05-03")).toEqual(["Bal", "Exposition"])
  expect(told(month, "2031-05-04")).toEqual(["Exposition"])
  expect(told(month, "2031-05-06")).toEqual(["Deux jours", "Série", "Série", "Exposition"])
  expect(on(month, "2031-05-06")).toMatchObject({ count: 4, running: 1 })
  expect(told(month, "2031-05-07")).toEqual(["Exposition", "Deux jours"])
  expect(told(month, "2031-05-08")).toEqual(["Série", "Exposition"])
  expect(on(month, "2031-05-11")?.running).toBe(1)
  expect(on(month, "2031-05-12")?.count).toBe(0)

  await hangar.publishes({
    title: "Annulé",
    status: "cancelled",
    occurrences: [
      { starts_at: new Date("2031-05-20T10:00Z"), ends_at: new Date("2031-05-22T10:00Z"), status: "cancelled" },
    ],
  })
  const after: EventMonth = await json("/api/contents/events/month/?month=2031-05")
  expect(["2031-05-20", "2031-05-21"].map((date) => on(after, date)?.count)).toEqual([1, 0])
})

test("an event repeated within a week comes after new ones; the open day is in order of time", async () => {
  const { json, hangar } = await apiWorld()
  const day = (number: number, hour: string) => `2031-05-${two(number)}T${hour}`
  await publishes(hangar, [
    { title: "Musée", starts: [5, 6, 7, 9, 14].map((number) => day(number, "10:00")) },
    { title: "Concert", starts: day(7, "20:30") },
    { title: "Bal", starts: day(14, "22:00") },
  ])
  const month: EventMonth = await json("/api/contents/events/month/?month=2031-05&day=2031-05-09")
  expect(told(month, "2031-05-07")).toEqual(["Concert", "Musée"])
  // A week later it counts as new again.
  expect(told(month, "2031-05-14")).toEqual(["Musée", "Bal"])
  const open: EventMonth = await json("/api/contents/events/month/?month=2031-05&day=2031-05-07")
  expect(told(open, "2031-05-07")).toEqual(["Musée", "Concert"])
})

test("a month counts the dates that match the words, category or page, without drafts", async () => {
  const { json, hangar, seuils } = await apiWorld()
  await publishes(hangar, [
    { title: "Polonaise", starts: "2031-05-15T20:30" },
    { title: "Polonaise de nuit", starts: "2031-05-15T23:00", category: "party" },
    { title: "Autre chose", starts: "2031-05-16T20:30", category: "party" },
  ])
  await hangar.drafts({ title: "Polonaise cachée", starts: "2031-05-15T20:30" })
  await seuils.publishes({ title: "Polonaise", starts: "2031-05-17T20:30" })
  const days = async (query: string) => {
    const { days }: EventMonth = await json(`/api/contents/events/month/?month=2031-05&${query}`)
    return Object.fromEntries(days.filter(({ count }) => count > 0).map(({ date, count }) => [date.slice(8), count]))
  }
  expect(await days("")).toEqual({ "15": 2, "16": 1, "17": 1 })
  expect(await days("q=polonaise")).toEqual({ "15": 2, "17": 1 })
  expect(await days("category=party")).toEqual({ "15": 1, "16": 1 })
  expect(await days("actor=seuils")).toEqual({ "17": 1 })
  expect(await days("q=!!!")).toEqual({})
})

test("invalid months, days and limits are refused, and months of followed or managed events need a login", async () => {
  const { get } = await apiWorld()
  for (const query of ["month=2026-13", "month=1899-01", "month=2026-1", "day=2026-02-30", "limit=9", "limit=0"])
    expect((await get(`/api/contents/events/month/?${query}`)).status, query).toBe(400)
  expect((await get("/api/contents/events/followed/month/")).status).toBe(403)
  expect((await get("/api/contents/events/managed/month/")).status).toBe(403)
})

test("the month's page ignores the list's days, and gets locations only for events of the open day", async () => {
  const { json, hangar } = await apiWorld()
  await publishes(hangar, [
    { title: "Ici", starts: "2031-05-15T20:30" },
    { title: "Ailleurs", starts: "2031-05-17T20:30" },
  ])
  const asked: object[] = []
  const api = {
    get: (path: string, parameters: Record<string, string | undefined>) => {
      asked.push(parameters)
      const said = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]))
      return json(`${path}?${new URLSearchParams(said)}`)
    },
  }
  const query = { ...plainQuery, from: "2026-11-21", month: "2031-05", day: "2031-05-15" }
  const month = await readMonth(api as never, query, today)
  // The days of a narrowed list do not narrow the month.
  expect(asked).toEqual([expect.objectContaining({ month: "2031-05", day: "2031-05-15" })])
  expect(asked[0]).not.toHaveProperty("from")
  expect(month.events.map(({ title, location }) => [title.fr, location !== null])).toEqual([
    ["Ici", true],
    ["Ailleurs", false],
  ])
})
