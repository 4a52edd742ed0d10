import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { bySystem, type Changed } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import { followBatch } from "#features/changes/following.server.ts"

/** Runs the handlers of all waiting changes, as the job would. */
export async function followAll(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from change_batches where followed_at is null order by id`.execute(db)
  for (const { id } of rows) await followBatch(db, id)
}

/** Logs a change that a test wrote through a store, as the command that usually calls the store does. */
export async function logChange(db: Db, change: Omit<Changed, "by" | "isPublic">): Promise<void> {
  await writing(db, (tx) => changed(tx, { by: bySystem("sample"), isPublic: true, ...change }))
}
