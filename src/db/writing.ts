import { type RawBuilder, sql } from "kysely"
import { setTimeout as pause } from "node:timers/promises"
import { refuseFields } from "#lib/refusal.ts"
import type { Db } from "./connection.ts"

/**
 * Runs one change in one transaction. Serialisation conflicts and deadlocks are tried again; data that PostgreSQL rejects is
 * reported as the sender's mistake, not as a fault of the server.
 */
export async function writing<Result>(db: Db, change: (tx: Db) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return db.isTransaction ? await change(db) : await db.transaction().execute(change)
    } catch (error) {
      const code = String((error as { code?: unknown }).code ?? "")
      // Serialisation failure or deadlock.
      if (/^40(001|P01)$/.test(code) && !db.isTransaction && tries < 4) {
        await pause(Math.random() * 20 * tries)
        continue
      }
      // Data exceptions, and values beyond the limits of a column.
      if (/^(22|23514|54)/.test(code)) refuseFields({ non_field_errors: ["errors.invalid"] })
      throw error
    }
  }
}

/**
 * Runs a change inside a transaction and returns its result, wrapped. Returns undefined when the rows are the same afterwards as
 * before; the change is then rolled back, so that repeating a write has no consequences.
 * @param rows the rows concerned, as one JSON value, without the columns that every write changes
 */
export async function writeIfDifferent<Result>(
  tx: Db,
  rows: RawBuilder<unknown>,
  change: () => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  const state = async () => (await sql<{ state: string | null }>`select (${rows})::text as state`.execute(tx)).rows[0]
  const before = await state()
  await sql`savepoint difference`.execute(tx)
  const result = await change()
  const isSame = (await state())?.state === before?.state
  if (isSame) await sql`rollback to savepoint difference`.execute(tx)
  await sql`release savepoint difference`.execute(tx)
  return isSame ? undefined : { result }
}
