import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { refuseFields } from "#lib/refusal.ts"
import { noteShownOf } from "../reacting/shown.server.ts"
import { refusedAmong } from "../remote/queries.server.ts"
import { hostFrom } from "./list.server.ts"

/** What an operator may decide of a host. */
export type Decision = "block" | "allow"

/** So many hosts are written, or looked at, with one statement. */
const together = 1000

/**
 * Blocks hosts, with all below them, or allows them: nothing is taken from who is refused then, nothing asked of them or sent
 * there, and their people follow no more. Says how many of these were known.
 * @param hosts as `hostFrom` writes them
 */
export async function decideHosts(db: Db, config: Config, hosts: readonly string[], how: Decision): Promise<number> {
  const column = sql.ref(how === "block" ? "is_blocked" : "is_allowed")
  for (let at = 0; at < hosts.length; at += together)
    await sql`
      insert into fediverse_hosts (host, ${column}) select host, true from unnest(${hosts.slice(at, at + together)}::text[]) host
      on conflict (host) do update set ${column} = true`.execute(db)
  return removeRefused(db, config)
}

/** Takes such a decision back. Who followed from a host that was blocked has to do so again. */
export async function undecideHost(db: Db, config: Config, name: string, how: Decision): Promise<number> {
  const column = sql.ref(how === "block" ? "is_blocked" : "is_allowed")
  await sql`update fediverse_hosts set ${column} = false where host = ${oneHost(name)}`.execute(db)
  return removeRefused(db, config)
}

/** One host that somebody typed. */
export function oneHost(name: string): string {
  return hostFrom(name) ?? refuseFields({ host: ["errors.invalid"] })
}

/** Forgets who is known of hosts that are refused now, and what was on its way there. Says how many accounts that were. */
async function removeRefused(db: Db, config: Config): Promise<number> {
  let removed = 0
  for (let last = ""; ;) {
    const { rows } = await sql<{ host: string }>`
      select host from (select distinct host from remote_actors where host > ${last}
        union select distinct host from fediverse_deliveries where host > ${last}) known
      order by host limit ${together}`.execute(db)
    const refused = [
      ...(await refusedAmong(
        db,
        config,
        rows.map(({ host }) => host),
      )),
    ]
    await writing(db, async (tx) => {
      await sql`delete from fediverse_deliveries where host = any(${refused}::text[])`.execute(tx)
      await noteShownOf(tx, sql`r.host = any(${refused}::text[])`)
      const gone = await sql`delete from remote_actors where host = any(${refused}::text[])`.execute(tx)
      removed += Number(gone.numAffectedRows ?? 0)
    })
    last = rows.at(-1)?.host ?? ""
    if (rows.length < together) return removed
  }
}
