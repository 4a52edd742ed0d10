import { sql } from "kysely"
import type { Db } from "./connection.ts"

/**
 * Runs work that must never run twice at the same time, in this process or another one. Returns undefined, without doing
 * anything, while somebody else runs it. A killed process is no longer counted, because its connection has ended.
 * @param name what is done, the same for everybody who does it
 */
export async function exclusively<Result>(
  db: Db,
  name: string,
  work: () => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  return db.connection().execute(async (connection) => {
    const lock = sql`hashtextextended(${name}, 0)`
    const { rows } = await sql<{ isMine: boolean }>`select pg_try_advisory_lock(${lock}) as "isMine"`.execute(
      connection,
    )
    if (!rows[0]?.isMine) return undefined
    try {
      return { result: await work() }
    } finally {
      // A connection that was lost meanwhile has no lock any more.
      await sql`select pg_advisory_unlock(${lock})`.execute(connection).catch(() => {})
    }
  })
}
