import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy } from "#features/accounts/rights.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { actorFor } from "#features/actors/access/queries.server.ts"
import { changed } from "#features/changes/commands.server.ts"
import type { ChangeKind } from "#features/changes/kinds.ts"
import { eventFor, eventId } from "#features/events/access/queries.server.ts"
import type { Language } from "#i18n/languages.ts"
import type { PartlyValid } from "#lib/faults.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { isSlug, longestSlug, slugOf } from "./agenda.ts"
import { type AgendaChange, type EntryKind, entryKinds, mostAgendas, mostEntries, type NewAgenda } from "./inputs.ts"

/** Most slugs that one person's agendas may ever have had, because slugs stay taken for ever. */
const mostSlugs = 200

/** Time within which the same agenda made again is the same form, sent twice. */
const sentTwiceWithin = sql`interval '1 minute'`

/**
 * Creates an agenda, private unless it is to be published, and returns its id; that of the existing one when a form was sent twice.
 * Refuses `too_many`, and a slug that is taken.
 */
export async function makeAgenda(
  db: Db,
  viewer: SignedIn,
  given: NewAgenda & { language: Language },
  isDefault = false,
): Promise<number> {
  return writing(db, async (tx) => {
    await hold(tx, viewer)
    const { slug, published, shows_owner } = given
    const isMore = slug !== undefined || published || shows_owner !== undefined
    const same = isMore ? undefined : await sameAgenda(tx, viewer, given, isDefault)
    if (same !== undefined) return same
    const { count } = await tx
      .selectFrom("agendas")
      .select((is) => is.fn.countAll<number>().as("count"))
      .where("user_id", "=", viewer.userId)
      .executeTakeFirstOrThrow()
    if (count >= mostAgendas) refuse("too_many")
    const { id } = await tx
      .insertInto("agendas")
      .values({
        user_id: viewer.userId,
        name: given.name,
        language: given.language,
        description: JSON.stringify(given.description ?? {}),
        is_default: isDefault,
      })
      .returning("id")
      .executeTakeFirstOrThrow()
    return isMore ? changeAgenda(tx, viewer, String(id), { slug, published, shows_owner }) : id
  })
}

/** Finds the private agenda that a form has made a moment ago, as happens when it is sent twice without script. */
async function sameAgenda(
  tx: Db,
  viewer: SignedIn,
  { name, language, description }: NewAgenda & { language: Language },
  isDefault: boolean,
): Promise<number | undefined> {
  const same = await tx
    .selectFrom("agendas")
    .select("id")
    .where("user_id", "=", viewer.userId)
    .where("name", "=", name)
    .where("language", "=", language)
    .where("description", "=", sql<never>`${JSON.stringify(description ?? {})}::jsonb`)
    .where("is_default", "=", isDefault)
    .where("slug", "is", null)
    .where("created_at", ">", sql<Date>`now() - ${sentTwiceWithin}`)
    .executeTakeFirst()
  return same?.id
}

/** Changes an agenda; fields that are left out stay. An agenda published without a slug gets one made from its name. */
export async function changeAgenda(db: Db, viewer: SignedIn, id: string, change: AgendaChange): Promise<number> {
  return writing(db, async (tx) => {
    await hold(tx, viewer)
    const agenda = await ownAgenda(tx, viewer, id)
    const { name, language, description, shows_owner, published, is_default } = change
    const slug =
      change.slug !== undefined && change.slug !== agenda.slug
        ? await takeSlug(tx, viewer, agenda.id, change.slug)
        : published && !agenda.slug
          ? await freeSlug(tx, viewer, agenda.id, name ?? agenda.name)
          : undefined
    if (is_default)
      await tx.updateTable("agendas").set({ is_default: false }).where("user_id", "=", viewer.userId).execute()
    await tx
      .updateTable("agendas")
      .set({
        ...(name === undefined ? {} : { name }),
        ...(language === undefined ? {} : { language }),
        ...(description === undefined ? {} : { description: JSON.stringify(description) }),
        ...(shows_owner === undefined ? {} : { shows_owner }),
        ...(published === undefined ? {} : { is_published: published }),
        ...(is_default ? { is_default } : {}),
        ...(slug === undefined ? {} : { slug }),
        updated_at: sql`now()`,
      })
      .where("id", "=", agenda.id)
      .execute()
    const isPublished = published ?? agenda.is_published
    if (agenda.is_published || isPublished)
      await tell(
        tx,
        viewer,
        agenda.id,
        agenda.is_published === isPublished ? "updated" : isPublished ? "published" : "withdrawn",
      )
    return agenda.id
  })
}

/** Reports what is wrong with the valid fields of a change without making it; refuses as the change itself would. */
export async function judgeAgendaChange(
  db: Db,
  viewer: SignedIn,
  id: string,
  { given: { slug } }: PartlyValid<AgendaChange>,
): Promise<void> {
  const agenda = await ownAgenda(db, viewer, id)
  if (slug === undefined || slug === agenda.slug) return
  const known = await db
    .selectFrom("agenda_slugs")
    .select(({ exists, selectFrom }) => [
      "user_id",
      exists(selectFrom("agendas").select("id").where("agendas.slug", "=", slug)).as("is_in_use"),
    ])
    .where("slug", "=", slug)
    .executeTakeFirst()
  if (known && (known.user_id !== viewer.userId || known.is_in_use)) refuseFields({ slug: ["lists.slug_taken"] })
}

/** Deletes an agenda with its entries. Its slug stays taken, for its owner to use again. */
export async function removeAgenda(db: Db, viewer: SignedIn, id: string): Promise<void> {
  await writing(db, async (tx) => {
    const agenda = await ownAgenda(tx, viewer, id)
    await tx.deleteFrom("agendas").where("id", "=", agenda.id).execute()
    if (agenda.is_published) await tell(tx, viewer, agenda.id, "deleted")
  })
}

/**
 * Adds a page or an event to an agenda; adding it again changes nothing. `default` is the owner's default agenda, which is
 * created when there is none yet. Refuses `too_many`, and entries the viewer may not see.
 * @param fallback name of the default agenda if it has to be created
 */
export async function addEntry(
  db: Db,
  viewer: SignedIn,
  id: string,
  entry: { kind: string; ref: string },
  fallback: { name: string; language: Language },
): Promise<number> {
  return writing(db, async (tx) => {
    const kind = kindOf(entry.kind)
    const column = await columnOf(tx, viewer, kind, entry.ref)
    if (id === "default") await hold(tx, viewer)
    const agenda = (await heldAgenda(tx, viewer, id)) ?? (await makeDefault(tx, viewer, id, fallback))
    const { count } = await tx
      .selectFrom("agenda_entries")
      .select((is) => is.fn.countAll<number>().as("count"))
      .where("agenda_id", "=", agenda.id)
      .executeTakeFirstOrThrow()
    const { numInsertedOrUpdatedRows: added = 0n } = await tx
      .insertInto("agenda_entries")
      .values({ agenda_id: agenda.id, ...column })
      .onConflict((existing) => existing.doNothing())
      .executeTakeFirst()
    if (added > 0n && count >= mostEntries) refuse("too_many")
    if (added > 0n) await touch(tx, viewer, agenda)
    return agenda.id
  })
}

/** Removes a page or an event from an agenda; succeeds also when it was not in it. */
export async function removeEntry(
  db: Db,
  viewer: SignedIn,
  id: string,
  { kind, ref }: { kind: string; ref: string },
): Promise<void> {
  await writing(db, async (tx) => {
    const entries = tx.deleteFrom("agenda_entries")
    const isActor = kindOf(kind) === "actor"
    const agenda = await heldAgenda(tx, viewer, id)
    if (!agenda) return id === "default" ? undefined : refuse("not_found")
    const { numDeletedRows } = await (
      isActor
        ? entries.where("actor_id", "=", (of) => of.selectFrom("actors").select("id").where("fid", "=", known(ref)))
        : entries.where("event_id", "=", /^\d{1,15}$/.test(ref) ? Number(ref) : 0)
    )
      .where("agenda_id", "=", agenda.id)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await touch(tx, viewer, agenda)
  })
}

/** Locks the person's account row so that their agendas change one at a time, and nothing is created twice. */
async function hold(tx: Db, viewer: SignedIn) {
  await tx.selectFrom("users").select("id").where("id", "=", viewer.userId).forUpdate().execute()
}

/** Marks the agenda as updated, and publishes the change if the agenda is public. */
async function touch(tx: Db, viewer: SignedIn, { id, is_published }: { id: number; is_published: boolean }) {
  await tx
    .updateTable("agendas")
    .set({ updated_at: sql`now()` })
    .where("id", "=", id)
    .execute()
  if (is_published) await tell(tx, viewer, id, "updated")
}

function tell(tx: Db, viewer: SignedIn, id: number, kind: ChangeKind) {
  return changed(tx, { by: doneBy(viewer, "follow"), subject: { agenda: id }, kind, isPublic: true })
}

/** Locks and returns one of the viewer's agendas; undefined when they have none with this id. */
async function heldAgenda(tx: Db, viewer: SignedIn, id: string) {
  const own = tx
    .selectFrom("agendas")
    .select(["id", "name", "slug", "is_published"])
    .where("user_id", "=", viewer.userId)
    .forUpdate()
  if (id === "default") return own.where("is_default", "=", true).executeTakeFirst()
  return /^\d{1,15}$/.test(id) ? own.where("id", "=", Number(id)).executeTakeFirst() : undefined
}

async function ownAgenda(tx: Db, viewer: SignedIn, id: string) {
  return (await heldAgenda(tx, viewer, id)) ?? refuse("not_found")
}

async function makeDefault(tx: Db, viewer: SignedIn, id: string, named: { name: string; language: Language }) {
  if (id !== "default") refuse("not_found")
  return { id: await makeAgenda(tx, viewer, named, true), is_published: false }
}

function kindOf(kind: string): EntryKind {
  return entryKinds.find((one) => one === kind) ?? refuse("not_found")
}

/** Returns the entry's column and id for a page or an event; refuses one the viewer may not see. */
async function columnOf(tx: Db, viewer: SignedIn, kind: EntryKind, ref: string) {
  return kind === "actor"
    ? { actor_id: (await actorFor(tx, viewer, ref)).id }
    : { event_id: (await eventFor(tx, viewer, eventId(ref))).id }
}

function known(fid: string) {
  return fid.isWellFormed() && !fid.includes("\0") ? fid.slice(0, 400) : ""
}

/** Gives the agenda a slug that no other person's agenda ever had. */
async function takeSlug(tx: Db, viewer: SignedIn, agendaId: number, slug: string): Promise<string> {
  return (await claimSlug(tx, viewer, agendaId, slug)) ? slug : refuseFields({ slug: ["lists.slug_taken"] })
}

async function claimSlug(tx: Db, viewer: SignedIn, agendaId: number, slug: string): Promise<boolean> {
  const { count } = await tx
    .selectFrom("agenda_slugs")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("user_id", "=", viewer.userId)
    .where("slug", "<>", slug)
    .executeTakeFirstOrThrow()
  if (count >= mostSlugs) refuse("too_many")
  // The owner may take an earlier slug again, unless another of their agendas uses it now.
  const taken = await tx
    .insertInto("agenda_slugs")
    .values({ slug, user_id: viewer.userId, agenda_id: agendaId })
    .onConflict((existing) =>
      existing
        .column("slug")
        .doUpdateSet({ agenda_id: agendaId })
        .where("agenda_slugs.user_id", "=", viewer.userId)
        .where((is) => is.not(is.exists(is.selectFrom("agendas").select("id").where("agendas.slug", "=", slug)))),
    )
    .returning("slug")
    .executeTakeFirst()
  return taken !== undefined
}

/** Takes a slug made from the agenda's name: the plain slug, or the slug with the first free number. */
async function freeSlug(tx: Db, viewer: SignedIn, agendaId: number, name: string): Promise<string> {
  const stem = isSlug(slugOf(name)) ? slugOf(name) : `agenda-${agendaId}`
  for (let at = 1; at <= 50; at++) {
    const end = at === 1 ? "" : `-${at === 50 ? agendaId : at}`
    const slug = stem.slice(0, longestSlug - end.length).replace(/-+$/, "") + end
    if (await claimSlug(tx, viewer, agendaId, slug)) return slug
  }
  return refuseFields({ slug: ["lists.slug_taken"] })
}
