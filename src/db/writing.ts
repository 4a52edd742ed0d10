import { type RawBuilder, sql } from "kysely"
import { setTimeout as pause } from "node:timers/promises"
import { refuseFields } from "#lib/refusal.ts"
import type { Db } from "./connection.ts"

/**
 * Carries out one change in one transaction: all of it or nothing. Two that got in each other's way are tried again; data
 * that PostgreSQL cannot keep is the giver's mistake, not ours.
 */
export async function writing<Result>(db: Db, change: (tx: Db) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return db.isTransaction ? await change(db) : await db.transaction().execute(change)
    } catch (error) {
      const code = String((error as { code?: unknown }).code ?? "")
      // Serialisation failure, deadlock.
      if (/^40(001|P01)$/.test(code) && !db.isTransaction && tries < 4) {
        await pause(Math.random() * 20 * tries)
        continue
      }
      // Data exceptions, and values beyond what a column allows.
      if (/^(22|23514|54)/.test(code)) refuseFields({ non_field_errors: ["errors.invalid"] })
      throw error
    }
  }
}

/**
 * Makes a change inside a transaction and returns what came of it, wrapped; undefined where the rows are afterwards as they
 * were before: then all of it is taken back, so that who says what is so already disturbs nobody.
 * @param rows the rows it is about, as one JSON value, without what every writing moves
 */
export async function writingWhatDiffers<Result>(
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
