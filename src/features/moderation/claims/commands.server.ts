import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { actorFor, demand } from "#features/actors/access/queries.server.ts"
import { doneBy } from "#features/accounts/rights.ts"
import { changed } from "#features/changes/commands.server.ts"
import { refuse } from "#lib/refusal.ts"
import { enqueue } from "#queue/enqueue.ts"
import type { ClaimAnswer, NewClaim } from "./inputs.ts"

/**
 * Claims a published page without an owner for the viewer; returns the claim's id. Only one claim per person and page can be
 * open.
 */
export async function claimPage(db: Db, viewer: Viewer, fid: string, given: NewClaim): Promise<number> {
  return writing(db, async (tx) => {
    const page = await actorFor(tx, viewer, fid, true)
    const me = viewer ?? refuse("sign_in_needed")
    if (!me.isVerified) refuse("email_unverified")
    if (page.status !== "published" || (await hasOwner(tx, page.id))) refuse("page_owned")
    const { rows } = await sql<{ id: number }>`
      insert into claims (actor_id, user_id, reason, proof_url)
      values (${page.id}, ${me.userId}, ${given.reason}, ${given.proof_url ?? null})
      on conflict (actor_id, user_id) where status = 'open' do nothing returning id`.execute(tx)
    return rows[0]?.id ?? refuse("claim_open")
  })
}

/**
 * Decides about a claim. If it is accepted, the person owns the page; if refused, they are told why. Repeating the same decision
 * with the same answer changes nothing; another answer is refused (`claim_decided`), since the person would not get it. Only
 * administrators may decide about their own claim.
 */
export async function decideClaim(db: Db, viewer: Viewer, id: number, given: ClaimAnswer): Promise<void> {
  demand(viewer, "moderate", {})
  const me = viewer as NonNullable<Viewer>
  await writing(db, async (tx) => {
    // Locks the page first: a transaction that also gives it an owner waits, or came before this one.
    await sql`select from actors where id = (select actor_id from claims where id = ${id}) for no key update`.execute(
      tx,
    )
    const claim = await tx.selectFrom("claims").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
    if (!claim) return refuse("claim_not_found")
    const answer = given.answer ?? null
    if (claim.status !== "open") {
      const isSame = claim.status === given.status && claim.answer === answer
      return isSame ? undefined : refuse("claim_decided")
    }
    if (claim.user_id === me.userId && !me.isAdmin) refuse("not_allowed")
    if (given.status === "accepted") {
      if (await hasOwner(tx, claim.actor_id)) refuse("page_owned")
      await sql`
        insert into relations (actor_id, user_id, relation, status, is_visible)
        values (${claim.actor_id}, ${claim.user_id}, 'owner', 'accepted', false)
        on conflict (user_id, actor_id) where user_id is not null
        do update set relation = 'owner', status = 'accepted'`.execute(tx)
      await tx
        .updateTable("actors")
        .set({ updated_at: sql`now()` })
        .where("id", "=", claim.actor_id)
        .execute()
    }
    await tx
      .updateTable("claims")
      .set({ status: given.status, answer, decided_by: me.userId, decided_at: sql`now()` })
      .where("id", "=", id)
      .execute()
    await changed(tx, {
      by: doneBy(me, "moderate"),
      subject: { actor: claim.actor_id },
      kind: `claim_${given.status}`,
      isPublic: given.status === "accepted", // the page shows whether it can be claimed
      noticeContext: { claim: { id, status: given.status, answer } },
    })
    await enqueue(tx, "moderation.claim-mail", { userId: claim.user_id, claimId: id })
    return undefined
  })
}

async function hasOwner(tx: Db, actorId: number) {
  const owner = await tx
    .selectFrom("relations")
    .select("id")
    .where("actor_id", "=", actorId)
    .where("user_id", "is not", null)
    .where("relation", "=", "owner")
    .where("status", "=", "accepted")
    .limit(1)
    .executeTakeFirst()
  return owner !== undefined
}
