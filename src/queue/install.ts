import { type Kysely, sql } from "kysely"
import { PgBoss } from "pg-boss"
import type { DB } from "#db/schema.ts"
import { type JobName, queues } from "./catalogue.ts"
import { databaseOf } from "./enqueue.ts"

/** A process sends two heartbeats in this time while it runs a job; after it, the job of a killed process goes to another. */
const heartbeatSeconds = 60

/**
 * Migrates the tables of the queue and creates every queue of the catalogue. Several processes take turns, each on a connection
 * of its own: pg-boss sends whole transactions as one text, and a failed one must not stay open on a shared connection.
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
