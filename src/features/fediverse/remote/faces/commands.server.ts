import { createHash } from "node:crypto"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { raiseContentVersion } from "#features/changes/commands.server.ts"
import { storeFace } from "#features/documents/faces/commands.server.ts"
import { ForbiddenAddress, outbound, TooLarge } from "#net/outbound.ts"
import type { Storage } from "#storage/storage.ts"
import { fetchableUrl, redirectGuard, userAgent } from "../fetching.server.ts"
import { refusedAmong } from "../queries.server.ts"

/** Interval between two fetches of an avatar, whatever the result. */
const askedAfter = "7 days"
/** Avatars claimed in one round, and how many hosts are asked at the same time, each with one request. */
const round = 40
const hostsAtOnce = 4
/** Milliseconds after which no further round begins. */
const patience = 5 * 60_000
/** Limits of a fetch: bytes, milliseconds, and redirects. */
const bounds = { maxBytes: 2 * 1024 * 1024, timeout: 10_000, redirects: 2 }

type Due = { id: number; icon: string; face: string | null; bytes: Buffer | null }

/**
 * Fetches the avatars of remote accounts that follow or are followed here, or whose comment is shown, and renders them anew.
 * Returns true when there may be more. A failed one is tried again after a week; a file that is no image counts as no avatar.
 */
export async function fetchFaces(db: Db, config: Config, storage: Storage): Promise<boolean> {
  if (!config.federation.reaches) return false
  const until = Date.now() + patience
  while (Date.now() < until) {
    const due = await takeDue(db)
    if (due.length === 0) return false
    await fetchRound(db, config, storage, due)
  }
  return true
}

/**
 * Claims the avatars that wait longest, in turn for each server, so that one with thousands of accounts does not delay those of
 * others. They count as fetched when claimed, so that one that crashes the process is not retried for ever.
 */
async function takeDue(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as (
      select r.id, r.face_due_at, row_number() over (partition by r.host order by r.face_due_at, r.id) as nth
      from remote_actors r where r.icon_url is not null and r.face_due_at <= now()
        and (exists (select from fediverse_followers f where f.remote_actor_id = r.id)
          or exists (select from fediverse_follows f where f.remote_actor_id = r.id)
          or exists (select from fediverse_following f where f.remote_actor_id = r.id)
          or exists (select from fediverse_reactions f where f.remote_actor_id = r.id and f.shown_at is not null)))
    update remote_actors set face_due_at = now() + ${askedAfter}::interval
    where id in (select r.id from due join remote_actors r on r.id = due.id and r.face_due_at <= now()
      order by due.nth, due.face_due_at, due.id limit ${round} for no key update of r skip locked)
    returning id, icon_url as icon, face, face_bytes as bytes`.execute(db)
  return rows
}

/**
 * Makes avatars due whose time was reckoned while the database's clock was ahead: at once if there is none yet, otherwise when
 * the interval is over.
 */
export async function resetFutureFaces(db: Db): Promise<void> {
  const again = sql`now() + ${askedAfter}::interval`
  await sql`
    update remote_actors set face_due_at = case when face is null then now() else ${again} end
    where icon_url is not null and face_due_at > case when face is null then now() else ${again} end`.execute(db)
}

async function fetchRound(db: Db, config: Config, storage: Storage, due: Due[]): Promise<void> {
  const asked = due.flatMap((one) => {
    const url = fetchableUrl(one.icon, config)
    return url ? [{ ...one, url }] : []
  })
  const refused = await refusedAmong(
    db,
    config,
    asked.map(({ url }) => url.host),
  )
  const byHost = [...Map.groupBy(asked, ({ url }) => url.host).entries()].filter(([host]) => !refused.has(host))
  let isNew = false
  // One request at a time for each host: it may be somebody's small server.
  const nextHosts = async () => {
    for (let next = byHost.shift(); next; next = byHost.shift())
      for (const one of next[1]) if (await fetchFace(db, config, storage, one)) isNew = true
  }
  await Promise.all(Array.from({ length: hostsAtOnce }, nextHosts))
  // Public lists show avatars.
  if (isNew) await raiseContentVersion(db)
}

/** Fetches one avatar; returns whether the account looks different now. */
async function fetchFace(db: Db, config: Config, storage: Storage, one: Due & { url: URL }): Promise<boolean> {
  const image = await imageAt(db, config, one.url)
  if (image === "later") return false
  const bytes = image === "none" ? null : createHash("sha256").update(image).digest()
  if (bytes && one.bytes?.equals(bytes)) return false
  const stored = image === "none" ? "refused" : await storeFace(storage, image)
  if (stored === "later") return false
  const face = stored === "refused" ? null : stored.key
  const { numAffectedRows } = await writing(db, (tx) =>
    sql`update remote_actors set face = ${face}, face_bytes = ${face && bytes}
      where id = ${one.id} and icon_url = ${one.icon} and face is not distinct from ${one.face}`.execute(tx),
  ).catch(async (error: unknown) => {
    if (face) await storage.remove(face)
    throw error
  })
  const isTaken = Number(numAffectedRows ?? 0) > 0
  // The account is gone, or has another avatar by now: no row refers to these files.
  const unused = isTaken ? one.face : face
  if (unused) await storage.remove(unused)
  return isTaken && face !== one.face
}

/** Fetches an image; `none` when its server has none there, `later` when it did not answer and a retry may help. */
async function imageAt(db: Db, config: Config, url: URL): Promise<Uint8Array | "none" | "later"> {
  const headers = {
    accept: "image/avif,image/webp,image/jpeg,image/png,image/gif;q=0.9",
    "user-agent": userAgent(config),
  }
  try {
    const answer = await outbound(url, {
      ...bounds,
      headers,
      mayFollow: redirectGuard(db, config),
      allowPrivate: config.federation.allowPrivate,
    })
    if (answer.status === 408 || answer.status === 429 || answer.status >= 500) return "later"
    const type = String(answer.headers["content-type"] ?? "")
    return answer.status === 200 && /^\s*image\/(jpeg|png|gif|webp|avif)\s*(;|$)/i.test(type) ? answer.body : "none"
  } catch (error) {
    return error instanceof TooLarge || error instanceof ForbiddenAddress ? "none" : "later"
  }
}
