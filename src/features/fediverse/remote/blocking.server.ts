import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { refuseFields } from "#lib/refusal.ts"
import { noteShownOf } from "../reacting/shown.server.ts"

/** Those of a host and of all below it. */
const isOf = (column: string, host: string) =>
  sql`(${sql.ref(column)} = ${host} or ${sql.ref(column)} like ${`%.${host.replaceAll(/[\\%_]/g, "\\$&")}`})`

/** Takes nothing from a host, nor from those below it, and sends nothing there. Says how many accounts were known of it. */
export async function blockHost(db: Db, name: string): Promise<number> {
  const host = hostFrom(name)
  return db.transaction().execute(async (tx) => {
    await sql`
      insert into fediverse_hosts (host, is_blocked) values (${host}, true)
      on conflict (host) do update set is_blocked = true`.execute(tx)
    await sql`delete from fediverse_deliveries where ${isOf("host", host)}`.execute(tx)
    await noteShownOf(tx, isOf("r.host", host))
    const { numAffectedRows } = await sql`delete from remote_actors where ${isOf("host", host)}`.execute(tx)
    return Number(numAffectedRows ?? 0)
  })
}

/** Takes what a host sends again. Who followed from there has to do so again. */
export async function unblockHost(db: Db, name: string): Promise<void> {
  await sql`update fediverse_hosts set is_blocked = false where host = ${hostFrom(name)}`.execute(db)
}

function hostFrom(name: string): string {
  const host = name.trim().toLowerCase().replace(/^\*\./, "")
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(host)) refuseFields({ host: ["errors.invalid"] })
  return host
}
