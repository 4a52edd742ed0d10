import { setTimeout as pause } from "node:timers/promises"
import type { Db } from "./connection.ts"

const mostTries = 6

/**
 * Runs `work` in a transaction, again when PostgreSQL broke it off because it and another one waited for each other
 * (40P01) or met otherwise (40001): nothing of it was written then. After six tries the error is the caller's.
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
