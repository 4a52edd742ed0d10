import { randomBytes } from "node:crypto"
import { type Kysely, sql } from "kysely"
import { inject } from "vitest"
import { openDb, openPool } from "#db/connection.ts"
import type { DB } from "#db/schema.ts"
import { giveConsequences } from "#features/changes/consequences.server.ts"
import { consequences } from "../src/changes.ts"
import { databaseNamed } from "./global-setup.ts"

export type TestDatabase = {
  db: Kysely<DB>
  url: string
  drop(): Promise<void>
  /** How many statements something sends, whatever they are. */
  statementsOf(something: () => Promise<unknown>): Promise<number>
}

/** A migrated, empty PostgreSQL database of the test's own. */
export async function testDatabase(): Promise<TestDatabase> {
  giveConsequences(consequences)
  const server = inject("databaseUrl")
  const name = `test_${randomBytes(6).toString("hex")}`
  const admin = openDb(openPool(server, 1, () => {}))
  // Without a log of each block it takes half the time to make, and to drop.
  await sql`create database ${sql.id(name)} template template_foyer strategy file_copy`.execute(admin)
  const url = databaseNamed(server, name)
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
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
      await admin.destroy()
    },
  }
}
