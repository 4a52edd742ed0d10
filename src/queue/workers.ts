import { setTimeout as pause } from "node:timers/promises"
import { sql } from "kysely"
import { PgBoss, type StopOptions } from "pg-boss"
import type { Db } from "#db/connection.ts"
import { findDeadProcesses, noteProcess, processNumber, releaseJobs } from "./abandoned.ts"
import { type JobName, type Jobs, queues } from "./catalogue.ts"
import { resetFutureTimes, steadyClock } from "./clock.ts"
import { workerDatabase } from "./worker-database.ts"

/** The handler of each job. A handler that throws is tried again, as the catalogue says. */
export type JobHandlers<Context> = {
  [Name in JobName]: (context: Context, data: Jobs[Name], jobId: string) => Promise<void>
}

/** A job that is queued at these times, in the five fields of cron. */
export type Cron = { name: JobName; at: string }

type Workers<Context> = {
  databaseUrl: string
  context: Context
  handlers: JobHandlers<Context>
  crons: Cron[]
  /** The time zone of the crons. */
  timezone: string
  /** Longest delay (seconds) of a job that is due by the clock; new ones are noticed at once. */
  pollSeconds: number
  /** What resets other times in the database after its clock was ahead. */
  resets: readonly ((tx: Db) => Promise<void>)[]
}

/** What marks the jobs that this process works on. */
type Note = (name: JobName, id: string) => Promise<void>

/** Milliseconds after which a process that seems dead at the start of another is dead; a lost connection returns sooner. */
const longestSilence = 4_000

type Base = { db: Db; log: { warn(details: object, message: string): void } }

/**
 * Starts working on the queues, with connections of its own. A job runs once unless the process dies in the middle of it, so
 * handlers must tolerate being run again.
 */
export async function startWorkers<Context extends Base>(work: Workers<Context>): Promise<{ stop(): Promise<void> }> {
  const { db, log } = work.context
  // The driver's errors hold the whole connection, keys included.
  const onError = ({ message, stack }: Error) => log.warn({ err: { message, stack } }, "jobs")
  const number = processNumber()
  const database = workerDatabase(work.databaseUrl, number, onError)
  // Without the note, the job of a dead process waits until its heartbeat is missed.
  const note: Note = async (name, id) => void (database.isSeen() && (await noteProcess(db, name, id, number)))
  const boss = new PgBoss({
    db: database,
    useListenNotify: true,
    clock: steadyClock,
    clockMonitorIntervalSeconds: 60,
  })
  boss.on("error", onError)
  const stop = async (options: StopOptions) => {
    try {
      await boss.stop(options)
    } finally {
      await database.end()
    }
  }
  let workers: string[]
  try {
    workers = await begin(boss, work, note)
  } catch (error) {
    // Half started, it would go on beside the next try.
    await stop({ graceful: false }).catch(() => {})
    throw error
  }
  const takeover = new AbortController()
  takeOver(db, boss, workers, takeover.signal).catch((error: unknown) => {
    if (!takeover.signal.aborted) log.warn({ err: error }, "jobs")
  })
  const clock = setInterval(() => {
    resetFutureTimes(db, work.resets).catch((error: unknown) => log.warn({ err: error }, "jobs"))
  }, 60_000).unref()
  return {
    async stop() {
      clearInterval(clock)
      takeover.abort()
      await stop({ graceful: true, timeout: 10_000 })
    },
  }
}

async function begin<Context extends Base>(boss: PgBoss, work: Workers<Context>, note: Note): Promise<string[]> {
  await resetFutureTimes(work.context.db, work.resets)
  await boss.start()

  const workers: string[] = []
  for (const name of Object.keys(work.handlers) as JobName[]) {
    const lanes = Array.from({ length: queues[name].together ?? 1 }, () => workOn(boss, name, work, note))
    // oxlint-disable-next-line no-await-in-loop
    workers.push(...(await Promise.all(lanes)))
  }
  for (const { name, at } of work.crons) await boss.schedule(name, at, {}, { tz: work.timezone })
  return workers
}

/**
 * Takes over the jobs of a process that was killed, most often the one that this one follows: pg-boss alone would wait for a
 * minute without heartbeats. A process that merely lost its connection shows life again meanwhile.
 */
async function takeOver(db: Db, boss: PgBoss, workers: string[], signal: AbortSignal) {
  const dead = await findDeadProcesses(db)
  if (dead.length === 0) return
  await pause(longestSilence, undefined, { signal, ref: false })
  await releaseJobs(db, boss, dead)
  for (const worker of workers) boss.notifyWorker(worker)
}

/**
 * Works on one queue, one job at a time; returns the id of the worker. A worker that ends a job fetches the next at once: pg-boss
 * itself would wait for its next poll, and each worker would do one job in ten seconds (newsletters: 8 mails a second for 120).
 */
async function workOn<Context extends Base>(
  boss: PgBoss,
  name: JobName,
  { context, handlers, pollSeconds }: Workers<Context>,
  note: Note,
) {
  const handle = handlers[name] as (context: Context, data: unknown, jobId: string) => Promise<void>
  const options = {
    batchSize: 1,
    pollingIntervalSeconds: Math.min(pollSeconds, 2),
    notifyPollingIntervalSeconds: pollSeconds,
  }
  const worker: string = await boss.work(name, options, async ([job]) => {
    if (!job) return
    boss.notifyWorker(worker)
    await note(name, job.id)
      .then(() => handle(context, job.data, job.id))
      .catch((error: unknown) => {
        context.log.warn({ err: error, job: name, jobId: job.id }, "job failed")
        throw error
      })
    // The data may identify a person, and are not needed once the job is done; another process that took it over needs them.
    await sql`
      update pgboss.job set data = null
      where name = ${name} and id = ${job.id} and state = 'active' and retry_count = ${job.retryCount}`.execute(
      context.db,
    )
  })
  return worker
}
