import { createHash } from "node:crypto"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { raiseContentVersion } from "#features/changes/commands.server.ts"
import { storeFace } from "#features/documents/faces/commands.server.ts"
import { ForbiddenAddress, outbound, TooLarge } from "#net/outbound.ts"
import type { Storage } from "#storage/storage.ts"
import { mayBeLedTo, readableAddress, userAgent } from "../fetching.server.ts"
import { refusedAmong } from "../queries.server.ts"

/** A face is asked for once in so long, whatever came of it. */
const askedAfter = "7 days"
/** So many are taken up together; so many at once of all hosts, and of each. */
const round = 40
const hostsAtOnce = 4
/** Milliseconds after which no further round begins. */
const patience = 5 * 60_000
/** Bytes, and milliseconds, redirects included. */
const bounds = { maxBytes: 2 * 1024 * 1024, timeout: 10_000, redirects: 2 }

type Due = { id: number; icon: string; face: string | null; bytes: Buffer | null }

/**
 * Fetches the faces of those accounts elsewhere that follow somebody here or are followed, or whose comment is shown, and
 * draws them anew. Returns true when there may be more. What cannot be had is asked for again in a week; what is no image
 * is no face.
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

/** Takes up what waits longest. It counts as asked when it begins: what ends the process is not tried for ever. */
async function takeDue(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update remote_actors set face_due_at = now() + ${askedAfter}::interval
    where id in (select r.id from remote_actors r
      where r.icon_url is not null and r.face_due_at <= now()
        and (exists (select from fediverse_followers f where f.remote_actor_id = r.id)
          or exists (select from fediverse_follows f where f.remote_actor_id = r.id)
          or exists (select from fediverse_following f where f.remote_actor_id = r.id)
          or exists (select from fediverse_reactions f where f.remote_actor_id = r.id and f.shown_at is not null))
      order by r.face_due_at, r.id limit ${round} for no key update of r skip locked)
    returning id, icon_url as icon, face, face_bytes as bytes`.execute(db)
  return rows
}

async function fetchRound(db: Db, config: Config, storage: Storage, due: Due[]): Promise<void> {
  const asked = due.flatMap((one) => {
    const url = readableAddress(one.icon, config)
    return url ? [{ ...one, url }] : []
  })
  const refused = await refusedAmong(
    db,
    config,
    asked.map(({ url }) => url.host),
  )
  const byHost = [...Map.groupBy(asked, ({ url }) => url.host).entries()].filter(([host]) => !refused.has(host))
  let isNew = false
  // Of one host one after the other: it may be somebody's small server.
  const nextHosts = async () => {
    for (let next = byHost.shift(); next; next = byHost.shift())
      for (const one of next[1]) if (await fetchFace(db, config, storage, one)) isNew = true
  }
  await Promise.all(Array.from({ length: hostsAtOnce }, nextHosts))
  // Lists that everybody sees show them.
  if (isNew) await raiseContentVersion(db)
}

/** Fetches one; says whether somebody is shown otherwise than before. */
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
  // Gone meanwhile, or with another face by now: nothing names these files.
  const unused = isTaken ? one.face : face
  if (unused) await storage.remove(unused)
  return isTaken && face !== one.face
}

/** The bytes of an image; `none` when its server shows none there, `later` when it did not answer or another would. */
async function imageAt(db: Db, config: Config, url: URL): Promise<Uint8Array | "none" | "later"> {
  const headers = {
    accept: "image/avif,image/webp,image/jpeg,image/png,image/gif;q=0.9",
    "user-agent": userAgent(config),
  }
  try {
    const answer = await outbound(url, {
      ...bounds,
      headers,
      mayFollow: mayBeLedTo(db, config),
      allowPrivate: config.federation.allowPrivate,
    })
    if (answer.status === 408 || answer.status === 429 || answer.status >= 500) return "later"
    const type = String(answer.headers["content-type"] ?? "")
    return answer.status === 200 && /^\s*image\/(jpeg|png|gif|webp|avif)\s*(;|$)/i.test(type) ? answer.body : "none"
  } catch (error) {
    return error instanceof TooLarge || error instanceof ForbiddenAddress ? "none" : "later"
  }
}
