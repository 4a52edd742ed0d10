import { PgBoss } from "pg-boss"
import type { Db } from "#db/connection.ts"
import { type JobName, queues } from "./catalogue.ts"
import { databaseOf } from "./enqueue.ts"

/** Brings the tables of the queue up to date and makes every queue of the catalogue. Several processes may do it at once. */
export async function installQueues(db: Db): Promise<void> {
  const boss = new PgBoss({ db: databaseOf(db), supervise: false, schedule: false })
  boss.on("error", () => {})
  await boss.start()
  try {
    for (const [name, { together: _, ...options }] of Object.entries(queues)) {
      const queue = { notify: true, ...options }
      await boss.createQueue(name as JobName, queue)
      const { policy: __, partition: ___, ...changeable } = queue
      await boss.updateQueue(name, changeable)
    }
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
}
