import { randomBytes } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { type Kysely, sql } from "kysely"
import pg from "pg"
import { inject } from "vitest"
import { openDb, openPool } from "#db/connection.ts"
import type { DB } from "#db/schema.ts"
import { setConsequences } from "#features/changes/consequences.server.ts"
import { consequences } from "../src/changes.ts"
import { defineBaseline } from "./baseline.ts"
import { databaseNamed } from "./global-setup.ts"

export type TestDatabase = {
  db: Kysely<DB>
  /** Returns the address, for connections beside `db`. */
  connectionString(): string
  drop(): Promise<void>
  /** Counts the SQL statements that a function sends. */
  statementsOf(something: () => Promise<unknown>): Promise<number>
}

/** A database with open connections, which one test after another uses. */
type Reusable = { name: string; template: string; pool: pg.Pool; restorer?: pg.Client; uses: number }

let admin: Kysely<DB> | undefined
const server = () => inject("databaseUrl")
/** One connection for all files of this worker, which creates and drops databases. */
const ofServer = () => (admin ??= openDb(openPool(server(), 1, () => {})))

/** The restored databases of this worker that no test uses at the moment, the last used at the end. */
const unused: Reusable[] = []
const mostUnused = 3
/** Nothing removes deleted rows from a test’s tables, so that a new row is always behind the old ones. */
const mostUses = 50

/** Returns a migrated PostgreSQL database for one test, empty unless a template is given. */
export async function testDatabase(template = "template_foyer"): Promise<TestDatabase> {
  setConsequences(consequences)
  const at = unused.findLastIndex((one) => one.template === template)
  const [own = await copyOf(template)] = at < 0 ? [] : unused.splice(at, 1)
  own.uses++
  let [statements, isOver, hasOthers] = [0, false, false]
  // What a test has left running no longer reaches the database of the next test.
  const lent = {
    connect: () => (isOver ? Promise.reject(new Error("the test of this database is over")) : own.pool.connect()),
    end: () => Promise.resolve(void (isOver = true)),
  } as pg.Pool
  const db = openDb(lent, () => void statements++)

  return {
    db,
    connectionString() {
      hasOthers = true
      return databaseNamed(server(), own.name)
    },
    async statementsOf(something) {
      const before = statements
      await something()
      return statements - before
    },
    async drop() {
      isOver = true
      await db.destroy()
      if (hasOthers || own.uses >= mostUses || !(await isRestored(own))) return await remove(own)
      unused.push(own)
      if (unused.length > mostUnused) await remove(unused.shift() as Reusable)
    },
  }
}

async function copyOf(template: string): Promise<Reusable> {
  const name = `test_${randomBytes(6).toString("hex")}`
  // File copy writes no log of each block, which halves the time to create and to drop the database.
  await sql`create database ${sql.id(name)} template ${sql.id(template)} strategy file_copy`.execute(ofServer())
  return { name, template, pool: openPool(databaseNamed(server(), name), 5, () => {}), uses: 0 }
}

async function remove({ name, pool, restorer }: Reusable) {
  await Promise.all([pool.end(), restorer?.end()])
  await sql`drop database ${sql.id(name)} with (force)`.execute(ofServer())
}

/** Restores a database to its template’s content; returns whether that was possible. */
async function isRestored(own: Reusable): Promise<boolean> {
  // A statement that still runs returns its connection when it ends.
  for (let waits = 0; own.pool.idleCount < own.pool.totalCount; waits++) {
    if (waits === 100) return false
    await pause(10)
  }
  try {
    own.restorer ??= await restorerOf(own.name)
    const { rows } = await own.restorer.query<{ isSo: boolean }>('select baseline.restore() as "isSo"')
    return rows[0]?.isSo === true
  } catch {
    return false
  }
}

async function restorerOf(name: string): Promise<pg.Client> {
  const options = "-c session_replication_role=replica -c lock_timeout=1000"
  const client = new pg.Client({ connectionString: databaseNamed(server(), name), options })
  client.on("error", () => {}) // the database may be dropped while it is connected
  await client.connect()
  return client
}

/** Returns a database to copy from, filled once by each worker and otherwise unused. */
export async function templateOf<Filled>(fill: (db: Kysely<DB>) => Promise<Filled>): Promise<[string, Filled]> {
  setConsequences(consequences)
  const { name, pool } = await copyOf("template_foyer")
  const db = openDb(pool)
  const filled = await fill(db)
  await defineBaseline(db)
  await db.destroy()
  return [name, filled]
}
