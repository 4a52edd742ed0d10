import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { PictureFailure } from "./remote-picture.ts"

/** A picture that is due, and the document that holds it if it was fetched already for another event. */
export type Due = { id: number; url: string; host: string; tries: number; document_id: number | null }

/** Minutes for which claimed pictures are left to their process: longer than a round of them takes. */
const leaseMinutes = 15
/** Minutes until the second, third, fourth and fifth attempt. */
const pauses = [10, 60, 360, 1440]

/**
 * Claims pictures that are due, the longest waiting first; other processes skip them for a while. An attempt counts from its
 * start, so that a picture that crashes the process is not tried for ever. Those that no event names any more are left alone: a
 * server may name another picture every second.
 */
export async function claimDue(db: Db, atMost: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update pictures_elsewhere set tries = tries + 1, next_at = now() + make_interval(mins => ${leaseMinutes})
    where id in (select id from pictures_elsewhere p where state = 'waiting' and next_at <= now()
        and exists (select from event_pictures n where n.picture_id = p.id)
      order by next_at, id limit ${atMost} for update skip locked)
    returning id, url, host, tries, document_id`.execute(db)
  return rows
}

/** Marks a picture as impossible to fetch. */
export async function giveUp(db: Db, id: number, reason: PictureFailure): Promise<void> {
  await sql`update pictures_elsewhere set state = 'refused', reason = ${reason} where id = ${id} and state = 'waiting'`.execute(
    db,
  )
}

/** Puts a picture off until the next attempt; gives up after the fifth. */
export async function putOff(db: Db, { id, tries }: Pick<Due, "id" | "tries">): Promise<void> {
  const pause = pauses[tries - 1]
  if (pause === undefined) return giveUp(db, id, "unreachable")
  await sql`
    update pictures_elsewhere set next_at = now() + make_interval(mins => ${pause}) where id = ${id} and state = 'waiting'`.execute(
    db,
  )
}

/** Returns pictures that were claimed but not tried, to be fetched later. */
export async function putBack(db: Db, ids: readonly number[], minutes: number): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update pictures_elsewhere set tries = tries - 1, next_at = now() + make_interval(mins => ${minutes})
    where id = any(${ids}::bigint[]) and state = 'waiting'`.execute(db)
}

/** Makes pictures due soon whose time was reckoned while the database's clock was ahead; those under way are left to their process. */
export async function resetFuturePictures(db: Db): Promise<void> {
  const soon = sql`now() + make_interval(mins => ${leaseMinutes})`
  await sql`update pictures_elsewhere set next_at = ${soon} where state = 'waiting' and next_at > ${soon}`.execute(db)
}

/** Sums the bytes stored for all fetched pictures. */
export async function bytesFetched(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(d.stored), 0)::bigint as bytes
    from pictures_elsewhere p join documents d on d.id = p.document_id`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
