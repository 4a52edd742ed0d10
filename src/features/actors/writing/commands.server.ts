import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing, writeIfDifferent } from "#db/writing.ts"
import { applyPageDeletion } from "#features/events/removal/commands.server.ts"
import { doneBy, may, type Relation } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { changed } from "#features/changes/commands.server.ts"
import type { ChangeKind } from "#features/changes/kinds.ts"
import { checkActorImages, setActorImages } from "#features/documents/pictures/commands.server.ts"
import { sanitiseEach } from "#lib/text/html.ts"
import { gatherFaults, type PartlyValid } from "#lib/faults.ts"
import { Refusal, refuse } from "#lib/refusal.ts"
import { actorFor, demand } from "../access/queries.server.ts"
import type { Actor } from "../actor.ts"
import { saveActor } from "../store.server.ts"
import type { ActorDraft } from "../draft.ts"
import { freeFidFor, isFidFree } from "../fids/queries.server.ts"
import { findActor, type Site } from "../queries.server.ts"
import type { ActorChange, NewActor } from "./inputs.ts"
import { stateOfActor } from "./state.server.ts"
import { isPossibleFid } from "../fids/possible-fid.ts"

/** Largest number of pages of one account, against abuse. */
const mostPages = 200

/** Number of attempts to find another identifier when a free one was taken meanwhile. */
const mostTries = 5

/**
 * Makes a page owned by the viewer. It is a draft unless it is to be published and the viewer may do so. Without an identifier it
 * gets the first free one made from its name.
 */
export async function createActor(db: Db, viewer: Viewer, given: NewActor, site: Site): Promise<Actor> {
  const { fid, ...rest } = given
  if (fid !== undefined) return createActorAs(db, viewer, { ...rest, fid }, site)
  for (let tries = 1; ; tries++) {
    const free = await freeFidFor(db, given.name, given.type, tries > 2)
    try {
      return await createActorAs(db, viewer, { ...rest, fid: free }, site)
    } catch (error) {
      const isTaken = error instanceof Refusal && error.code === "fid_taken"
      if (!isTaken || tries >= mostTries) throw error
    }
  }
}

async function createActorAs(db: Db, viewer: Viewer, given: NewActor & { fid: string }, site: Site): Promise<Actor> {
  const me = demandNewPage(viewer, given)
  return writing(db, async (tx) => {
    // The account is locked, so that its pages are counted correctly when several are made at once.
    const user = await tx
      .selectFrom("users")
      .select(["id", "language"])
      .where("id", "=", me.userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) return refuse("sign_in_needed")
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from relations where user_id = ${me.userId} and relation = 'owner'`.execute(tx)
    if (Number(rows[0]?.count) >= mostPages) refuse("too_many")

    const { avatar, banner, ...fields } = await checkActor(tx, me, given, undefined)
    const language = given.language ?? (user.language as ActorDraft["language"])
    const id = await saveActor(tx, { ...(fields as ActorDraft), language })
    await setActorImages(tx, me, id, { avatar, banner })
    await tx.updateTable("actors").set({ created_by: me.userId }).where("id", "=", id).execute()
    await tx
      .insertInto("relations")
      .values({ actor_id: id, user_id: me.userId, relation: "owner", status: "accepted", is_visible: false })
      .execute()
    await changed(tx, {
      by: doneBy(me, "edit", { relations: ["owner"] }),
      subject: { actor: id },
      kind: "created",
      isPublic: given.status === "published",
    })
    return (await findActor(tx, me, given.fid, site)) as Actor
  })
}

/**
 * Changes a page; each given field is replaced as a whole. Another `fid` renames it, and the former address leads to it for ever.
 * A change to the same values does nothing. Refuses `stale` when its version is not one of those allowed.
 */
export async function updateActor(
  db: Db,
  viewer: Viewer,
  fid: string,
  given: ActorChange,
  versions: number[] | undefined,
  site: Site,
): Promise<Actor> {
  return writing(db, async (tx) => {
    const held = await actorFor(tx, viewer, fid, true)
    demand(viewer, "edit", held)
    const me = viewer as NonNullable<Viewer>
    if (given.fid !== undefined && given.fid !== held.fid) demand(me, "govern", held)
    if (given.status === "published" && held.status !== "published") demand(me, "publish", held)
    if (given.status !== undefined && given.status !== "draft" && held.isHidden) refuse("hidden_by_moderators")
    if (versions && !versions.includes(held.version)) refuse("stale")

    const { avatar, banner, ...fields } = await checkActor(tx, me, given, held)
    const before = (await findActor(tx, me, held.fid, site)) as Actor
    const saved = await writeIfDifferent(tx, stateOfActor(held.id), async () => {
      await saveActor(tx, {
        id: held.id,
        fid: held.fid,
        type: held.type,
        name: held.name,
        language: held.language,
        ...(fields as Partial<ActorDraft>),
      })
      await setActorImages(tx, me, held.id, { avatar, banner })
    })
    if (!saved) return before
    const after = (await findActor(tx, me, given.fid ?? held.fid, site)) as Actor
    await changed(tx, {
      by: doneBy(me, "edit", { relations: held.relations }),
      subject: { actor: held.id },
      kind: changeOf(before, after),
      isPublic: before.status !== "draft" || after.status !== "draft",
      before,
      after,
      unseen: given.contacts ? ["contacts"] : [], // private contacts are visible to the page's managers only
    })
    return after
  })
}

function changeOf(before: Actor, after: Actor): ChangeKind {
  if (before.status !== after.status) return after.status === "draft" ? "withdrawn" : after.status
  return before.fid === after.fid ? "updated" : "renamed"
}

/**
 * Deletes a page: nobody sees it any more, nor the events without another organiser that accepted, and its fid is never given to
 * another page. People who answered one of these events are notified. Deleting it again finds nothing.
 */
export async function deleteActor(db: Db, viewer: Viewer, fid: string, versions: number[] | undefined): Promise<void> {
  await writing(db, async (tx) => {
    const held = await actorFor(tx, viewer, fid, true)
    demand(viewer, "govern", held)
    if (versions && !versions.includes(held.version)) refuse("stale")
    const me = viewer as NonNullable<Viewer>
    const { rows } = await sql<{ deletedAt: string }>`
      update actors set deleted_at = now(), deleted_status = status, status = 'draft', version = version + 1,
        updated_at = now() where id = ${held.id} returning deleted_at::text as "deletedAt"`.execute(tx)
    const { deletedAt } = rows[0] as { deletedAt: string }
    await applyPageDeletion(tx, { pageId: held.id, deletedAt, by: me.userId })
    await changed(tx, {
      by: doneBy(me, "govern", { relations: held.relations }),
      subject: { actor: held.id },
      kind: "deleted",
      isPublic: held.status !== "draft",
    })
  })
}

/**
 * Restores a deleted page, for owners and within 30 days, with the events that were deleted with it. Restoring it again changes
 * nothing.
 */
export async function restoreActor(db: Db, viewer: Viewer, fid: string, site: Site): Promise<Actor> {
  const me = viewer ?? refuse("actor_not_found")
  if (!isPossibleFid(fid)) refuse("actor_not_found")
  return writing(db, async (tx) => {
    const { rows } = await sql<{ id: number; deleted_at: string | null; relations: Relation[] }>`
      select a.id, a.deleted_at::text, to_json(array(select r.relation from relations r where r.actor_id = a.id
        and r.user_id = ${me.userId} and r.status = 'accepted')) as relations
      from actors a where a.fid = ${fid} and (a.deleted_at is null or a.deleted_at > now() - interval '30 days')
      for no key update of a`.execute(tx)
    const held = rows[0]
    // A viewer who could not delete the page is not told that it was deleted.
    if (!held || !may(me, "govern", held)) return refuse("actor_not_found")
    if (held.deleted_at) {
      const restored = await sql<{ status: string }>`
        update actors set status = deleted_status, deleted_status = null, deleted_at = null, version = version + 1,
          updated_at = now() where id = ${held.id} returning status`.execute(tx)
      await applyPageDeletion(tx, { pageId: held.id, deletedAt: held.deleted_at, by: me.userId })
      await changed(tx, {
        by: doneBy(me, "govern", { relations: held.relations }),
        subject: { actor: held.id },
        kind: "restored",
        isPublic: restored.rows[0]?.status !== "draft",
      })
    }
    return (await findActor(tx, me, fid, site)) ?? refuse("actor_not_found")
  })
}

/** Returns the viewer if they may make such a page, and refuses everybody else. */
function demandNewPage(viewer: Viewer, { status }: Pick<ActorChange, "status">): SignedIn {
  const me = viewer ?? refuse("sign_in_needed")
  demand(me, "create_page", {})
  if (status === "published") demand(me, "publish", { relations: ["owner"] })
  return me
}

/** Refuses every field of a new page that is wrong in combination with the others or with stored data; stores nothing. */
export async function judgeNewActor(db: Db, viewer: Viewer, { given, faulty }: PartlyValid<NewActor>): Promise<void> {
  await checkActor(db, demandNewPage(viewer, given), given, undefined, faulty.size > 0)
}

/** The same for changes of a page. */
export async function judgeActorChange(
  db: Db,
  viewer: Viewer,
  fid: string,
  { given, faulty }: PartlyValid<ActorChange>,
): Promise<void> {
  const held = await actorFor(db, viewer, fid)
  demand(viewer, "edit", held)
  await checkActor(db, viewer as SignedIn, given, held, faulty.size > 0)
}

/**
 * Returns the fields with their texts sanitised, or refuses all faulty ones at once, before anything is stored. A taken identifier
 * alone is a conflict; beside other faults it is reported as one of them.
 */
async function checkActor<Given extends ActorChange>(
  tx: Db,
  me: SignedIn,
  given: Given,
  held: { id: number; fid: string } | undefined,
  hasFaults = false,
): Promise<Given> {
  const faults = gatherFaults()
  const description = given.description && sanitiseEach(given.description)
  // Sanitising can make a text longer.
  if (Object.values(description ?? {}).some((html) => html.length > 100_000))
    faults.note("description", { id: "errors.too_long", with: { maximum: 100_000 } })
  await faults.noting(() => checkActorImages(tx, me, held?.id, given))
  const { fid } = given
  const isTaken = async () => fid !== undefined && fid !== held?.fid && !(await isFidFree(tx, fid, held?.id))
  if ((hasFaults || faults.any()) && (await isTaken())) faults.note("fid", "errors.fid_taken")
  faults.refuse()
  return description ? { ...given, description } : given
}
