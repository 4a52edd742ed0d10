import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { type ActorFilters, listActors } from "./queries.server.ts"

let own: TestDatabase
beforeAll(async () => {
  own = await testDatabase()
})
afterAll(() => own.drop())

const site = { publicUrl: "https://foyer.example", timezone: "Europe/Brussels" }
const box: NonNullable<ActorFilters["bbox"]> = [4, 50, 5, 51]

async function listed(filters: ActorFilters, start = 0) {
  const { actors, total } = await listActors(own.db, null, filters, site, { start, limit: 3 })
  return { names: actors.map(({ name }) => name), total }
}

/** Inserts pages numbered `1` to `count` with a common prefix, all at one point. */
const put = (prefix: string, lat: number, lon: number, count: number, type = "place") =>
  sql`with spot as (insert into locations (lat, lon) values (${lat}, ${lon}) returning id)
    insert into actors (fid, type, status, name, language, location_id)
    select ${prefix} || n, ${type}, 'published', ${prefix} || ' ' || lpad(n::text, 5, '0'), 'fr', spot.id
    from spot, generate_series(1, ${count}::int) n`.execute(own.db)

test("pages in a bounding box are ordered by name and counted, whether there are few or many", async () => {
  await put("zinc", 50.9, 4.1, 2)
  await put("ardoise", 50.1, 4.9, 2, "group")
  await put("aube", 51.1, 4.9, 1)
  await put("fidji", -17.8, -179.5, 1)
  const few = { names: ["ardoise 00001", "ardoise 00002", "zinc 00001"], total: 4 }
  expect(await listed({ bbox: box })).toEqual(few)
  expect(await listed({ bbox: box }, 3)).toEqual({ names: ["zinc 00002"], total: 4 })
  expect(await listed({ bbox: box, type: ["group"] })).toEqual({ names: few.names.slice(0, 2), total: 2 })
  expect(await listed({ bbox: [179, -18, -179, -17] })).toEqual({ names: ["fidji 00001"], total: 1 })
  expect(await listed({ bbox: box, near: { lat: 50.9, lon: 4.1 }, radius: 5 })).toMatchObject({ total: 2 })

  await put("melisse", 50.5, 4.5, 10_000)
  expect(await listed({ bbox: box })).toEqual({ names: few.names.with(2, "melisse 00001"), total: 10_004 })
  expect(await listed({ bbox: box }, 10_001)).toEqual({
    names: ["melisse 10000", "zinc 00001", "zinc 00002"],
    total: 10_004,
  })
  expect(await listed({ bbox: box, type: ["group"] })).toEqual({ names: few.names.slice(0, 2), total: 2 })
})

test("sort names omit leading articles and quotation marks, and names without Latin letters sort last", async () => {
  const names = {
    "« Les Halles »": "halles >>",
    "“The Loft”": 'loft"',
    "L’Olivier": "olivier",
    "L'Usine": "usine",
    "L''artsolite": "artsolite",
    "'t Smiske": "smiske",
    "’t Arsenaal": "arsenaal",
    "(a)live": "a)live",
    "#14": "~14",
    "De Kring": "kring",
    Lefèvre: "lefevre",
    "«»": "~",
    Ёлка: "~елка",
  }
  const { rows } = await sql<{ name: string; sort_name: string }>`
    insert into actors (fid, type, name, language) select 'sign' || n, 'group', name, 'fr'
    from unnest(${Object.keys(names)}::text[]) with ordinality as given(name, n) returning name, sort_name`.execute(
    own.db,
  )
  expect(Object.fromEntries(rows.map((row) => [row.name, row.sort_name]))).toEqual(names)
  const last = await sql<{
    name: string
  }>`select name from actors where fid like 'sign%' order by sort_name desc limit 3`
  expect((await last.execute(own.db)).rows.map(({ name }) => name)).toEqual(["Ёлка", "#14", "«»"])
})
