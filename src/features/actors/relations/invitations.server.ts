import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { refuse } from "#lib/refusal.ts"
import { enqueueAll } from "#queue/enqueue.ts"
import { actorFor, demand, isStaff } from "../access/queries.server.ts"

/** Largest number of mails for one invitation; they are at least an hour apart. */
const mostMails = 5

/**
 * Enqueues the mail of an invitation: to the invited address, to the invited person, or to the owners of the invited page. People
 * who turned these mails off and suspended people get none.
 */
export async function mailInvitation(tx: Db, relationId: number): Promise<void> {
  const { rows } = await sql<{ userId: number | null }>`
    select null::bigint as "userId" from relations where id = ${relationId} and email is not null
    union all
    (select distinct u.id from relations invited
      join users u on u.id = invited.user_id or u.id in (
        select r.user_id from relations r where r.actor_id = invited.related_actor_id and r.relation = 'owner' and ${isStaff})
      where invited.id = ${relationId} and u.suspended_at is null and 'page' = any(u.notify) order by u.id limit 20)`.execute(
    tx,
  )
  await enqueueAll(
    tx,
    "actors.invitation-mail",
    rows.map(({ userId }) => ({ relationId, userId })),
  )
  await tx
    .updateTable("relations")
    .set({ mailed_at: sql`now()`, mails: sql`mails + 1` })
    .where("id", "=", relationId)
    .execute()
}

/** Mails an unanswered invitation again, on behalf of those who could withdraw it. */
export async function remindInvitation(db: Db, viewer: Viewer, fid: string, id: number): Promise<void> {
  await writing(db, async (tx) => {
    const page = await actorFor(tx, viewer, fid, true)
    const { rows } = await sql<{ relation: string; status: string; mails: number; is_recent: boolean }>`
      select relation, status, mails, coalesce(mailed_at > now() - interval '1 hour', false) as is_recent
      from relations where id = ${id} and actor_id = ${page.id} for update`.execute(tx)
    const held = rows[0]
    // A viewer who may not see pending invitations gets the same answer as if there were none.
    if (!held || !viewer || page.relations.length + Number(viewer.isAdmin) === 0) return refuse("relation_not_found")
    demand(viewer, held.relation === "owner" ? "govern" : "invite", page)
    if (held.status !== "pending") refuse("relation_answered")
    if (held.is_recent) refuse("invitation_mailed")
    if (held.mails >= mostMails) refuse("too_many")
    await mailInvitation(tx, id)
  })
}
