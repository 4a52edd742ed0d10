import { sql } from "kysely"
import { expect, test, vi } from "vitest"
import { testDatabase } from "#test/database.ts"
import { freePort } from "#test/instances/server.ts"
import { openDb, openPool } from "./connection.ts"
import { isAvailable, isUnavailable } from "./unavailable.ts"

/**
 * Ends the two connections in use, after waiting for both, since they do not open at the same moment. Idle ones stay: the pool
 * might use one before it notices that it has ended.
 */
async function end(there: Awaited<ReturnType<typeof testDatabase>>) {
  const other = openDb(openPool(there.connectionString(), 1, () => {}))
  const inUse = sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and (state = 'idle in transaction' or state = 'active' and query = 'select pg_sleep(30)')`
  await expect.poll(async () => (await inUse.execute(other)).rows.length, { timeout: 14_000 }).toBe(2)
  const { rows } = await inUse.execute(other)
  await sql`select pg_terminate_backend(pid) from unnest(${rows.map(({ pid }) => pid)}::int[]) as pid`.execute(other)
  await other.destroy()
}

// An error event of a connection without a listener would end the process and so fail these tests.
test("a terminated connection fails its query or transaction as unavailable, and later queries work", async () => {
  const there = await testDatabase()
  const running = sql`select pg_sleep(30)`.execute(there.db).catch((error: unknown) => error)
  let isOpen: () => void = () => {}
  const opened = new Promise<void>((resolve) => (isOpen = resolve))
  let goOn: () => void = () => {}
  const wait = new Promise<void>((resolve) => (goOn = resolve))
  const transaction = there.db
    .transaction()
    .execute(async (tx) => {
      await sql`create table unsaved (id int)`.execute(tx)
      isOpen()
      await wait
      await sql`select 1`.execute(tx)
    })
    .catch((error: unknown) => error)
  await opened
  await end(there)

  expect(isUnavailable(await running)).toBe(true)
  goOn()
  expect(isUnavailable(await transaction)).toBe(true)
  const { rows } = await sql<{ saved: string | null }>`select to_regclass('unsaved') as saved`.execute(there.db)
  expect(rows).toEqual([{ saved: null }])
  await there.drop()
})

test("an unreachable database is distinguished from a wrong statement", async () => {
  const there = await testDatabase()
  const wrong = await sql`select nothing`.execute(there.db).catch((error: unknown) => error)
  expect(isUnavailable(wrong)).toBe(false)
  expect(await isAvailable(there.db)).toBe(true)
  await there.drop()

  const away = openDb(openPool(`postgres://app:x@127.0.0.1:${await freePort()}/postgres`, 2, () => {}))
  expect(isUnavailable(await sql`select 1`.execute(away).catch((error: unknown) => error))).toBe(true)
  expect(await isAvailable(away)).toBe(false)
  await away.destroy()
})

test("a pool that nobody uses keeps as many connections as wanted", async () => {
  const there = await testDatabase()
  const pool = openPool(there.connectionString(), 4, () => {}, { leastOpen: 2 })
  const inUse = await Promise.all([1, 2, 3, 4].map(() => pool.connect()))
  vi.useFakeTimers({ toFake: ["setTimeout"] })
  for (const one of inUse) one.release()
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  expect(pool.totalCount).toBe(2)
  await pool.end()
  await there.drop()
})
