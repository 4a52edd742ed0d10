import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { retriedTransaction } from "#db/retry.ts"
import { actorsIn, type Changed, eventsIn, type LoggedChange } from "#features/changes/change.ts"
import { raiseContentVersion } from "#features/changes/commands.server.ts"
import { type ChangeKind, documentKinds, openingKinds, relationKinds } from "#features/changes/kinds.ts"
import type { Event } from "#features/events/event.ts"
import { enqueue } from "#queue/enqueue.ts"
import { type ActivityDetail, type ActivityModel, models } from "./activity.ts"
import { forgetObjects, recountFolds, refreshActivities } from "./showing/commands.server.ts"
import { reportedRelation } from "./showing/queries.server.ts"
import { hostOf, writeConfirmed, writeFolded, writeJoined, writeNewest, writeOnce } from "./store.server.ts"

/** Activities that one change refreshes; a job does the rest. Activities are checked when read, so none is seen meanwhile. */
const atOnce = 1000

/** Changes after which something is public for the first time. What becomes public again gets its old activity back. */
const appears: ReadonlySet<ChangeKind> = new Set<ChangeKind>(["created", "published"])
/** Changes after which nobody sees more or less than before. */
const turnsNothing: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  "created",
  "copied",
  "scheduled",
  "answered",
  "message_sent",
  "message_deleted",
  "seen",
  "messages_seen",
  "inside_seen",
  ...openingKinds,
  "claim_accepted",
  "claim_refused",
])
/** Changes of a part of a page, which do not affect whether the page is seen. */
const ofParts: ReadonlySet<ChangeKind> = new Set<ChangeKind>(documentKinds)
const ofRelations: ReadonlySet<ChangeKind> = new Set<ChangeKind>(relationKinds)
const ofDates: ReadonlySet<string> = new Set<ChangeKind & ActivityDetail>([
  "postponed",
  "rescheduled",
  "moved_online",
  "date_changed",
  "date_cancelled",
])

/**
 * Writes activities for everything that became public with these changes, and hides those whose object or page is no longer
 * public. It runs in the transaction of the changes: hidden content leaves all feeds at the same moment.
 */
export async function noteActivities(tx: Db, changes: Changed[]): Promise<void> {
  const gone = changes.filter(({ kind }) => kind === "purged")
  const seen = changes.filter(({ isPublic, kind }) => isPublic && kind !== "purged")
  const [imported, byHand] = [seen.filter(isImported), seen.filter((change) => !isImported(change))]
  await noteImported(tx, imported)
  await noteNew(tx, byHand)
  await noteEdits(tx, seen)
  for (const change of byHand) await noteOfPage(tx, change)
  await forgetObjects(tx, "contents.Event", eventsIn(gone))
  await forgetObjects(tx, "actors.Actor", actorsIn(gone))
  await turn(
    tx,
    seen.filter(({ kind }) => !turnsNothing.has(kind)),
  )
}

const isImported = ({ by }: Pick<Changed, "by">) => by.through === "import"

/** Writes one activity for each page and day, however many objects an import brings. */
async function noteImported(tx: Db, changes: Changed[]): Promise<void> {
  const created = changes.filter(({ kind }) => kind === "created")
  const [events, actors] = [eventsIn(created), actorsIn(created)]
  await writeFolded(tx, "contents.Event", "Create", newEvents(events), { isNew: true })
  await writeFolded(tx, "actors.Actor", "Create", newActors(actors), { isNew: true })
}

async function noteNew(tx: Db, changes: Changed[]): Promise<void> {
  const fresh = changes.filter(({ kind }) => appears.has(kind))
  await writeOnce(tx, "contents.Event", "Create", newEvents(eventsIn(fresh)))
  await writeOnce(tx, "actors.Actor", "Create", newActors(actorsIn(fresh)))
}

/** Selects the public objects among these ids, with the page that published them. Pages made by an import have no author. */
const newEvents = (ids: number[]) =>
  ids.length === 0
    ? undefined
    : sql`select ${hostOf("e")} as actor_id, e.id as object_id, now() as at from events e
        where e.id = any(${ids}::bigint[]) and e.listed`
const newActors = (ids: number[]) =>
  ids.length === 0
    ? undefined
    : sql`select null::bigint as actor_id, o.id as object_id, now() as at from actors o
        where o.id = any(${ids}::bigint[]) and o.status = 'published' and o.in_directory`

/** Writes changes that matter to attendees. An import announces only cancellations, folded into one activity. */
async function noteEdits(tx: Db, changes: Changed[]): Promise<void> {
  const edits = changes.flatMap((change) => {
    const said = "event" in change.subject ? editOf(change) : undefined
    return said ? [{ ...said, id: eventsIn([change])[0] as number, isImported: isImported(change) }] : []
  })
  const off = edits.filter(({ type }) => type === "Cancel")
  await writeFolded(tx, "contents.Event", "Cancel", newEvents(off.filter((one) => one.isImported).map(({ id }) => id)))
  for (const { id, type, detail, isImported: isSkipped } of edits)
    if (!isSkipped) await writeNewest(tx, "contents.Event", type, newEvents([id]), detail)
}

type Edit = { type: "Update" | "Cancel"; detail: ActivityDetail | null }

function editOf({ kind, before, after }: Changed): Edit | undefined {
  if (kind === "cancelled") return { type: "Cancel", detail: null }
  if (ofDates.has(kind)) return { type: "Update", detail: kind as ActivityDetail }
  if (kind !== "updated" || !isWhole(before) || !isWhole(after)) return undefined
  if (before.workflow !== "published" || after.workflow !== "published") return undefined
  if (before.status !== after.status) {
    if (after.status === "cancelled") return { type: "Cancel", detail: null }
    if (ofDates.has(after.status)) return { type: "Update", detail: after.status as ActivityDetail }
  }
  const differs = (part: (event: Event) => unknown) => JSON.stringify(part(before)) !== JSON.stringify(part(after))
  if (differs(({ start, occurrences }) => [start, occurrences.map((one) => [one.start, one.status])]))
    return { type: "Update", detail: "date_changed" }
  if (differs(({ place, location }) => [place?.fid, location?.name, location?.street, location?.locality]))
    return { type: "Update", detail: "place_changed" }
  return undefined
}

function isWhole(event: object | undefined): event is Event {
  return event !== undefined && "occurrences" in event && "workflow" in event
}

/** Writes what a page does beside publishing events: new members, confirmed line-ups, documents, links and identities. */
async function noteOfPage(tx: Db, change: Changed): Promise<void> {
  const { subject, kind, after } = change
  if (kind === "confirmation_accepted" && "event" in subject) {
    const { fid, parts } = (after as { confirmation?: { fid: string; parts: ActivityDetail[] } }).confirmation ?? {}
    for (const part of parts ?? []) await writeConfirmed(tx, subject.event, fid as string, part)
  }
  const document = (after as { document?: number | null } | undefined)?.document
  if (ofParts.has(kind) && document) await noteDocument(tx, document)
  if ("actor" in subject && ofRelations.has(kind))
    await writeJoined(tx, sql`${reportedRelation} and ${subject.actor} in (r.actor_id, r.related_actor_id)`)
  if ("actor" in subject && (kind === "updated" || kind === "renamed")) await noteLinks(tx, subject.actor)
  if ("actor" in subject && kind === "renamed")
    await writeNewest(tx, "actors.Actor", "Update", newActors([subject.actor]), "renamed")
  if ("user" in subject && kind.startsWith("identity_")) await noteIdentities(tx, subject.user)
}

async function noteDocument(tx: Db, id: number): Promise<void> {
  await writeFolded(
    tx,
    "documents.Document",
    "Create",
    sql`select coalesce(d.actor_id, ${hostOf("e")}) as actor_id, d.id as object_id, now() as at
      from documents d left join events e on e.id = d.event_id where d.id = ${id} and d.visibility = 'public'`,
  )
  await recountFoldsOf(tx, "documents.Document", [id])
}

/** Writes the links that this transaction added to a page which is already public. */
async function noteLinks(tx: Db, actor: number): Promise<void> {
  const rows = sql`select l.actor_id, l.id as object_id, now() as at from links l join actors o on o.id = l.actor_id
    where l.actor_id = ${actor} and l.created_at = now() and o.status = 'published'`
  await writeFolded(tx, "links.Link", "Create", rows)
  await recountFolds(tx, ["links.Link"], sql`f.actor_id = ${actor}`)
}

async function noteIdentities(tx: Db, user: number): Promise<void> {
  await writeOnce(
    tx,
    "fediverse.Identity",
    "Create",
    sql`select u.identity_id as actor_id, i.id as object_id, now() as at from identities i join users u on u.id = i.user_id
      join actors o on o.id = u.identity_id and o.status = 'published'
      where i.user_id = ${user} and i.state = 'verified'`,
  )
  await refreshActivities(
    tx,
    ["fediverse.Identity"],
    sql`a.actor_id = (select identity_id from users where id = ${user})
      or a.object_id in (select id from identities where user_id = ${user})`,
  )
}

/** Shows and hides the activities that depend on the subjects of these changes. */
async function turn(tx: Db, changes: Changed[]): Promise<void> {
  const events = eventsIn(changes)
  if (events.length > 0) {
    const ids = sql`${events}::bigint[]`
    await refreshActivities(tx, ["contents.Event"], sql`a.object_id = any(${ids})`)
    await recountFoldsOf(tx, "contents.Event", events)
    const { rows } = await sql<{ id: number }>`select id from documents where event_id = any(${ids})`.execute(tx)
    if (rows.length > 0)
      await recountFoldsOf(
        tx,
        "documents.Document",
        rows.map(({ id }) => id),
      )
  }
  for (const change of changes) if (ofParts.has(change.kind)) await turnDocument(tx, change)
  const pages = changes.filter(({ subject, kind }) => "actor" in subject && !ofParts.has(kind))
  const related = actorsIn(pages.filter(({ kind }) => ofRelations.has(kind)))
  if (related.length > 0)
    await refreshActivities(
      tx,
      ["actors.Actor"],
      sql`a.type = 'Join' and (a.actor_id = any(${related}::bigint[]) or a.object_id = any(${related}::bigint[]))`,
    )
  await turnPages(tx, actorsIn(pages.filter((change) => !ofRelations.has(change.kind) && mayTurn(change))))
}

/** Recounts the folded activities that contain these objects. */
async function recountFoldsOf(tx: Db, model: ActivityModel, ids: number[]): Promise<void> {
  const these: RawBuilder<unknown> = sql`p.object_id = any(${ids}::bigint[])`
  await recountFolds(tx, [model], these, these)
}

async function turnDocument(tx: Db, { before, after }: Changed): Promise<void> {
  const idOf = (part: object | undefined) => (part as { document?: number | null } | undefined)?.document ?? undefined
  const id = idOf(after) ?? idOf(before)
  if (id !== undefined) await recountFoldsOf(tx, "documents.Document", [id])
}

/** Returns whether an update may show or hide a page; true if the change does not say. */
function mayTurn({ kind, before, after }: Changed) {
  if (kind === "renamed") return false
  if (kind !== "updated" || !before || !after) return true
  const seenAs = (page: object) => {
    const { status, in_directory } = page as { status?: string; in_directory?: boolean }
    return JSON.stringify([status, in_directory])
  }
  return seenAs(before) !== seenAs(after)
}

async function turnPages(tx: Db, actors: number[]): Promise<void> {
  if (actors.length === 0) return
  const isFull = await refreshPages(tx, actors, atOnce, null)
  if (isFull !== undefined) await enqueue(tx, "activities.refresh", { actorIds: actors })
}

/** Refreshes up to `size` activities of these pages with an id below `after`; returns the last id when there may be more. */
async function refreshPages(tx: Db, actors: number[], size: number, after: number | null) {
  const ids = sql`${actors}::bigint[]`
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id from activities where actor_id = any(${ids})
      union select id from activities where model = 'actors.Actor' and object_id = any(${ids})
      union select f.id from activities f join activity_parts p on p.activity_id = f.id
        where f.model = 'actors.Actor' and p.object_id = any(${ids})) as of_these
    where ${after === null ? sql`true` : sql`id < ${after}`} order by id desc limit ${size}`.execute(tx)
  if (rows.length === 0) return undefined
  const found = rows.map(({ id }) => id)
  await refreshActivities(tx, models, sql`a.id = any(${found}::bigint[])`)
  await recountFolds(tx, models, sql`f.id = any(${found}::bigint[])`)
  return found.length === size ? found.at(-1) : undefined
}

/** Refreshes all activities of these pages in steps: the job of pages with more activities than fit into one change. */
export async function refreshActivitiesOf(db: Db, actors: number[]): Promise<void> {
  for (let after: number | null | undefined = null; after !== undefined;) {
    const from: number | null = after
    after = await retriedTransaction(db, async (tx) => {
      const last = await refreshPages(tx, actors, atOnce, from)
      await raiseContentVersion(tx)
      return last
    })
  }
}

/** Returns whether a change belongs to an import, whose activities are counted later so that its batches wait for no row. */
export function mayFold({ kind, isPublic, by }: Pick<Changed, "subject" | "kind" | "isPublic" | "by">): boolean {
  return isPublic && kind === "created" && by.through === "import"
}

/** Recounts the activities of an import and sets their date to that of the newest change. */
export async function countImported(tx: Db, changes: LoggedChange[]): Promise<void> {
  const last = new Date(Math.max(...changes.map(({ created }) => created.getTime())))
  for (const [model, ids] of [
    ["contents.Event", eventsIn(changes)],
    ["actors.Actor", actorsIn(changes)],
  ] as const)
    if (ids.length > 0) await countOf(tx, model, ids, last)
}

async function countOf(tx: Db, model: ActivityModel, ids: number[], last: Date): Promise<void> {
  const these: RawBuilder<unknown> = sql`p.object_id = any(${ids}::bigint[])`
  await recountFolds(tx, [model], sql`f.type = 'Create' and ${these}`, these, last)
  await raiseContentVersion(tx)
}
