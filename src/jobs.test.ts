import { sql } from "kysely"
import { expect, test } from "vitest"
import { enqueueAll } from "#queue/enqueue.ts"
import { testDatabase } from "#test/database.ts"
import { until } from "#test/mail-server.ts"
import { testSite } from "#test/visitor.ts"
import { startJobs } from "./jobs.ts"

test("of a long queue nobody waits between two jobs", async () => {
  const own = await testDatabase()
  await enqueueAll(
    own.db,
    "activities.refresh",
    Array.from({ length: 8 }, () => ({ actorIds: [] })),
  )
  // A worker looks for new jobs every ten minutes here: what is done before that, is done because the one before it ended.
  const jobs = await startJobs(testSite(own.db).world, own.url, { pollSeconds: 600 })
  try {
    const left = async () => {
      const { rows } = await sql<{ left: number }>`select count(*)::int as left from pgboss.job
        where name = 'activities.refresh' and state <> 'completed'`.execute(own.db)
      return rows[0]?.left
    }
    await until(async () => (await left()) === 0)
    expect(await left()).toBe(0)
    // And what comes when nothing was left is noticed at once.
    await enqueueAll(own.db, "activities.refresh", [{ actorIds: [] }])
    await until(async () => (await left()) === 0)
    expect(await left()).toBe(0)
  } finally {
    await jobs.stop()
    await own.drop()
  }
})
