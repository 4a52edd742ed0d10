import { type RawBuilder, sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import { writing } from "#db/writing.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { enqueue } from "#queue/enqueue.ts"
import { noteShownOf } from "../reacting/shown.server.ts"
import { refusedAmong } from "../remote/queries.server.ts"
import type { Decision } from "./decision.ts"
import { type HostList, hostFrom, isOwnHost, readHostList } from "./list.server.ts"
import { isSilent } from "./queries.server.ts"

/** So many hosts are written, or looked at, with one statement. */
const together = 1000

/** Writes down who decided, in the transaction that does it; of how many hosts it is different now. */
type Note = (tx: Db, changed: number) => Promise<void>

/**
 * Blocks hosts, with all below them, or allows them: nothing is taken from who is refused then, nothing asked of them or sent
 * there, and their people follow no more. Says how many of these were known.
 * @param hosts as `hostFrom` writes them
 */
export async function decideHosts(
  db: Db,
  config: Config,
  hosts: readonly string[],
  how: Decision,
  note?: Note,
): Promise<number> {
  const column = sql.ref(how === "block" ? "is_blocked" : "is_allowed")
  await writing(db, async (tx) => {
    let changed = 0
    for (let at = 0; at < hosts.length; at += together) {
      const { numAffectedRows } = await sql`
        insert into fediverse_hosts as known (host, ${column})
        select host, true from unnest(${hosts.slice(at, at + together)}::text[]) host
        on conflict (host) do update set ${column} = true
          where not known.${column}`.execute(tx)
      changed += Number(numAffectedRows ?? 0)
    }
    if (changed > 0) await note?.(tx, changed)
  })
  return removeRefused(db, config)
}

/**
 * Decides of one host that somebody typed; returns it as it is stored, and how many accounts are forgotten. Refuses the field
 * `host` of what is none, and of this instance itself.
 */
export async function decideHost(
  db: Db,
  config: Config,
  name: string,
  how: Decision,
  note?: (tx: Db, host: string) => Promise<void>,
): Promise<{ host: string; forgotten: number }> {
  const host = oneHost(name)
  if (isOwnHost(host, new URL(config.publicUrl).host)) refuseFields({ host: ["errors.own_host"] })
  return { host, forgotten: await decideHosts(db, config, [host], how, note && ((tx) => note(tx, host))) }
}

/** Decides the same of every host of a list, as other servers export theirs. Says which lines were passed over, and why. */
export async function decideList(
  db: Db,
  config: Config,
  text: string,
  how: Decision,
  note?: Note,
): Promise<HostList & { forgotten: number }> {
  const list = await readHostList(text, new URL(config.publicUrl).host)
  return { ...list, forgotten: await decideHosts(db, config, list.hosts, how, note) }
}

/** Takes such a decision back. Who followed from a host that was blocked has to do so again. */
export async function undecideHost(db: Db, config: Config, name: string, how: Decision, note?: Note): Promise<number> {
  const column = sql.ref(how === "block" ? "is_blocked" : "is_allowed")
  const host = oneHost(name)
  await writing(db, async (tx) => {
    const { numAffectedRows } = await sql`
      update fediverse_hosts set ${column} = false where host = ${host} and ${column}`.execute(tx)
    if (numAffectedRows) await note?.(tx, Number(numAffectedRows))
  })
  return removeRefused(db, config)
}

/** Has what waits for a silent host sent now. Refuses `host_not_found` any other. */
export async function retryHost(db: Db, name: string, note?: Note): Promise<void> {
  const host = oneHost(name)
  await writing(db, async (tx) => {
    const { numAffectedRows } = await sql`
      update fediverse_hosts h set retry_at = null where host = ${host} and ${isSilent}`.execute(tx)
    if (!numAffectedRows) refuse("host_not_found")
    await sql`
      update fediverse_deliveries set due_at = now()
      where host = ${host} and due_at > now() and (taken_until is null or taken_until < now())`.execute(tx)
    await enqueue(tx, "fediverse.deliver", {})
    await note?.(tx, 1)
  })
}

/** One host that somebody typed. */
export function oneHost(name: string): string {
  return hostFrom(name) ?? refuseFields({ host: ["errors.invalid"] })
}

/** So many accounts are forgotten in one transaction, with all that they said and whom they follow. */
const forgottenAtOnce = 500

/**
 * Forgets who is known of hosts that are refused now, and what was on its way there, in steps. Says how many accounts that
 * were. Stopped in the middle, what is left goes with the next decision.
 */
async function removeRefused(db: Db, config: Config): Promise<number> {
  let removed = 0
  for (let last = ""; ;) {
    // Each branch stops by its index: of 100,000 hosts it would otherwise read all that are left each time.
    const { rows } = await sql<{ host: string }>`
      (select distinct host from remote_actors where host > ${last} order by host limit ${together})
      union (select distinct host from fediverse_deliveries where host > ${last} order by host limit ${together})
      order by host limit ${together}`.execute(db)
    const refused = await refusedAmong(
      db,
      config,
      rows.map(({ host }) => host),
    )
    if (refused.size > 0) {
      const isTheirs = sql`host = any(${[...refused]}::text[])`
      await deleteInSteps(db, "fediverse_deliveries", isTheirs)
      for (let gone = await forgetSome(db, isTheirs); gone > 0; gone = await forgetSome(db, isTheirs)) removed += gone
    }
    last = rows.at(-1)?.host ?? ""
    if (rows.length < together) return removed
  }
}

async function forgetSome(db: Db, isTheirs: RawBuilder<unknown>): Promise<number> {
  return writing(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from remote_actors where ${isTheirs} order by id limit ${forgottenAtOnce} for update`.execute(tx)
    const those = sql`any(${rows.map(({ id }) => id)}::bigint[])`
    await noteShownOf(tx, sql`r.id = ${those}`)
    await sql`delete from remote_actors where id = ${those}`.execute(tx)
    return rows.length
  })
}
