// Common parts of measurements over databases of several sizes: a filled database for each, and a table of the times.
import { rmSync } from "node:fs"
import { sql } from "kysely"
import { openDb, openPool } from "#db/connection.ts"
import { startEmbedded } from "#db/embedded.ts"
import { migrate } from "#db/migrate.ts"
import { temporaryDirectory } from "../temporary.ts"
import { fillAgenda } from "./fill.ts"

type Database = ReturnType<typeof openDb>

/**
 * Measures at the numbers of events given on the command line, one size after the other, and prints a table: a row for each
 * query, a column for each size.
 * @param measure queries the database of a size, and notes each result under the name of the query
 */
export async function overSizes(
  measure: (db: Database, note: (question: string, found: string) => void) => Promise<void>,
) {
  const directory = temporaryDirectory("load")
  const server = await startEmbedded(directory)
  const table: Record<string, Record<string, string>> = {}
  try {
    for (const events of process.argv.slice(2).map(Number)) {
      const db = await filled(server.url, events)
      await measure(db, (question, found) => void ((table[question] ??= {})[`${events} events`] = found))
      await db.destroy()
    }
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  console.table(table)
}

async function filled(url: string, events: number): Promise<Database> {
  const admin = openDb(openPool(url, 1, () => {}))
  await sql`create database ${sql.id(`load_${events}`)}`.execute(admin)
  await admin.destroy()
  const address = new URL(url)
  address.pathname = `/load_${events}`
  const db = openDb(openPool(address.href, 4, () => {}))
  await migrate(address.href)
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await fillAgenda(one, events)
    await sql`vacuum analyze`.execute(one)
  })
  return db
}

/** Returns the milliseconds of this many runs, sorted; the first ones are left out. */
export async function timesOf(turns: number, first: number, once: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const from = performance.now()
    await once()
    if (turn >= first) times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)
}
