import { AsyncLocalStorage } from "node:async_hooks"
import { type ConstructorOptions, PgBoss, type SendOptions } from "pg-boss"
import { CompiledQuery } from "kysely"
import type { Db } from "#db/connection.ts"
import type { JobName, Jobs } from "./catalogue.ts"

export type EnqueueOptions = Pick<SendOptions, "startAfter" | "singletonKey" | "singletonSeconds" | "priority" | "id">

/**
 * Queues a job in the caller's transaction, so that it runs exactly if the transaction commits. Returns the id, or null when the
 * same job is queued already (`singletonKey`).
 */
export async function enqueue<Name extends JobName>(
  tx: Db,
  name: Name,
  data: Jobs[Name],
  options: EnqueueOptions = {},
): Promise<string | null> {
  return transaction.run(tx, () => sender.send(name, data, options))
}

/** Queues many jobs of a kind in the caller's transaction, with one statement. */
export async function enqueueAll<Name extends JobName>(
  tx: Db,
  name: Name,
  all: Jobs[Name][],
  { startAfter }: { startAfter?: number } = {},
): Promise<void> {
  if (all.length === 0) return
  const later = startAfter === undefined ? {} : { startAfter }
  await transaction.run(tx, () =>
    sender.insert(
      name,
      all.map((data) => ({ data, ...later })),
    ),
  )
}

const transaction = new AsyncLocalStorage<Db>()

/** Only writes jobs and is never started: each statement runs in the caller's transaction. */
const sender = new PgBoss({
  db: {
    executeSql(text, values) {
      const tx = transaction.getStore()
      if (!tx) throw new Error("a job can only be queued through enqueue()")
      return databaseOf(tx).executeSql(text, values)
    },
  },
})

/** Adapts the database for pg-boss. A text of several statements returns no rows. */
export function databaseOf(db: Db): NonNullable<ConstructorOptions["db"]> {
  return {
    async executeSql(text, values = []) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows: [...(rows ?? [])] }
    },
  }
}
