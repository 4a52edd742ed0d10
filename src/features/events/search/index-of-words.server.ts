import { sql } from "kysely"
import type { Db } from "#db/connection.ts"

/**
 * Rebuilds the index of words to begin with the present month (migration 0015), and removes the previous one. Writing goes on
 * meanwhile. When it is up to date, nothing happens; after an interruption it starts again.
 */
export async function renewSearchIndex(db: Db, now = new Date()): Promise<void> {
  const month = now.toISOString().slice(0, 7)
  const name = `events_search_from_${month.replace("-", "_")}`
  await db.connection().execute(async (one) => {
    // The time depends on the number of events, and it waits for all running reads.
    await sql`set statement_timeout = 0`.execute(one)
    try {
      const kept = await indexes(one)
      // An index left invalid by an interruption serves no query, yet costs every write.
      for (const index of kept.filter((index) => !index.isValid)) await remove(one, index.name)
      if (!kept.some((index) => index.isValid && index.name === name)) {
        await sql`create index concurrently ${sql.id(name)} on events using gin (search) with (fastupdate = off)
          where listed and last_until >= ${sql.lit(`${month}-01T00:00:00Z`)}`.execute(one)
      }
      for (const index of kept) if (index.isValid && index.name !== name) await remove(one, index.name)
    } finally {
      await sql`reset statement_timeout`.execute(one)
    }
  })
}

async function indexes(db: Db) {
  const { rows } = await sql<{ name: string; isValid: boolean }>`
    select relname as name, indisvalid as "isValid" from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'events'::regclass and relname like 'events\_search\_from\_%' order by relname`.execute(db)
  return rows
}

async function remove(db: Db, index: string) {
  await sql`drop index concurrently if exists ${sql.id(index)}`.execute(db)
}
