import { sql } from "kysely"
import { expect, test, vi } from "vitest"
import { counts, importWorld } from "./fixtures/world.ts"

// Some seconds each on an idle machine; this much on a busy one.
vi.setConfig({ testTimeout: 240_000 })

const world = importWorld()

/** An OpenAgenda list of more than one batch, in which the same venues recur. */
function list(count: number, word = "Concert") {
  const records = Array.from({ length: count }, (_, at) => ({
    uid: `e${at}`,
    title_fr: `${word} ${at}`,
    firstdate_begin: new Date(Date.UTC(2027, 0, 1 + (at % 300), 19)).toISOString(),
    location_name: `Salle ${at % 7}`,
    location_city: "Namur",
  }))
  return records.map((record) => JSON.stringify(record)).join("\n")
}

const sources = () => world.db.selectFrom("event_sources").selectAll().execute()

test("a list of several batches is imported completely, and importing it again changes nothing", async () => {
  const first = await world.imported(list(450))
  expect(counts(first)).toEqual({ created: 450, updated: 0, unchanged: 0, refused: [] })
  const events = await world.events()
  expect(new Set(events.map(({ title }) => JSON.stringify(title))).size).toBe(450)
  expect(new Set(events.map(({ location_id }) => location_id)).size).toBe(7)
  expect(counts(await world.imported(list(450)))).toEqual({ created: 0, updated: 0, unchanged: 450, refused: [] })
})

test("two concurrent imports of the same list create each event once", async () => {
  const reports = await Promise.all([world.imported(list(300)), world.imported(list(300))])
  expect(reports.map(({ refused }) => refused)).toEqual([[], []])
  expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(300)
  expect(reports.map(({ created, unchanged }) => created + unchanged)).toEqual([300, 300])
  expect(await world.events()).toHaveLength(300)
  expect(await sources()).toHaveLength(300)
})

test("two concurrent imports of a changed list update each event once", async () => {
  await world.imported(list(240))
  const changed = list(240, "Bal")
  const reports = await Promise.all([world.imported(changed), world.imported(changed)])
  expect(reports.reduce((sum, { updated }) => sum + updated, 0)).toBe(240)
  const events = await world.events()
  expect(new Set(events.map(({ version }) => version))).toEqual(new Set([2]))
})

test("a failing record does not keep other records from being imported, and refusals are in the order of the list", async () => {
  await sql`alter table events add constraint no_seventh check (title->>'fr' not in ('Concert 7', 'Concert 207', 'Concert 407'))`.execute(
    world.db,
  )
  const report = await world.imported(list(430))
  await sql`alter table events drop constraint no_seventh`.execute(world.db)
  expect(report.created).toBe(427)
  expect(report.refused.map(({ title }) => title)).toEqual(["Concert 7", "Concert 207", "Concert 407"])
  expect(counts(await world.imported(list(430)))).toEqual({ created: 3, updated: 0, unchanged: 427, refused: [] })
})

test("events written before the database connection is lost stay, and the next import creates the rest", async () => {
  const text = list(500)
  const half = sql`create function go_away() returns trigger language plpgsql as $$
    begin
      if exists (select from events having count(*) > 250) then perform pg_terminate_backend(pg_backend_pid()), pg_sleep(1); end if;
      return null;
    end $$`
  await half.execute(world.db)
  await sql`create trigger go_away after insert on events for each statement execute function go_away()`.execute(
    world.db,
  )
  await expect(world.imported(text)).rejects.toThrow(/database|connection|terminat/i)
  await sql`drop trigger go_away on events; drop function go_away()`.execute(world.db)
  const [events, stored] = [await world.events(), await sources()]
  expect(events.length).toBeGreaterThan(0)
  expect(stored).toHaveLength(events.length)
  const report = await world.imported(text)
  expect(counts(report)).toEqual({ created: 500 - events.length, updated: 0, unchanged: events.length, refused: [] })
})
