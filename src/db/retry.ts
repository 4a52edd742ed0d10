import { setTimeout as pause } from "node:timers/promises"
import type { Db } from "./connection.ts"

const mostTries = 6

/**
 * Runs `work` in a transaction, again when PostgreSQL aborted it because of a deadlock (40P01) or a serialisation failure
 * (40001), in which case nothing was written. After six tries the error is thrown to the caller.
 */
export async function retriedTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries === mostTries || !/^40(P01|001)$/.test(String((error as { code?: unknown }).code ?? ""))) throw error
      await pause(20 * 2 ** tries * (0.5 + Math.random()))
    }
  }
}
