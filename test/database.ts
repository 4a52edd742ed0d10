import { randomBytes } from "node:crypto"
import { type Kysely, sql } from "kysely"
import { inject } from "vitest"
import { openDb, openPool } from "#db/connection.ts"
import type { DB } from "#db/schema.ts"
import { setConsequences } from "#features/changes/consequences.server.ts"
import { consequences } from "../src/changes.ts"
import { databaseNamed } from "./global-setup.ts"

export type TestDatabase = {
  db: Kysely<DB>
  url: string
  drop(): Promise<void>
  /** Counts the SQL statements that a function sends. */
  statementsOf(something: () => Promise<unknown>): Promise<number>
}

let admin: Kysely<DB> | undefined
const server = () => inject("databaseUrl")
/** One connection for all files of this worker, which creates and drops databases. */
const ofServer = () => (admin ??= openDb(openPool(server(), 1, () => {})))

/** Returns a migrated PostgreSQL database for one test, empty unless a template is given. */
export async function testDatabase(template = "template_foyer"): Promise<TestDatabase> {
  setConsequences(consequences)
  const name = `test_${randomBytes(6).toString("hex")}`
  // File copy writes no log of each block, which halves the time to create and to drop the database.
  await sql`create database ${sql.id(name)} template ${sql.id(template)} strategy file_copy`.execute(ofServer())
  const url = databaseNamed(server(), name)
  let statements = 0
  const db = openDb(
    openPool(url, 5, () => {}),
    () => void statements++,
  )

  return {
    db,
    url,
    async statementsOf(something) {
      const before = statements
      await something()
      return statements - before
    },
    async drop() {
      await db.destroy()
      await sql`drop database ${sql.id(name)} with (force)`.execute(ofServer())
    },
  }
}

/** Returns a database to copy from, filled once by each worker and otherwise unused. */
export async function templateOf<Filled>(fill: (db: Kysely<DB>) => Promise<Filled>): Promise<[string, Filled]> {
  const { db, url } = await testDatabase()
  const filled = await fill(db)
  await db.destroy()
  return [new URL(url).pathname.slice(1), filled]
}
