import { sql } from "kysely"
import { expect, test, vi } from "vitest"
import { makeDueIssues } from "#features/newsletters/issues/commands.server.ts"
import { resetFutureTimes, steadyClock } from "#queue/clock.ts"
import { enqueue, enqueueAll } from "#queue/enqueue.ts"
import { testDatabase } from "#test/database.ts"
import { until } from "#test/elsewhere/mail-server.ts"
import { subscribers } from "#test/worlds/newsletter-world.ts"
import { testSite } from "#test/worlds/visitor.ts"
import { startJobs } from "./jobs.ts"

test("queued jobs start one after the other, without waiting for the next poll", async () => {
  const own = await testDatabase()
  await enqueueAll(
    own.db,
    "activities.refresh",
    Array.from({ length: 8 }, () => ({ actorIds: [] })),
  )
  // Workers poll every ten minutes here, so a job that starts earlier was started by the end of the one before.
  const jobs = await startJobs(testSite(own.db).world, own.connectionString(), { pollSeconds: 600 })
  try {
    const left = async () => {
      const { rows } = await sql<{ left: number }>`select count(*)::int as left from pgboss.job
        where name = 'activities.refresh' and state <> 'completed'`.execute(own.db)
      return rows[0]?.left
    }
    await until(async () => (await left()) === 0)
    expect(await left()).toBe(0)
    // A job that arrives when the queue is empty starts at once.
    await enqueueAll(own.db, "activities.refresh", [{ actorIds: [] }])
    await until(async () => (await left()) === 0)
    expect(await left()).toBe(0)
  } finally {
    await jobs.stop()
    await own.drop()
  }
})

test("job times that a wrong clock left in the future are reset at the start, and waiting jobs run", async () => {
  const own = await testDatabase()
  await enqueueAll(own.db, "activities.refresh", [{ actorIds: [] }, { actorIds: [] }, { actorIds: [] }])
  await enqueue(own.db, "activities.sweep", {}, { startAfter: 3600 })
  const names = sql`array['activities.refresh', 'activities.sweep']`
  await sql`update pgboss.job set created_on = created_on + interval '3 days', start_after = start_after + interval '3 days',
    keep_until = keep_until + interval '3 days' where name = any(${names})`.execute(own.db)
  // One job was started by a process that has died since, and one is to be retried.
  const [died, again] = [sql`offset 0 limit 1`, sql`offset 1 limit 1`].map(
    (which) => sql`(select id from pgboss.job where name = 'activities.refresh' order by id ${which})`,
  )
  await sql`update pgboss.job set state = 'active', started_on = now() + interval '3 days',
    heartbeat_on = now() + interval '3 days' where id = ${died}`.execute(own.db)
  // It failed while the clock was ahead by an hour.
  await sql`update pgboss.job set state = 'retry', created_on = now(), start_after = now() + interval '1 hour'
    where id = ${again}`.execute(own.db)
  // Deliveries of every kind have times of their own, a newsletter for one.
  await subscribers(own.db, [{ frequency: "weekly" }])
  await makeDueIssues(own.db)
  await sql`update subscriptions set next_due_at = next_due_at + interval '1 year', told_until = told_until + interval '1 year'`.execute(
    own.db,
  )
  expect(await resetFutureTimes(own.db)).toBe(false) // nothing indicates that the clock was ahead
  await sql`update pgboss.version set cron_on = now() + interval '3 days'`.execute(own.db)
  await sql`update pgboss.queue set monitor_claim_on = now() + interval '3 days'`.execute(own.db)

  const jobs = await startJobs(testSite(own.db).world, own.connectionString(), { pollSeconds: 1 })
  try {
    const read = async () => {
      const { rows } = await sql<{ state: string; count: number }>`
        select state, count(*)::int as count from pgboss.job where name = 'activities.refresh' group by state`.execute(
        own.db,
      )
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    }
    await until(async () => (await read()).completed === 2)
    expect(await read()).toEqual({ completed: 2, active: 1 })
    const { rows } = await sql`select
      (select cron_on <= now() from pgboss.version) as "isTimely",
      (select bool_and(monitor_claim_on <= now()) from pgboss.queue) as "isLookedAt",
      (select heartbeat_on <= now() and started_on <= now() from pgboss.job where id = ${died}) as "isGivenUp",
      (select extract(epoch from start_after - now()) between 3000 and 3600 from pgboss.job
        where name = 'activities.sweep' and start_after > now()) as "isInAnHour",
      (select told_until <= now() from subscriptions) as "isReadFromNow"`.execute(own.db)
    expect(rows).toEqual([{ isTimely: true, isLookedAt: true, isGivenUp: true, isInAnHour: true, isReadFromNow: true }])
    expect(await resetFutureTimes(own.db)).toBe(false)
  } finally {
    await jobs.stop()
    await own.drop()
  }
})

test("other due times are reset in the transaction that resets the jobs, or again if that fails", async () => {
  const own = await testDatabase()
  try {
    await sql`update pgboss.version set cron_on = now() + interval '3 days'`.execute(own.db)
    const failing = () => Promise.reject(new Error("locked"))
    await expect(resetFutureTimes(own.db, [failing])).rejects.toThrow("locked")
    const done: string[] = []
    const resets = ["mails", "webhooks"].map((name) => async () => void done.push(name))
    expect(await resetFutureTimes(own.db, resets)).toBe(true)
    expect(await resetFutureTimes(own.db, resets)).toBe(false)
    expect(done).toEqual(["mails", "webhooks"])
  } finally {
    await own.drop()
  }
})

test("steadyClock does not go back when the clock of the machine is set back", () => {
  const before = steadyClock.now()
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3 * 86_400_000 })
  expect(steadyClock.now()).toBeGreaterThanOrEqual(before)
  vi.useRealTimers()
})

test("an unusable mail server is logged as a warning at the start, without its credentials", async () => {
  const own = await testDatabase()
  const { world } = testSite(own.db, { SMTP_URL: "smtp://me:secret@127.0.0.1:1" })
  const warn = vi.spyOn(world.log, "warn")
  const jobs = await startJobs(world, own.connectionString())
  try {
    await until(() => warn.mock.calls.length > 0)
    expect(warn.mock.calls[0]).toEqual([
      { why: expect.stringMatching(/^a mail was not taken: \w+$/) },
      "the mail server (SMTP_URL) cannot be used; mails wait",
    ])
  } finally {
    await jobs.stop()
    await own.drop()
  }
})
