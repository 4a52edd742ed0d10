import type { Db } from "#db/connection.ts"
import { sql } from "kysely"
import { enqueue } from "#queue/enqueue.ts"
import type { Facts } from "../notice.ts"

/** Notifies the managers of a page that a webhook of theirs was switched off, and why. */
export async function noteSwitchedOff(
  tx: Db,
  { actorId, host, reason }: { actorId: number; host: string; reason: NonNullable<Facts["webhook"]> },
): Promise<void> {
  const becomes = JSON.stringify({ host, webhook: reason } satisfies Facts)
  const { rows } = await sql<{ id: number }>`
    insert into notices (kind, actor_id, becomes) values ('webhook', ${actorId}, ${becomes}::jsonb) returning id`.execute(
    tx,
  )
  for (const { id } of rows) await enqueue(tx, "notices.gather", { noticeId: id })
}
