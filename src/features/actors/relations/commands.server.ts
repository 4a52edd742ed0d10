import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy, may } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import type { Changed } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { actorFor, demand, heldActor, type HeldActor, relationsTo } from "../access/queries.server.ts"
import { isInvitedSide, findInvitedSide, hasInvitedSide } from "./invited-side.server.ts"
import { mailInvitation } from "./invitations.server.ts"
import { clearIdentity, takeIdentity } from "./transfer.server.ts"
import { findRelation, viewerIsInvited } from "./queries.server.ts"
import type { NewRelation, RelationChange } from "./inputs.ts"
import type { Site } from "../queries.server.ts"
import type { RelationOf } from "./representation.server.ts"

/** Largest number of relations of a page, invitations included. */
const mostRelations = 1000

/**
 * Invites a person or another page and returns the relation's id. It is pending until the other side accepts, unless the viewer
 * is the other side too. Inviting again while it is pending changes nothing. An invitation never reveals whether an address has
 * an account: it stays attached to the address until its owner answers.
 */
export async function invite(db: Db, viewer: Viewer, fid: string, given: NewRelation): Promise<number> {
  return writing(db, async (tx) => {
    const page = await actorFor(tx, viewer, fid, true)
    demand(viewer, given.relation === "owner" ? "govern" : "invite", page)
    const me = viewer as NonNullable<Viewer>
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from relations where actor_id = ${page.id}`.execute(tx)
    if (Number(rows[0]?.count) >= mostRelations) refuse("too_many")

    const { invited_as, ...other } = await findInvitedSide(tx, me, page, given)
    const isBoth = await isInvitedSide(tx, me, other)
    const row = {
      actor_id: page.id,
      ...other,
      // Until they accept, the invitation names only the page, not the account behind it.
      invited_as: isBoth ? null : invited_as,
      relation: given.relation,
      status: isBoth ? "accepted" : "pending",
      is_visible: given.is_visible ?? !/^(owner|assistant)$/.test(given.relation),
      invited_by: me.userId,
    }
    const same = await sql<{ id: number; status: string; relation: string }>`
      select id, status, relation from relations where actor_id = ${page.id} and ${hasInvitedSide(other, given.relation)}
      limit 1`.execute(tx)
    const known = same.rows[0]
    if (known?.status === "accepted") refuse("relation_exists")
    if (known?.status === "pending" && known.relation === given.relation) return known.id
    if (known) await tx.deleteFrom("relations").where("id", "=", known.id).execute()
    const { id } = await tx.insertInto("relations").values(row).returning("id").executeTakeFirstOrThrow()
    const isToTell = !isBoth && !("email" in other)
    await changed(tx, {
      by: doneBy(me, "invite", { relations: page.relations }),
      subject: { actor: page.id },
      kind: "invited",
      isPublic: isBoth && row.is_visible && page.status === "published",
      before: { relation: null },
      after: { relation: given.relation },
      noticeContext: isToTell ? { invitation: { id, relation: given.relation } } : undefined,
    })
    if (!isBoth) await mailInvitation(tx, id)
    return id
  })
}

type Held = {
  id: number
  actor_id: number
  related_actor_id: number | null
  user_id: number | null
  email: string | null
  relation: NewRelation["relation"]
  status: "pending" | "accepted" | "refused"
  is_mine: boolean
  /** Whether everybody sees it on the page. */
  is_shown: boolean
}

/**
 * Answers an invitation (the invited side), changes a role (owners), or shows and hides a relation (the person themself; the
 * managers, for partners and groups), and returns the relation afterwards. The last owner stays owner. Rights are checked before
 * any values are compared; values that are the same already change nothing.
 */
export async function changeRelation(
  db: Db,
  viewer: Viewer,
  fid: string,
  id: number,
  given: RelationChange,
  site: Site,
): Promise<RelationOf> {
  return writing(db, async (tx) => {
    const { page, held } = await relationFor(tx, viewer, fid, id)
    const me = viewer ?? refuse("sign_in_needed")
    demandChange(me, page, held, given)
    const before = (await findRelation(tx, me, id, site)) ?? refuse("relation_not_found")
    const rights = { relations: page.relations }
    const tell: Omit<Changed, "subject" | "isPublic">[] = []
    const isAnswered = given.status !== undefined && given.status !== held.status
    const isOther = given.relation !== undefined && given.relation !== held.relation
    const isTurned = given.is_visible !== undefined && given.is_visible !== before.is_visible
    if (isAnswered) {
      if (held.status !== "pending") refuse("relation_answered")
      const isShownPerson = held.related_actor_id === null && held.relation === "member"
      if (given.status === "accepted" && isShownPerson) await takeIdentity(tx, me, id)
      if (held.email !== null) await answerAddress(tx, me, held, given.status as "accepted" | "refused")
      else
        await tx
          .updateTable("relations")
          .set({ status: given.status, ...(given.status === "accepted" ? { invited_as: null } : {}) })
          .where("id", "=", id)
          .execute()
      tell.push({
        by: doneBy(me, "follow", rights),
        kind: `invitation_${given.status as "accepted" | "refused"}`,
        before: { relation: null },
        after: { relation: held.relation },
      })
    }
    if (isOther) {
      if (held.related_actor_id !== null) refuseFields({ relation: ["errors.invalid"] })
      if (held.relation === "owner" && held.status === "accepted") await keepAnOwner(tx, page.id, id)
      await tx
        .updateTable("relations")
        .set({ relation: given.relation, is_visible: given.relation === "member" })
        .where("id", "=", id)
        .execute()
      if (held.user_id !== null) await clearIdentity(tx, held.user_id, page.id)
      tell.push({
        by: doneBy(me, "govern", rights),
        kind: "role_changed",
        before: { relation: held.relation },
        after: { relation: given.relation },
      })
    }
    if (given.is_visible !== undefined && (isTurned || isOther))
      await tx.updateTable("relations").set({ is_visible: given.is_visible }).where("id", "=", id).execute()
    if (isTurned && tell.length === 0) tell.push({ by: doneBy(me, "follow", rights), kind: "relation_shown" })
    if (tell.length > 0) {
      await touch(tx, page.id)
      const isPublic = held.is_shown || (await isShown(tx, id))
      await changed(
        tx,
        tell.map((one) => ({ ...one, subject: { actor: page.id }, isPublic })),
      )
    }
    // A declined invitation to an address was deleted.
    return (await findRelation(tx, me, id, site)) ?? { ...before, status: "refused" as const }
  })
}

/** Refuses a viewer who may not make all of these changes; an empty change is refused to a viewer who could make none. */
function demandChange(me: SignedIn, page: HeldActor, held: Held, given: RelationChange) {
  const isOwnChoice = held.user_id !== null && held.relation === "owner"
  const mayShow = held.is_mine || (!isOwnChoice && may(me, "invite", page))
  if (given.status !== undefined && !held.is_mine) refuse("not_allowed")
  if (given.relation !== undefined) demand(me, "govern", page)
  if (given.is_visible !== undefined && !mayShow) refuse("not_allowed")
  if (!mayShow) demand(me, "govern", page)
}

/** Answers an invitation to an address: once its owner accepts, the relation belongs to their account. */
async function answerAddress(tx: Db, me: NonNullable<Viewer>, held: Held, status: "accepted" | "refused") {
  if (status === "refused") {
    await tx.deleteFrom("relations").where("id", "=", held.id).execute()
    return
  }
  const known = await tx
    .selectFrom("relations")
    .select(["id", "status"])
    .where("actor_id", "=", held.actor_id)
    .where("user_id", "=", me.userId)
    .executeTakeFirst()
  if (known?.status === "accepted") refuse("relation_exists")
  if (known) await tx.deleteFrom("relations").where("id", "=", known.id).execute()
  await tx
    .updateTable("relations")
    .set({ email: null, user_id: me.userId, status: "accepted" })
    .where("id", "=", held.id)
    .execute()
}

/**
 * Removes a relation: the invited side itself (leaving or untagging); otherwise those who may invite (for partners and
 * invitations) or govern (for people).
 */
export async function removeRelation(db: Db, viewer: Viewer, fid: string, id: number): Promise<void> {
  await writing(db, async (tx) => {
    const { page, held } = await relationFor(tx, viewer, fid, id)
    const me = viewer ?? refuse("sign_in_needed")
    const isPerson = held.related_actor_id === null
    const right = isPerson && (held.status === "accepted" || held.relation === "owner") ? "govern" : "invite"
    if (!held.is_mine) demand(me, right, page)
    if (held.relation === "owner" && held.status === "accepted") await keepAnOwner(tx, page.id, id)
    await tx.deleteFrom("relations").where("id", "=", id).execute()
    if (held.user_id !== null) await clearIdentity(tx, held.user_id, page.id)
    await touch(tx, page.id)
    await changed(tx, {
      by: doneBy(me, held.is_mine ? "follow" : right, { relations: page.relations }),
      subject: { actor: page.id },
      kind: held.is_mine ? "left" : "removed",
      isPublic: held.is_shown,
      before: { relation: held.relation },
      after: { relation: null },
    })
  })
}

/** Condition on a relation: both pages show it to everybody. */
const shownRelation = sql<boolean>`(r.status = 'accepted' and r.is_visible and r.relation <> 'assistant'
  and page.status = 'published' and coalesce(other.status, person.status, '') = 'published')`
const relationSides = sql`relations r join actors page on page.id = r.actor_id and page.deleted_at is null
  left join actors other on other.id = r.related_actor_id
  left join users u on u.id = r.user_id left join actors person on person.id = u.identity_id`

async function isShown(tx: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from ${relationSides} where r.id = ${id} and ${shownRelation}`.execute(tx)
  return rows.length > 0
}

/** Locks and returns the relation and its page, which either side's address leads to. */
async function relationFor(tx: Db, viewer: Viewer, fid: string, id: number): Promise<{ page: HeldActor; held: Held }> {
  const seen = await heldActor(tx, viewer, fid)
  // The page is locked first and read afterwards, so that simultaneous changes are seen.
  await sql`select from actors where id = (select actor_id from relations where id = ${id}) for no key update`.execute(
    tx,
  )
  const { rows } = await sql<Held & { fid: string }>`
    select r.id, r.actor_id, r.related_actor_id, r.user_id, r.email, r.relation, r.status, page.fid, ${viewerIsInvited(viewer)} as is_mine,
      ${shownRelation} as is_shown
    from ${relationSides}
    where r.id = ${id} and (page.fid = ${fid} or other.fid = ${fid})`.execute(tx)
  const held = rows[0]
  // The invited person may see the invitation even when the page is a draft they cannot see.
  if (!held || (!seen && !held.is_mine)) return refuse(seen ? "relation_not_found" : "actor_not_found")
  const relations = (await relationsTo(tx, viewer, [held.actor_id])).get(held.actor_id) ?? []
  // Relations the viewer cannot see in the list are treated as missing.
  const isSeen = held.is_mine || held.is_shown || may(viewer, "see_drafts", { relations })
  if (!isSeen) refuse("relation_not_found")
  const page = await actorOfRow(tx, held.actor_id)
  return { page: { ...page, relations }, held }
}

function actorOfRow(tx: Db, id: number): Promise<Omit<HeldActor, "relations">> {
  return tx
    .selectFrom("actors")
    .select(["id", "fid", "type", "name", "language", "status", "version"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow() as Promise<Omit<HeldActor, "relations">>
}

async function keepAnOwner(tx: Db, actorId: number, leaving: number) {
  const other = await tx
    .selectFrom("relations")
    .select("id")
    .where("actor_id", "=", actorId)
    .where("user_id", "is not", null)
    .where("relation", "=", "owner")
    .where("status", "=", "accepted")
    .where("id", "<>", leaving)
    .limit(1)
    .executeTakeFirst()
  if (!other) refuse("last_owner")
}

/** Only what the page shows changed, not its text; the version stays, so that editors get no conflict. */
async function touch(tx: Db, actorId: number) {
  await tx
    .updateTable("actors")
    .set({ updated_at: sql`now()` })
    .where("id", "=", actorId)
    .execute()
}
