import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { fillAgenda } from "#test/load/fill.ts"
import { renewSearchIndex } from "./index-of-words.server.ts"
import { selectEvents } from "../listing/selection.server.ts"

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await fillAgenda(database.db, 300)
  await sql`vacuum analyze`.execute(database.db)
}, 120_000)
afterAll(() => database.drop())

const now = new Date()
const inMonths = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 2))
const nameAt = (date: Date) => `events_search_from_${date.toISOString().slice(0, 7).replace("-", "_")}`

async function kept() {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where tablename = 'events' and indexname like 'events_search_from%'`.execute(
    database.db,
  )
  return rows.map(({ name }) => name)
}

async function found(filter: "future" | "past" | "all") {
  const { selected, total } = await selectEvents(
    database.db,
    { q: "concert", filter },
    { now, timezone: "Europe/Brussels" },
    { start: 0, limit: 100 },
  )
  return { total, ids: selected.map((one) => one.event_id) }
}

test("renewing the search index for a month replaces the old index, and searches find the same events", async () => {
  const before = [await found("future"), await found("past"), await found("all")]
  expect(before.map(({ ids }) => ids.length > 0)).toEqual([true, true, true])
  expect(await kept()).toEqual([nameAt(now)])

  await renewSearchIndex(database.db, now)
  expect(await kept()).toEqual([nameAt(now)])
  // An index that begins in a future month leaves out events that are not over: the index of all events finds those.
  for (const months of [1, 2]) {
    await renewSearchIndex(database.db, inMonths(months))
    expect(await kept()).toEqual([nameAt(inMonths(months))])
    expect([await found("future"), await found("past"), await found("all")]).toEqual(before)
  }
  await renewSearchIndex(database.db, now)
  expect(await kept()).toEqual([nameAt(now)])
  expect([await found("future"), await found("past"), await found("all")]).toEqual(before)
})

test("an invalid search index is built again", async () => {
  await sql`update pg_index set indisvalid = false where indexrelid = ${nameAt(now)}::regclass`.execute(database.db)
  await renewSearchIndex(database.db, now)
  expect(await kept()).toEqual([nameAt(now)])
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index where indexrelid = ${nameAt(now)}::regclass`.execute(database.db)
  expect(rows).toEqual([{ isValid: true }])
})

test("a search for coming events uses the index of the current month", async () => {
  const plan = await database.db.transaction().execute(async (tx) => {
    // Without this, PostgreSQL would read such a small table as a whole, whatever its indexes.
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain select id from events
      where listed and search @@ to_tsquery('simple', '''concert'':*') and last_until > ${now}`.execute(tx)
    return rows.map((row) => row["QUERY PLAN"]).join("\n")
  })
  expect(plan).toContain(nameAt(now))
})
