import { type Kysely, sql } from "kysely"
import { PgBoss } from "pg-boss"
import type { DB } from "#db/schema.ts"
import { type JobName, queues } from "./catalogue.ts"
import { databaseOf } from "./enqueue.ts"

/** A process that does a job says so twice in this time; the job of one that was killed goes to another after it. */
const heartbeatSeconds = 60

/**
 * Brings the tables of the queue up to date and makes every queue of the catalogue. Several processes may do it at once:
 * one after the other, on a connection of their own, since pg-boss sends whole transactions as one text and a failed one
 * must not stay open on a connection that others use.
 */
export async function installQueues(db: Kysely<DB>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtext('foyer queues'))`.execute(connection)
    const boss = new PgBoss({ db: databaseOf(connection), supervise: false, schedule: false })
    boss.on("error", () => {})
    try {
      await boss.start()
      for (const [name, { together: _, ...options }] of Object.entries(queues)) {
        const queue = { notify: true, heartbeatSeconds, ...options }
        await boss.createQueue(name as JobName, queue)
        const { policy: __, partition: ___, ...changeable } = queue
        await boss.updateQueue(name, changeable)
      }
    } finally {
      await boss.stop({ graceful: false, close: false })
      await sql`rollback`.execute(connection)
      await sql`select pg_advisory_unlock(hashtext('foyer queues'))`.execute(connection)
    }
  })
}
