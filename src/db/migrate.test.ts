import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Kysely, sql } from "kysely"
import { expect, test } from "vitest"
import { testDatabase } from "#test/database.ts"
import { temporaryDirectory } from "#test/temporary.ts"
import type { DB } from "./schema.ts"
import { isMigratedElsewhere, migrate, MigrationFailed } from "./migrate.ts"

/** Provides a database, and a folder with a migration that it has not had yet. */
async function withMigration(statements: string, use: (db: Kysely<DB>, run: () => Promise<string[]>) => Promise<void>) {
  const there = await testDatabase()
  const folder = temporaryDirectory("migrations")
  writeFileSync(join(folder, "9000_next.sql"), statements)
  await use(there.db, () => migrate(there.connectionString(), folder))
  await there.drop()
  rmSync(folder, { recursive: true, force: true })
}

test("a migration may run longer than the statement_timeout of the database", async () => {
  await withMigration("select pg_sleep(1)", async (db, run) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    await sql`alter database ${sql.id(rows[0]?.name ?? "")} set statement_timeout = '300ms'`.execute(db)
    expect(await run()).toEqual(["9000_next"])
    expect(await run()).toEqual([])
  })
})

test("a failing migration is named with its reason and rolled back", async () => {
  await withMigration("create table half (id int); alter table nowhere add column x int", async (db, run) => {
    const failure = await run().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MigrationFailed)
    expect(String(failure)).toContain('the migration 9000_next failed: relation "nowhere" does not exist')
    const { rows } = await sql<{ half: string | null }>`select to_regclass('half') as half`.execute(db)
    expect(rows).toEqual([{ half: null }])
  })
})

test("a migration gives up with 55P03 while its table is in use, and succeeds afterwards", async () => {
  await withMigration("alter table events add column later int", async (db, run) => {
    await db.transaction().execute(async (tx) => {
      await sql`select 1 from events limit 1`.execute(tx)
      await expect(run()).rejects.toMatchObject({ code: "55P03" })
    })
    expect(await run()).toEqual(["9000_next"])
  })
})

test("a lock held by another migrating process is distinguished from a lock on a table in use", async () => {
  await withMigration("alter table events add column later int", async (db, run) => {
    const failureWhile = (held: string) =>
      db.transaction().execute(async (tx) => {
        await sql.raw(held).execute(tx)
        return run().catch((error: unknown) => error)
      })
    // The lock that a migrating process holds (Kysely's Migrator).
    const elsewhere = await failureWhile("lock table kysely_migration_lock in access exclusive mode")
    expect(isMigratedElsewhere(elsewhere)).toBe(true)
    const inUse = await failureWhile("select 1 from events limit 1")
    expect(inUse).toMatchObject({ code: "55P03" })
    expect(isMigratedElsewhere(inUse)).toBe(false)
  })
})

/** Syntax that PostgreSQL gained after version 15 and that a migration may be tempted to use. */
const tooNew = /\bset expression\b|\bany_value\s*\(|\bjson_table\s*\(|\bvirtual\b|\buuidv7\s*\(|\bwithout overlaps\b/i

test("migrations use no syntax newer than PostgreSQL 15", () => {
  const folder = join(import.meta.dirname, "migrations")
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"))
  expect(files.length).toBeGreaterThan(40)
  const statements = (file: string) => readFileSync(join(folder, file), "utf8").replaceAll(/--.*$/gm, "")
  expect(files.filter((file) => tooNew.test(statements(file)))).toEqual([])
  expect(tooNew.test("alter table a alter column b set expression as (c)")).toBe(true)
})

test("an older version starts on a database that a newer one has migrated", async () => {
  const there = await testDatabase()
  await sql`insert into kysely_migration (name, timestamp) values ('9999_newer', now())`.execute(there.db)
  expect(await migrate(there.connectionString())).toEqual([])
  await there.drop()
})

test("no index depends on an SQL function of an extension, which would break the restore of a dump", async () => {
  const { db, drop } = await testDatabase()
  // Up to PostgreSQL 16, SQL functions of extensions (earthdistance) are stored as text that is parsed on each call.
  const { rows } = await sql<{ index: string; calls: string }>`
    select i.relname as index, p.proname as calls
    from pg_class i join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.oid and d.refclassid = 'pg_proc'::regclass
    join pg_proc p on p.oid = d.refobjid and p.prolang = (select oid from pg_language where lanname = 'sql')
    join pg_depend m on m.classid = 'pg_proc'::regclass and m.objid = p.oid and m.deptype = 'e'
    where i.relkind = 'i'`.execute(db)
  expect(rows).toEqual([])
  await drop()
})

test("a database restored from a dump without two of its indexes gets them again from migration 0075", async () => {
  const { db, connectionString, drop } = await testDatabase()
  const made = ["locations_point", "openings_near"]
  const there = async () => {
    const { rows } = await sql<{ name: string }>`
      select indexname as name from pg_indexes where indexname = any(${made}) order by 1`.execute(db)
    return rows.map(({ name }) => name)
  }
  await sql`drop function point_on_earth cascade`.execute(db)
  await sql`delete from kysely_migration where name = '0075_restorable_indexes'`.execute(db)
  expect(await there()).toEqual([])
  expect(await migrate(connectionString())).toEqual(["0075_restorable_indexes"])
  expect(await there()).toEqual(made)
  await drop()
})
