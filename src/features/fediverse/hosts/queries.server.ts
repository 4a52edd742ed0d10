import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Decision } from "./decision.ts"
import { writeAllowList, writeBlockList } from "./list.server.ts"

/**
 * SQL condition on a row `h` of `fediverse_hosts`: it does not answer, and deliveries wait for it. Without deliveries nothing
 * is tried, so its present state is unknown.
 */
export const isSilent = sql<boolean>`(h.failures > 0 and not h.is_blocked
  and exists (select from fediverse_deliveries d where d.host = h.host))`

/** Lists up to `most` blocked or allowed hosts by name, after the host `after`. */
export async function listDecided(db: Db, how: Decision, after = "", most = 1000): Promise<string[]> {
  const column = sql.ref(how === "block" ? "is_blocked" : "is_allowed")
  const { rows } = await sql<{ host: string }>`
    select host from fediverse_hosts where ${column} and (is_blocked or is_allowed) and host > ${after}
    order by host limit ${most}`.execute(db)
  return rows.map(({ host }) => host)
}

/** Returns all blocked or allowed hosts as a list that other servers can import. */
export async function exportDecided(db: Db, how: Decision): Promise<string> {
  const hosts: string[] = []
  for (let page = await listDecided(db, how); page.length > 0; page = await listDecided(db, how, page.at(-1)))
    hosts.push(...page)
  return how === "block" ? writeBlockList(hosts) : writeAllowList(hosts)
}

/** Lists the hosts that were decided about or are silent, with the number of waiting deliveries. */
export async function listHosts(db: Db) {
  const { rows } = await sql<{
    host: string
    isBlocked: boolean
    isAllowed: boolean
    failures: number
    waiting: number
  }>`
    select h.host, h.is_blocked as "isBlocked", h.is_allowed as "isAllowed", h.failures,
      (select count(*)::int from fediverse_deliveries d where d.host = h.host) as waiting
    from fediverse_hosts h where h.is_blocked or h.is_allowed or ${isSilent} order by h.host limit 1000`.execute(db)
  return rows
}
