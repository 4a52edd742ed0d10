import { type RawBuilder, sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import { writing } from "#db/writing.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { enqueue } from "#queue/enqueue.ts"
import { noteShownComments } from "../reacting/shown-comments.server.ts"
import { refusedAmong } from "../remote/queries.server.ts"
import type { Decision } from "./decision.ts"
import { type HostList, isThisInstance, normalizeHost, readHostList } from "./list.server.ts"
import { isSilent } from "./queries.server.ts"

/** Hosts written or checked by one statement. */
const together = 1000

/** Records who decided, in the same transaction; `changed` is the number of hosts whose state changed. */
type Note = (tx: Db, changed: number) => Promise<void>

/**
 * Blocks hosts with all their subdomains, or allows them. Nothing is accepted from, fetched from or sent to refused hosts,
 * and their accounts no longer follow anybody here. Returns how many accounts were deleted: none by an allowance, which refuses
 * nobody. An operator who allows the hosts of an allow list one by one loses nothing of those that are still to come.
 * @param hosts as `normalizeHost` returns them
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
  return how === "block" ? removeRefused(db, config) : 0
}

/**
 * Blocks or allows one host that somebody typed; returns it as it is stored, and how many accounts were deleted. Refuses the
 * field `host` for invalid hosts and for this instance itself.
 */
export async function decideHost(
  db: Db,
  config: Config,
  name: string,
  how: Decision,
  note?: (tx: Db, host: string) => Promise<void>,
): Promise<{ host: string; forgotten: number }> {
  const host = requireHost(name)
  if (isThisInstance(host, new URL(config.publicUrl).host)) refuseFields({ host: ["errors.own_host"] })
  return { host, forgotten: await decideHosts(db, config, [host], how, note && ((tx) => note(tx, host))) }
}

/** Blocks or allows every host of a list in the format that other servers export. Returns which lines were skipped, and why. */
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

/** Takes back a block or an allowance. Accounts of a host that was blocked have to follow again. */
export async function undecideHost(db: Db, config: Config, name: string, how: Decision, note?: Note): Promise<number> {
  const column = sql.ref(how === "block" ? "is_blocked" : "is_allowed")
  const host = requireHost(name)
  await writing(db, async (tx) => {
    const { numAffectedRows } = await sql`
      update fediverse_hosts set ${column} = false where host = ${host} and ${column}`.execute(tx)
    if (numAffectedRows) await note?.(tx, Number(numAffectedRows))
  })
  return how === "allow" ? removeRefused(db, config) : 0
}

/** Sends what waits for a silent host now. Refuses `host_not_found` for any other host. */
export async function retryHost(db: Db, name: string, note?: Note): Promise<void> {
  const host = requireHost(name)
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

/** Normalizes a host that somebody typed. */
export function requireHost(name: string): string {
  return normalizeHost(name) ?? refuseFields({ host: ["errors.invalid"] })
}

/** Accounts deleted in one transaction, with their reactions and follows. */
const forgottenAtOnce = 500

/**
 * Deletes the accounts of hosts that are refused now, and the deliveries to them, in steps. Returns how many accounts there
 * were. After an interruption, the next block deletes the rest.
 */
async function removeRefused(db: Db, config: Config): Promise<number> {
  let removed = 0
  for (let last = ""; ;) {
    // Each branch stops by its index: with 100,000 hosts, each step would otherwise read all that are left.
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
    await noteShownComments(tx, sql`r.id = ${those}`)
    await sql`delete from remote_actors where id = ${those}`.execute(tx)
    return rows.length
  })
}
