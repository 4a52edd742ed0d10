import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { NoPicture } from "./picture-elsewhere.ts"

/** A picture that is due, and whether it was fetched already, for another event. */
export type Due = { id: number; url: string; host: string; tries: number; document_id: number | null }

/** For so long nobody else takes up what was taken up: longer than a few of them last. */
const leaseMinutes = 15
/** Minutes until the second, third, fourth and fifth try. */
const pauses = [10, 60, 360, 1440]

/**
 * Takes up pictures that are due, the longest waiting first; others pass them over for a while. A try counts when it
 * begins, so that a picture that ends the process is not tried for ever.
 */
export async function takeDue(db: Db, atMost: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update pictures_elsewhere set tries = tries + 1, next_at = now() + make_interval(mins => ${leaseMinutes})
    where id in (select id from pictures_elsewhere where state = 'waiting' and next_at <= now()
      order by next_at, id limit ${atMost} for update skip locked)
    returning id, url, host, tries, document_id`.execute(db)
  return rows
}

/** It is not to be had, for good. */
export async function giveUp(db: Db, id: number, reason: NoPicture): Promise<void> {
  await sql`update pictures_elsewhere set state = 'refused', reason = ${reason} where id = ${id} and state = 'waiting'`.execute(
    db,
  )
}

/** Later again; after the fifth try no more. */
export async function putOff(db: Db, { id, tries }: Pick<Due, "id" | "tries">): Promise<void> {
  const pause = pauses[tries - 1]
  if (pause === undefined) return giveUp(db, id, "unreachable")
  await sql`
    update pictures_elsewhere set next_at = now() + make_interval(mins => ${pause}) where id = ${id} and state = 'waiting'`.execute(
    db,
  )
}

/** What was taken up and not tried goes back, for later. */
export async function putBack(db: Db, ids: readonly number[], minutes: number): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update pictures_elsewhere set tries = tries - 1, next_at = now() + make_interval(mins => ${minutes})
    where id = any(${ids}::bigint[]) and state = 'waiting'`.execute(db)
}

/** Bytes on disk of all that was fetched. */
export async function bytesFetched(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(d.stored), 0)::bigint as bytes
    from pictures_elsewhere p join documents d on d.id = p.document_id`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
