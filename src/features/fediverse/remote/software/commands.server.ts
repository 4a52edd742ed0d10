import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { outbound } from "#net/outbound.ts"
import { enqueue } from "#queue/enqueue.ts"
import { readNodeInfo, readNodeInfoLinks } from "../../vocabulary/read-discovery.ts"
import { fetchableUrl, redirectGuard, userAgent } from "../fetching.server.ts"

/** Interval between two checks of a host's software. */
const askedAfter = "7 days"
/** Limits of each of the two answers: bytes, milliseconds, and redirects. */
const bounds = { maxBytes: 100_000, timeout: 5_000, redirects: 2 }

/** Queues a job that checks the software of a host, unless that was done in the last week. */
export async function queueSoftwareCheck(tx: Db, host: string): Promise<void> {
  const { rows } = await sql`
    insert into fediverse_hosts (host, software_at) values (${host}, now())
    on conflict (host) do update set software_at = now()
    where not fediverse_hosts.is_blocked and (fediverse_hosts.software_at is null
      or fediverse_hosts.software_at < now() - ${askedAfter}::interval)
    returning host`.execute(tx)
  if (rows.length > 0) await enqueue(tx, "fediverse.read-software", { host })
}

/** Stores the software that a host reports by NodeInfo for all its accounts. A failure changes nothing. */
export async function readSoftware(db: Db, config: Config, host: string): Promise<void> {
  if (!config.federation.reaches) return
  const someone = await db
    .selectFrom("remote_actors")
    .select("uri")
    .where("host", "=", host)
    .limit(1)
    .executeTakeFirst()
  const server = someone && new URL(someone.uri).origin
  if (!server) return
  const { document } = readNodeInfoLinks(await jsonAt(db, config, `${server}/.well-known/nodeinfo`), server)
  const software = document && readNodeInfo(await jsonAt(db, config, document)).software
  if (!software) return
  await sql`update fediverse_hosts set software = ${software} where host = ${host}`.execute(db)
  await sql`update remote_actors set software = ${software} where host = ${host} and software is distinct from ${software}`.execute(
    db,
  )
}

async function jsonAt(db: Db, config: Config, address: string): Promise<unknown> {
  const url = fetchableUrl(address, config)
  if (!url) return undefined
  const headers = { accept: "application/json", "user-agent": userAgent(config) }
  try {
    const { allowPrivate } = config.federation
    const answer = await outbound(url, { ...bounds, headers, allowPrivate, mayFollow: redirectGuard(db, config) })
    return answer.status === 200 ? JSON.parse(answer.body.toString("utf8")) : undefined
  } catch {
    // Slow, huge, private or invalid answers count as none.
    return undefined
  }
}
