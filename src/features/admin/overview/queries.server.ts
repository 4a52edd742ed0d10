import { statfs } from "node:fs/promises"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import type { ActorType } from "#features/actors/actor-types.ts"
import type { Category } from "#features/events/categories.ts"
import { isSilent } from "#features/fediverse/hosts/queries.server.ts"
import { addDays, dateAt, isoAt } from "#lib/time.ts"
import { mediaFolder } from "#storage/disk.ts"
import { days, type FileKind, fileKinds, jobKinds, kindOfJob } from "./overview.ts"
import type { Overview } from "./representation.server.ts"

/** Most hosts that the overview lists by name. */
const mostHosts = 12

/** Counts the open reports and claims that wait for moderators, with the date of the oldest. */
export async function countWaiting(db: Db, timezone: string): Promise<Pick<Overview, "reports" | "claims">> {
  const { rows } = await sql<{ what: "reports" | "claims"; waiting: number; oldest: Date | null }>`
    select 'reports' as what, count(*)::int as waiting, min(created_at) as oldest from reports where status = 'open'
    union all select 'claims', count(*)::int, min(created_at) from claims where status = 'open'`.execute(db)
  const of = (what: string) => {
    const found = rows.find((row) => row.what === what)
    return { waiting: found?.waiting ?? 0, oldest: found?.oldest ? isoAt(found.oldest, timezone) : null }
  }
  return { reports: of("reports"), claims: of("claims") }
}

/** Counts the events that became public in the last four weeks, by day and category, from their activities in the feed. */
export async function countEvents(db: Db, timezone: string): Promise<Overview["events"]> {
  const dates = lastDays(days.events, timezone)
  const [from = "", until = ""] = [dates[0], dates.at(-1)]
  const { rows } = await sql<{ date: string; category: Category; count: number }>`
    select to_char(a.created_at at time zone ${timezone}, 'YYYY-MM-DD') as date, e.category, count(*)::int as count
    from activities a left join activity_parts p on p.activity_id = a.id
    join events e on e.id = coalesce(a.object_id, p.object_id) and e.listed
    where a.model = 'contents.Event' and a.type = 'Create' and a.is_shown
      and a.created_at >= ${from}::timestamp at time zone ${timezone}
    group by 1, 2`.execute(db)
  const all = dates.map((date) => ({
    date,
    categories: Object.fromEntries(
      rows.filter((row) => row.date === date).map(({ category, count }) => [category, count]),
    ),
  }))
  return { total: rows.reduce((sum, { count }) => sum + count, 0), from, until, days: all }
}

/** Counts the published pages by type. */
export async function countPages(db: Db): Promise<Overview["pages"]> {
  const { rows } = await sql<{ type: ActorType; count: number }>`
    select type, count(*)::int as count from actors where status = 'published' group by type`.execute(db)
  const counted = { person: 0, group: 0, place: 0, organizer: 0 }
  for (const { type, count } of rows) counted[type] = count
  return counted
}

/**
 * Counts the background jobs by kind. Jobs that are due are read from the index by which the workers take jobs. The number of
 * failed jobs is what pg-boss counts for each queue every minute; the failed jobs themselves are read only in queues with such a
 * count.
 */
export async function countJobs(db: Db, timezone: string): Promise<Overview["jobs"]> {
  const { rows } = await sql<{
    name: string
    waiting: number
    oldest: Date | null
    isLate: boolean
    failed: number
    failedLately: number
  }>`
    select q.name, due.waiting, due.oldest, coalesce(due.oldest < now() - interval '10 minutes', false) as "isLate",
      q.failed_count as failed, case when q.failed_count = 0 then 0 else (select count(*) from pgboss.job j
        where j.name = q.name and j.state = 'failed' and j.completed_on > now() - interval '1 day')::int end as "failedLately"
    from pgboss.queue q cross join lateral (
      select count(*)::int as waiting, min(start_after) as oldest from (
        select j.start_after from pgboss.job j
        where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now() limit 1000) due) due
    where due.waiting > 0 or q.failed_count > 0`.execute(db)
  return jobKinds.map((kind) => {
    const mine = rows.filter(({ name }) => kindOfJob(name) === kind)
    const sum = (of: (row: (typeof mine)[number]) => number) => mine.reduce((all, row) => all + of(row), 0)
    const oldest = mine.flatMap((row) => row.oldest ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0]
    return {
      kind,
      waiting: sum(({ waiting }) => waiting),
      oldest: oldest ? isoAt(oldest, timezone) : null,
      late: mine.some(({ isLate }) => isLate),
      failed: sum(({ failed }) => failed),
      failed_lately: sum(({ failedLately }) => failedLately),
    }
  })
}

/** Counts the newsletters and notices sent by mail on each day, and those that could not be delivered. */
export async function countMails(db: Db, timezone: string): Promise<Overview["mails"]> {
  const dates = lastDays(days.mails, timezone)
  const since = sql`${dates[0] ?? ""}::timestamp at time zone ${timezone}`
  const { rows } = await sql<{ date: string; what: "newsletters" | "notices"; sent: number; failed: number }>`
    select to_char(at at time zone ${timezone}, 'YYYY-MM-DD') as date, what,
      count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state = 'failed')::int as failed
    from (
      select 'notices' as what, state, coalesce(sent_at, created_at) as at from deliveries
      where channel = 'mail' and state <> 'queued' and created_at >= ${since}
      union all
      select 'newsletters', state, coalesce(sent_at, created_at) from newsletter_issues
      where state in ('sent', 'failed') and created_at >= ${since}) mails
    group by 1, 2`.execute(db)
  const all = dates.map((date) => {
    const today = rows.filter((row) => row.date === date)
    const sent = (what: string) => today.find((row) => row.what === what)?.sent ?? 0
    return {
      date,
      newsletters: sent("newsletters"),
      notices: sent("notices"),
      failed: today.reduce((sum, { failed }) => sum + failed, 0),
    }
  })
  return {
    sent: rows.reduce((sum, row) => sum + row.sent, 0),
    failed: rows.reduce((sum, row) => sum + row.failed, 0),
    days: all,
  }
}

/** Sums the bytes that stored files take, by kind. */
export async function countBytes(db: Db): Promise<Record<FileKind, number>> {
  const { rows } = await sql<{ kind: FileKind; bytes: number }>`
    select case type when 'Image' then 'images' when 'Audio' then 'sounds' else 'documents' end as kind,
      sum(stored)::bigint as bytes from documents group by 1`.execute(db)
  return Object.fromEntries(
    fileKinds.map((kind) => [kind, rows.find((row) => row.kind === kind)?.bytes ?? 0]),
  ) as Record<FileKind, number>
}

/**
 * Returns the disk space left for files, as available to a user other than root. Null for an object store and for a missing disk.
 */
export async function roomLeft({
  storage,
  dataDir,
}: Pick<Config, "storage" | "dataDir">): Promise<{ free: number | null; size: number | null }> {
  if (storage !== "disk") return { free: null, size: null }
  // The media folder may be a mounted disk of its own; it is created with the first file.
  const disk = await statfs(mediaFolder(dataDir)).catch(() => statfs(dataDir).catch(() => undefined))
  return disk
    ? { free: disk.bavail * disk.bsize, size: (disk.blocks - disk.bfree + disk.bavail) * disk.bsize }
    : { free: null, size: null }
}

/** Counts the deliveries to Fediverse hosts that wait, and lists the hosts that do not answer. */
export async function countDeliveries(
  db: Db,
  timezone: string,
): Promise<Pick<Overview["federation"], "waiting" | "silent" | "hosts">> {
  const { rows } = await sql<{
    host: string
    waiting: number
    failures: number
    retryAt: Date | null
    inAll: number
    silent: number
  }>`
    with waiting as (select lower(host) as host, count(*)::int as count from fediverse_deliveries group by 1),
      silent as (select h.host, h.failures, h.retry_at from fediverse_hosts h where ${isSilent})
    select coalesce(w.host, s.host) as host, coalesce(w.count, 0) as waiting, coalesce(s.failures, 0) as failures,
      s.retry_at as "retryAt", (select coalesce(sum(count), 0) from waiting)::int as "inAll",
      (select count(*) from silent)::int as silent
    from waiting w full join silent s on s.host = w.host
    order by failures desc, waiting desc, host limit ${mostHosts}`.execute(db)
  return {
    waiting: rows[0]?.inAll ?? 0,
    silent: rows[0]?.silent ?? 0,
    hosts: rows.map(({ host, waiting, failures, retryAt }) => ({
      host,
      waiting,
      failures,
      retry: retryAt && isoAt(retryAt, timezone),
    })),
  }
}

/** Returns the last days in the time zone of the instance, today last. */
function lastDays(count: number, timezone: string): string[] {
  const today = dateAt(new Date(), timezone)
  return Array.from({ length: count }, (_, at) => addDays(today, at - count + 1))
}
