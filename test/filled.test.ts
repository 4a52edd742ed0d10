import { cpSync, globSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { gunzipSync } from "node:zlib"
import { type Kysely, sql } from "kysely"
import { beforeAll, describe, expect, test } from "vitest"
import { migrate } from "#db/migrate.ts"
import type { DB } from "#db/schema.ts"
import { apiOver } from "./worlds/api-world.ts"
import { testDatabase } from "./database.ts"
import { temporaryDirectory } from "./temporary.ts"

// Databases that earlier versions left behind (test/filled/make.ts), upgraded by the later migrations.

type Tables = Record<string, Record<string, unknown>[]>
const root = join(import.meta.dirname, "..")
const folder = join(root, "src/db/migrations")
const versions = globSync(join(import.meta.dirname, "filled/*.json.gz")).map((file) => basename(file, ".json.gz"))

function leftBy(version: string): Tables {
  return JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, `filled/${version}.json.gz`))).toString())
}

/** Inserts rows as they were exported, ignoring triggers and foreign keys, as a backup does. */
async function fill(db: Kysely<DB>, tables: Tables) {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const [name, rows] of Object.entries(tables)) {
      const columns = await sql<{ name: string; is_identity: boolean }>`
        select attname as name, attidentity <> '' as is_identity from pg_attribute
        where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(tx)
      const known = columns.rows.filter((column) => column.name in (rows[0] ?? {}))
      const names = sql.join(known.map((column) => sql.ref(column.name)))
      await sql`delete from ${sql.table(name)}`.execute(tx)
      await sql`insert into ${sql.table(name)} (${names}) overriding system value
        select ${names} from jsonb_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::jsonb)`.execute(
        tx,
      )
      for (const { name: column } of known.filter(({ is_identity }) => is_identity))
        await sql`select setval(pg_get_serial_sequence(${name}, ${column}), (select max(${sql.ref(column)}) from ${sql.table(name)}))`.execute(
          tx,
        )
    }
  })
}

/** Returns an empty database as a version's migrations leave it. */
async function databaseOf(version: string) {
  const there = await testDatabase()
  await sql`drop schema public cascade; create schema public; drop schema if exists pgboss cascade`.execute(there.db)
  const before = temporaryDirectory("migrations")
  for (const file of readdirSync(folder).filter((name) => name.slice(0, 4) <= version))
    cpSync(join(folder, file), join(before, file))
  await migrate(there.connectionString(), before)
  rmSync(before, { recursive: true, force: true })
  return there
}

test("there is at least one exported database of a former version", () => {
  expect(versions.length).toBeGreaterThan(0)
})

describe.each(versions)("the exported database of version %s", (version) => {
  let tables: Tables
  beforeAll(() => {
    tables = leftBy(version)
  })

  test("keeps all its rows through the later migrations, and the API shows its public content alone", async () => {
    const there = await databaseOf(version)
    await fill(there.db, tables)
    await migrate(there.connectionString())
    for (const [name, rows] of Object.entries(tables)) {
      const { rows: counted } = await sql<{
        count: number
      }>`select count(*)::int as count from ${sql.table(name)}`.execute(there.db)
      expect(counted[0]?.count, name).toBeGreaterThanOrEqual(rows.length)
    }

    const site = apiOver(there.db)
    const list = async (path: string): Promise<{ id: number; title: { fr?: string } }[]> => site.json(path)
    const kept = (await list("/api/contents/events/?q=gard%C3%A9e")).find(
      ({ title }) => title.fr === "Une soirée gardée",
    )
    expect(kept).toMatchObject({ lineup: [{ name: "Nour" }, { name: "Quelqu’un d’autre" }], prices: [{ amount: 12 }] })
    expect((await list(`/api/contents/events/?q=brouillon`)).map(({ title }) => title.fr)).not.toContain(
      "Un brouillon gardé",
    )
    expect((await list(`/api/contents/events/?q=effac%C3%A9e`)).map(({ title }) => title.fr)).not.toContain(
      "Une soirée effacée",
    )
    expect(await site.json("/api/actors/le_bief/")).toMatchObject({ name: "Le Bief", type: "place" })
    expect((await list("/api/contents/events/?limit=200&filter=all")).length).toBeGreaterThan(100)
    expect(site.errors).toEqual([])
    await there.drop()
  })

  test("can be inserted into a database with the current schema", async () => {
    const there = await testDatabase()
    await fill(there.db, tables)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from events`.execute(there.db)
    expect(rows[0]?.count).toBe(tables.events?.length)
    await there.drop()
  })
})
