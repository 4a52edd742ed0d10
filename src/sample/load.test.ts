import { sql } from "kysely"
import { expect, test } from "vitest"
import { fidPattern } from "#features/actors/actor-types.ts"
import { isReservedFid } from "#features/actors/fids/reserved-fids.ts"
import { categories } from "#features/events/categories.ts"
import { sanitise } from "#lib/text/html.ts"
import { testDatabase } from "#test/database.ts"
import { pages } from "./drafts.ts"
import { loadSample } from "./load.server.ts"
import { inAll } from "./pages/pages.ts"
import { places } from "./pages/places.ts"
import { placesAround } from "./pages/places-around.ts"
import { planSample } from "./productions/planner.ts"

const brussels = "Europe/Brussels"

async function loaded(now: string) {
  const database = await testDatabase()
  const before = performance.now()
  const written = await loadSample(database.db, new Date(now), brussels)
  return { ...database, written, milliseconds: performance.now() - before }
}

test("the sample fills an empty database with places, artists, organizers, events and openings", async () => {
  const { db, written, milliseconds, drop } = await loaded("2026-11-21T10:00:00Z")
  const types = await db
    .selectFrom("actors")
    .select(["type", (count) => count.fn.countAll<number>().as("many")])
    .groupBy("type")
    .execute()
  const many = Object.fromEntries(types.map((row) => [row.type, Number(row.many)]))
  expect(many.place).toBeGreaterThanOrEqual(14)
  expect((many.person ?? 0) + (many.group ?? 0)).toBeGreaterThanOrEqual(36)
  expect(many.organizer).toBeGreaterThanOrEqual(7)

  const events = await db.selectFrom("events").selectAll().execute()
  expect(events.length).toBe(written?.events)
  expect(events.length).toBeGreaterThanOrEqual(170)
  expect(new Set(events.map(({ category }) => category))).toEqual(new Set(categories))
  expect(events.filter(({ parent_id }) => parent_id !== null).length).toBeGreaterThanOrEqual(8)
  expect(events.every(({ listed }) => listed)).toBe(true)
  expect(new Set(events.map(({ language }) => language))).toEqual(new Set(["fr", "en", "nl"]))
  for (const { title, summary, description, language } of events) {
    for (const texts of [title, summary, description] as Record<string, string>[]) expect(texts[language]).toBeTruthy()
  }
  const found = await sql<{ side: string; many: number }>`
    select side, count(*)::int as many from openings o join actors a on a.id = o.actor_id
    where o.is_public and a.status = 'published' group by side order by side`.execute(db)
  expect(found.rows.map(({ side }) => side)).toEqual(["artist", "house"])
  expect(found.rows.every(({ many }) => many >= 3)).toBe(true)
  expect(milliseconds).toBeLessThan(30_000)
  await drop()
})

test("every sample event has an organizer, a location and a price, every place rooms, links and contacts", async () => {
  const { db, drop } = await loaded("2026-03-27T20:00:00Z")
  const lost = await sql`
    select title from events
    where not exists (select from event_organizers where event_id = events.id and position = 0)
      or (place_id is null and location_id is null) or not exists (select from event_prices where event_id = events.id)
      or (mode <> 'onsite' and online_url is null) or (status <> 'scheduled' and status_reason is null)
  `.execute(db)
  expect(lost.rows).toEqual([])
  const bare = await sql`
    select fid from actors where type = 'place' and (location_id is null or access = '{}'
      or not exists (select from rooms where actor_id = actors.id and capacity is not null)
      or not exists (select from links where actor_id = actors.id)
      or not exists (select from contacts where actor_id = actors.id and is_public))
  `.execute(db)
  expect(bare.rows).toEqual([])
  const relations = await db.selectFrom("relations").select("relation").distinct().execute()
  expect(new Set(relations.map(({ relation }) => relation))).toEqual(new Set(["member", "partner", "group"]))
  await drop()
})

test("a weekly sample event keeps its local hour when the clocks change", async () => {
  const { db, drop } = await loaded("2026-10-20T10:00:00Z")
  const choir = await sql<{ wall: string; utc: string }>`
    select to_char(starts_at at time zone 'Europe/Brussels', 'HH24:MI') as wall, to_char(starts_at at time zone 'UTC', 'HH24:MI') as utc
    from occurrences join events on events.id = event_id where title->>'fr' = 'Chœur ouvert'
  `.execute(db)
  expect(new Set(choir.rows.map(({ wall }) => wall))).toEqual(new Set(["11:00"]))
  expect(new Set(choir.rows.map(({ utc }) => utc))).toEqual(new Set(["09:00", "10:00"]))
  await drop()
})

test("the sample is loaded only once, even by two loads at the same time", async () => {
  const { db, drop } = await testDatabase()
  const now = new Date("2028-02-29T10:00:00Z")
  const both = await Promise.all([loadSample(db, now, brussels), loadSample(db, now, brussels)])
  expect(both.filter(Boolean)).toHaveLength(1)
  expect(await loadSample(db, now, brussels)).toBeUndefined()
  await drop()
})

test("at half past midnight in Brussels the sample fills the new day", async () => {
  const { db, drop } = await loaded("2026-05-05T22:30:00Z")
  const { rows } = await sql<{ many: number }>`
    select count(distinct event_id)::int as many from occurrences
    where (starts_at at time zone 'Europe/Brussels')::date = '2026-05-06'
  `.execute(db)
  expect(rows[0]?.many).toBe(8)
  await drop()
})

test("every sample page has a unique and unreserved fid, a summary, and only links to .example", () => {
  const fids = pages.map(({ fid }) => fid)
  expect(new Set(fids).size).toBe(fids.length)
  for (const { fid, texts, links = [], contacts = [] } of pages) {
    expect(fid).toMatch(fidPattern)
    expect(isReservedFid(fid)).toBe(false)
    expect(Object.values(texts)[0]?.summary).toBeTruthy()
    for (const { url } of links) expect(new URL(url).hostname).toMatch(/\.example$/)
    for (const { kind, value } of contacts) expect(kind !== "email" || value.endsWith(".example")).toBe(true)
  }
})

test("sample texts are sentences and clean HTML, and no long paragraph occurs twice", () => {
  const plan = planSample("2026-11-21")
  const words = [...pages, ...new Set(plan.map(({ production }) => production))].flatMap(({ texts }) =>
    Object.values(texts),
  )
  const unclean = words.filter(({ description }) => description.replaceAll("<br>", "<br />") !== sanitise(description))
  expect(unclean).toEqual([])
  for (const { summary, description } of words) {
    expect(summary).toMatch(/[.?]$/)
    expect(description.match(/<p>/g)?.length, description).toBeGreaterThan(0)
    // Straight quotes belong to code only.
    expect(summary + description).not.toMatch(/['"]/)
  }
  const all = [...new Map(plan.map(({ production }) => [production.key, production])).values()]
  const paragraphs = all.flatMap(({ texts }) =>
    Object.values(texts).flatMap(({ description }) => description.split("</p>")),
  )
  const long = paragraphs.filter((each) => each.length > 60)
  expect(new Set(long).size).toBe(long.length)
})

test("inAll adds the no-break spaces of French, and every room that a sample event names exists", () => {
  expect(inAll({ fr: { summary: "Quoi ? « Oui » : non." } }, "summary").fr).toBe(
    "Quoi\u00a0? «\u00a0Oui\u00a0»\u00a0: non.",
  )

  const houses = [...places, ...placesAround]
  const rooms = houses.flatMap(({ fid, rooms = [] }) => rooms.map(({ name }) => `${fid}/${name}`))
  const named = planSample("2026-11-21").flatMap(({ showing }) =>
    showing.room ? [`${showing.at as string}/${showing.room}`] : [],
  )
  expect(rooms).toEqual(expect.arrayContaining([...new Set(named)]))
})
