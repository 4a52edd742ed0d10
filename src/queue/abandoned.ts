import { randomInt } from "node:crypto"
import { sql } from "kysely"
import type { PgBoss } from "pg-boss"
import type { Db } from "#db/connection.ts"
import type { JobName } from "./catalogue.ts"
import { databaseOf } from "./enqueue.ts"

/** First key of the advisory locks by which processes show that they live; the second key is the number of the process. */
const lockClass = 1_096_040_772

/** Makes the number of a process that works on jobs. */
export const processNumber = () => randomInt(1, 2 ** 31 - 1)

/** Returns the statement by which a process shows that it lives, for as long as this connection lasts. */
export const showsLife = (process: number) => `select pg_advisory_lock_shared(${lockClass}, ${process})`

/** Notes which process works on a job, until the result takes the place of this note. */
export async function noteProcess(db: Db, name: JobName, id: string, process: number): Promise<void> {
  await sql`
    update pgboss.job set output = jsonb_build_object('process', ${process}::int)
    where name = ${name} and id = ${id} and state = 'active'`.execute(db)
}

/** A job whose process died, for the first time: one that kills every process must not do so again and again in a short time. */
const isAbandoned = sql`state = 'active' and retry_count = 0 and output->>'process' is not null
  and not exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and classid = ${sql.lit(lockClass)} and objid::bigint = (output->>'process')::bigint)`

/** Finds the processes that died while they worked on jobs. */
export async function findDeadProcesses(db: Db): Promise<number[]> {
  const { rows } = await sql<{ process: number }>`
    select distinct (output->>'process')::int as process from pgboss.job where ${isAbandoned}`.execute(db)
  return rows.map(({ process }) => process)
}

/**
 * Fails the jobs of dead processes, as pg-boss does when their heartbeats have been missing for a minute, and makes those that are
 * to be tried again due at once. A process that shows life again meanwhile keeps its jobs.
 */
export async function releaseJobs(db: Db, boss: PgBoss, processes: readonly number[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string; id: string }>`
      select name, id from pgboss.job
      where ${isAbandoned} and (output->>'process')::int = any(${processes}::int[])
      for update skip locked`.execute(tx)
    const died = { message: "the process died" }
    for (const { name, id } of rows) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await boss.fail(name, id, died, { db: databaseOf(tx) })
      // oxlint-disable-next-line no-await-in-loop
      await sql`
        update pgboss.job set start_after = now() where name = ${name} and id = ${id} and state = 'retry'`.execute(tx)
    }
  })
}
