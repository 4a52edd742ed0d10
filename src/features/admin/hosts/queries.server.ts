import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { isSilent } from "#features/fediverse/hosts/queries.server.ts"
import { isoAt } from "#lib/time.ts"
import type { HostFilter } from "./host.ts"
import type { HostsQuery } from "./inputs.ts"
import type { Host } from "./representation.server.ts"

const filters: Record<HostFilter, RawBuilder<unknown>> = {
  // Each filter repeats the condition of the partial index on decided hosts, so that PostgreSQL uses the index.
  blocked: sql`h.is_blocked and (h.is_blocked or h.is_allowed)`,
  allowed: sql`h.is_allowed and (h.is_blocked or h.is_allowed)`,
  silent: isSilent,
}

/** Lists hosts by name, with the total count. */
export async function listHosts(
  db: Db,
  { filter, q, start, limit }: HostsQuery,
  timezone: string,
): Promise<{ hosts: Host[]; total: number }> {
  const holds = q ? sql`h.host like '%' || ${q.replaceAll(/[\\%_]/g, "\\$&")} || '%'` : sql`true`
  const where = sql`${filters[filter]} and ${holds}`
  const [hosts, counted] = await Promise.all([
    read(db, sql`${where} order by h.host limit ${limit} offset ${start}`, timezone),
    sql<{ count: number }>`select count(*)::int as count from fediverse_hosts h where ${where}`.execute(db),
  ])
  return { hosts, total: counted.rows[0]?.count ?? 0 }
}

/** Returns the state of one host. A host without a row (never decided about, never silent) gets the default values. */
export async function findHost(db: Db, host: string, timezone: string): Promise<Host> {
  const [found] = await read(db, sql`h.host = ${host}`, timezone)
  return found ?? { host, is_blocked: false, is_allowed: false, failures: 0, retry: null, waiting: 0 }
}

async function read(db: Db, which: RawBuilder<unknown>, timezone: string): Promise<Host[]> {
  const { rows } = await sql<Omit<Host, "retry"> & { retry_at: Date | null }>`
    select h.host, h.is_blocked, h.is_allowed, h.failures, h.retry_at,
      (select count(*)::int from fediverse_deliveries d where d.host = h.host) as waiting
    from (select h.* from fediverse_hosts h where ${which}) h order by h.host`.execute(db)
  return rows.map(({ retry_at, ...row }) => ({ ...row, retry: retry_at && isoAt(retry_at, timezone) }))
}
