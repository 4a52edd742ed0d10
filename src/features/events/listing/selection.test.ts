import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { fillAgenda } from "#test/load/fill.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { addDays, dateAt, instantOf } from "#lib/time.ts"
import { eventCounter } from "./counting.server.ts"
import { candidates, estimatedRows, estimableConditions } from "./candidates.server.ts"
import { conditionsOf, type EventFilters, spanOf } from "./filters.server.ts"
import { countEvents, resolveFilters, selectEvents } from "./selection.server.ts"
import { walkIndex } from "./walk.server.ts"

const timezone = "Europe/Brussels"
const site = { publicUrl: "https://foyer.example", timezone }
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  // On a busy machine this takes longer than the time limit of a request.
  await database.db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await fillAgenda(one, 1500)
    await sql`reset statement_timeout`.execute(one)
  })
  // Dates that overlap, follow each other directly, have no length or are cancelled, stored as the rule in occurrences.ts wants.
  await sql`update occurrences set until_at = starts_at, ends_at = starts_at where event_id % 37 = 0`.execute(
    database.db,
  )
  await sql`update occurrences set until_at = until_at + interval '5 days' where event_id % 11 = 0`.execute(database.db)
  await sql`update occurrences set status = 'cancelled', next_from = 'infinity' where event_id % 13 = 0 and id % 2 = 0
    and exists (select from occurrences o where o.event_id = occurrences.event_id and o.id % 2 = 1)`.execute(
    database.db,
  )
  await sql`update occurrences o set next_from = coalesce((select max(until_at) from occurrences b
      where b.event_id = o.event_id and b.starts_at < o.starts_at and b.next_from < 'infinity'), '-infinity')
    where next_from < 'infinity'`.execute(database.db)
  await sql`vacuum analyze`.execute(database.db)
}, 120_000)
afterAll(() => database.drop())

/** The date that many days ago; the sample agenda covers three years. */
const ago = (days: number) => tomorrow(-1 - days)

/** Computes the same list by the plain rule, without regard to speed. */
async function plainly(filters: EventFilters, now: Date) {
  const span = spanOf(filters, { now, timezone })
  const to = sql`${span.to ? sql`and o.starts_at < ${span.to}` : sql``}
    ${span.kind === "next" && span.begun ? sql`and o.starts_at >= ${span.begun}` : sql``}`
  const date =
    span.kind === "next"
      ? sql`o.until_at > ${span.since} and o.next_from <= ${span.since} ${to}`
      : span.kind === "first"
        ? sql`o.next_from = '-infinity' ${to}`
        : sql`o.next_from < 'infinity' and o.until_at <= ${now} ${to} ${span.from ? sql`and o.starts_at >= ${span.from}` : sql``}
            and o.id = (select id from occurrences l where l.event_id = o.event_id and l.next_from < 'infinity'
              order by l.until_at desc, l.starts_at desc limit 1)`
  const order = span.kind === "over" ? sql`o.starts_at desc, o.event_id desc` : sql`o.starts_at, o.event_id`
  const where = [sql`true`]
  if (filters.category) where.push(sql`e.category = any(${filters.category}::text[])`)
  if (filters.tag) where.push(sql`${filters.tag} = any(e.tags)`)
  if (filters.free) where.push(sql`e.is_free`)
  if (filters.lang)
    where.push(sql`${filters.lang} = any(case when e.languages = '{}' then array[e.language] else e.languages end)`)
  if (filters.access) where.push(sql`p.access ->> 'step_free' = 'yes'`)
  for (const word of filters.q?.split(" ") ?? []) where.push(sql`e.title ->> 'fr' ~* ${`(^|\\s)${word}`}`)
  if (filters.actor)
    where.push(sql`exists (select from actors a where a.fid = ${filters.actor} and (a.id = e.place_id
    or a.id in (select actor_id from event_organizers where event_id = e.id union select actor_id from event_lineup where event_id = e.id)))`)
  if (filters.near) {
    const { lat, lon } = filters.near
    where.push(
      sql`earth_distance(point_on_earth(${lat}, ${lon}), point_on_earth(l.lat, l.lon)) * 6371 / 6378.168 <= ${(filters.radius ?? 25) * 1000}`,
    )
  }
  if (filters.bbox) {
    const [west, south, east, north] = filters.bbox
    const isAcross = west > east
    where.push(sql`l.lat between ${south} and ${north}
      and ((l.lon >= ${west}) ${isAcross ? sql`or` : sql`and`} (l.lon <= ${east}))`)
  }
  const { rows } = await sql<{ line: string }>`
    select o.event_id || ' ' || o.id as line from events e join occurrences o on o.event_id = e.id
      left join actors p on p.id = e.place_id left join locations l on l.id = coalesce(e.location_id, p.location_id)
    where e.listed and ${sql.join(where, sql` and `)} and ${date} order by ${order}`.execute(database.db)
  return rows.map(({ line }) => line)
}

const brussels = { lat: 50.85, lon: 4.35 }
const what: EventFilters[] = [
  {},
  { category: ["film"] },
  { category: ["film", "talk", "music"] },
  { tag: "tag3" },
  { tag: "label77" },
  { free: true },
  { lang: "en" },
  { lang: "fr" },
  { access: ["step_free"] },
  { near: brussels },
  { near: brussels, radius: 3 },
  { bbox: [4, 50.5, 4.6, 51] },
  { bbox: [4.3, 50, 3, 52] },
  { bbox: [4, 50.5, 4.6, 51], near: brussels, radius: 200 },
  { actor: "house_77" },
  { actor: "artist_77" },
  { q: "concert" },
  { q: "polonaise" },
  { q: "mot" },
  { q: "word1" },
  { q: "mot polonaise" },
  { q: "mot rare" },
  { q: "concert mot word1", free: true },
  { q: "concert", near: brussels, category: ["film", "music"] },
  { q: "mot", free: true, lang: "fr" },
]
const when: EventFilters[] = [
  {},
  { filter: "past" },
  { filter: "all" },
  { from: "2020-01-01" },
  { filter: "all", from: ago(635) },
  { filter: "all", from: ago(635), to: ago(605) },
  { filter: "past", from: ago(908), to: ago(543) },
  { to: "2100-01-01" },
  { filter: "all", to: ago(694) },
  { running: "only" },
  { running: "without" },
  { running: "only", filter: "all", from: ago(635) },
  { running: "without", filter: "all", from: ago(635), to: ago(605) },
]

test.each(what)(
  "selecting and counting events of %j gives what the plain query gives, page by page",
  async (filters) => {
    const now = new Date()
    for (const time of when) {
      const all = { ...filters, ...time }
      const expected = await plainly(all, now)
      const pages: string[] = []
      for (let start = 0, more = true; more; start += 150) {
        const page = await selectEvents(database.db, all, { now, timezone }, { start, limit: 150 })
        pages.push(...page.selected.map((one) => `${one.event_id} ${one.occurrence_id}`))
        expect(page.total ?? expected.length, JSON.stringify(all)).toBe(expected.length)
        more = page.more
      }
      expect(pages, JSON.stringify(all)).toEqual(expected)
      expect(await countEvents(database.db, all, { now, timezone }), JSON.stringify(all)).toBe(expected.length)
    }
  },
)

const areas = what.filter(({ near, bbox }) => near ?? bbox)
test.each(areas)(
  "walking the index among the events of an area gives the same page as the plain query: %j",
  async (filters) => {
    const moment = { now: new Date(), timezone }
    for (const time of when) {
      const all = { ...filters, ...time }
      const resolved = await resolveFilters(database.db, all)
      const sizes = { inAll: 1, ofEach: [], inArea: 1, inAgenda: 1500 }
      const page = { start: 7, limit: 40 }
      const among = walkIndex(all, spanOf(all, moment), conditionsOf(all, resolved ?? {}), page, sizes)
      const { rows } = await sql<{ line: string }>`
      select event_id || ' ' || occurrence_id as line from (${among}) as page order by position`.execute(database.db)
      const listed = await plainly(all, moment.now)
      expect(
        rows.map(({ line }) => line),
        JSON.stringify(all),
      ).toEqual(listed.slice(page.start, page.start + page.limit + 1))
      const { rows: plan } = await sql<{ "QUERY PLAN": string }>`explain ${among}`.execute(database.db)
      expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toMatch(/hashed SubPlan/)
    }
  },
)

test("events of an area are read from the index of cells alone, and their estimated number is close", async () => {
  const filters: EventFilters = { near: brussels, radius: 30, filter: "all" }
  const [conditions, span] = [conditionsOf(filters, {}), spanOf(filters, { now: new Date(), timezone })]
  const plan = await database.db.connection().execute(async (one) => {
    await sql`set enable_seqscan = off`.execute(one)
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain ${candidates(filters, span, conditions)}`.execute(one)
    await sql`reset enable_seqscan`.execute(one)
    return rows.map((line) => line["QUERY PLAN"]).join("\n")
  })
  expect(plan).toMatch(/Index Only Scan using events_cell/)
  const real = (await plainly(filters, new Date())).length
  const [guess = 0] = await estimatedRows(database.db, [candidates(filters, span, estimableConditions(conditions))])
  expect(real).toBeGreaterThan(100)
  expect(guess).toBeGreaterThan(real / 2)
  expect(guess).toBeLessThan(real * 4)
})

test("running events and those that begin from the first day on are together the whole list, and disjoint", async () => {
  const now = new Date()
  for (const time of [{}, { filter: "all", from: ago(635) }] as EventFilters[]) {
    const [only, without, all] = await Promise.all(
      [{ running: "only" as const }, { running: "without" as const }, {}].map(async (part) =>
        plainly({ ...time, ...part }, now),
      ),
    )
    expect(only?.length).toBeGreaterThan(0)
    expect([...(only ?? []), ...(without ?? [])]).toEqual(all)
    const day = time.from ?? dateAt(now, timezone)
    const { rows } = await sql<{ early: number }>`select count(*)::int as early from occurrences
      where starts_at < ${instantOf(day, timezone)} and id = any(${(without ?? []).map((line) => line.split(" ")[1])}::bigint[])`.execute(
      database.db,
    )
    expect(rows[0]?.early).toBe(0)
  }
})

test("the numbers of past and of coming events add up to that of all events", async () => {
  const moment = { now: new Date(), timezone }
  const [past, future, all] = [
    await countEvents(database.db, { filter: "past" }, moment),
    await countEvents(database.db, {}, moment),
    await countEvents(database.db, { filter: "all" }, moment),
  ]
  expect(past + future).toBe(all)
})

test("the total is exact at the start, at the end and beyond the end of a list, and after a change", async () => {
  const count = eventCounter()
  const total = async (filters: EventFilters, start: number) => {
    const selection = await selectEvents(database.db, filters, { now: new Date(), timezone }, { start, limit: 100 })
    return count(database.db, filters, site, { start }, selection)
  }
  const { total: all } = await total({ filter: "all" }, 0)
  expect(all).toBe(1500)
  expect(await total({ filter: "all" }, 1450)).toEqual({ total: 1500, isEstimate: false })
  expect((await total({ filter: "all" }, 9000)).total).toBe(1500)
  await sql`update events set workflow = 'draft' where id in (select id from events order by id limit 50)`.execute(
    database.db,
  )
  expect(await total({ filter: "all" }, 1400)).toEqual({ total: 1450, isEstimate: false })
})

test("a range of dates with few events is counted exactly even if the database is slow", async () => {
  const slow = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await new Promise((go) => setTimeout(go, 50))
      return result
    },
  })
  const { rows } = await sql<{ at: Date }>`select min(starts_at) as at from occurrences where listed`.execute(
    database.db,
  )
  const from = new Date(rows[0]?.at ?? 0).toISOString().slice(0, 10)
  const filters: EventFilters = { filter: "all", from, to: addDays(from, 30) }
  const expected = await plainly(filters, new Date())
  expect(expected.length).toBeGreaterThan(20)
  const selection = await selectEvents(database.db, filters, { now: new Date(), timezone }, { start: 0, limit: 20 })
  const total = await eventCounter()(slow, filters, site, { start: 0 }, selection)
  expect(total).toEqual({ total: expected.length, isEstimate: false })
})
