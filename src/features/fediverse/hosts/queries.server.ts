import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Decision } from "./decision.ts"
import { writeAllowList, writeBlockList } from "./list.server.ts"

/**
 * Of a row `h` of `fediverse_hosts`: it does not answer, and something waits for it. Where nothing does nobody tries again,
 * so that nobody knows whether it still is away.
 */
export const isSilent = sql<boolean>`(h.failures > 0 and not h.is_blocked
  and exists (select from fediverse_deliveries d where d.host = h.host))`

/** The hosts that are blocked, or allowed, by name: so many after this one. */
export async function listDecided(db: Db, how: Decision, after = "", most = 1000): Promise<string[]> {
  const column = sql.ref(how === "block" ? "is_blocked" : "is_allowed")
  const { rows } = await sql<{ host: string }>`
    select host from fediverse_hosts where ${column} and (is_blocked or is_allowed) and host > ${after}
    order by host limit ${most}`.execute(db)
  return rows.map(({ host }) => host)
}

/** All of them as a list that other servers take. */
export async function exportDecided(db: Db, how: Decision): Promise<string> {
  const hosts: string[] = []
  for (let page = await listDecided(db, how); page.length > 0; page = await listDecided(db, how, page.at(-1)))
    hosts.push(...page)
  return how === "block" ? writeBlockList(hosts) : writeAllowList(hosts)
}

/** The hosts that were decided about or are silent, and how much waits for them. */
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
