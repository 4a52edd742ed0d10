import { createHash } from "node:crypto"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { bySystem } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import type { ChangeKind } from "#features/changes/kinds.ts"
import { notePictures } from "#features/documents/remote-pictures/commands.server.ts"
import type { Event } from "#features/events/event.ts"
import { publicEvents } from "#features/events/removal/queries.server.ts"
import { saveEvents } from "#features/events/store.server.ts"
import { enqueue } from "#queue/enqueue.ts"
import { wasWithdrawn } from "../inbox/withdrawn.server.ts"
import { isRefusedHost } from "../remote/queries.server.ts"
import type { RemoteEvent } from "../vocabulary/read-event.ts"
import type { ReceivedEvent } from "./received-event.ts"
import { findDuplicates } from "./duplicates.server.ts"
import { hasTombstone } from "./tombstones.server.ts"

/** Most stored events of one author, and most of one announcer. */
const mostOfActor = 2000

type Known = { event_id: number; remote_actor_id: number; said: Buffer; said_at: Date | null }

/**
 * Stores a remote event, or its new version, in one transaction with all consequences. Deleted events stay deleted, older
 * versions are ignored, and unchanged ones are not written. Returns its id here; undefined when it is not stored.
 */
export async function storeRemoteEvent(tx: Db, config: Config, heard: ReceivedEvent): Promise<number | undefined> {
  const { event, author, announcer } = heard
  await lockRemoteEvent(tx, event.id)
  if (await hasTombstone(tx, event.id)) return undefined
  const known = await findStoredEvent(tx, event.id)
  // The author was fixed when the event first came.
  if (known && known.remote_actor_id !== author.id) return undefined
  if (!known && ((await wasWithdrawn(tx, author, event.id)) || !(await hasRoom(tx, author.id)))) return undefined
  const id = known ? await storeAgain(tx, config, known, event) : await storeFirst(tx, config, heard)
  // Events for followers are shown to the author's followers only, even if somebody announced them before.
  if (event.visibility === "followers") await forgetAnnouncers(tx, id)
  else if (announcer) await noteAnnouncer(tx, id, announcer)
  return id
}

/** Locks an event by its address, so that activities about it run in turn even on two connections. */
export async function lockRemoteEvent(tx: Db, uri: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${uri}, 53))`.execute(tx)
}

/** Returns the stored row of a remote event; undefined when there is none. */
export async function findStoredEvent(tx: Db, uri: string): Promise<Known | undefined> {
  const columns = ["event_id", "remote_actor_id", "said", "said_at"] as const
  return tx.selectFrom("fediverse_events").select(columns).where("uri", "=", uri).executeTakeFirst()
}

async function hasRoom(tx: Db, authorId: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from fediverse_events where remote_actor_id = ${authorId} limit ${mostOfActor}) as theirs`.execute(tx)
  return (rows[0]?.count ?? 0) < mostOfActor
}

async function storeFirst(tx: Db, config: Config, { event, author }: ReceivedEvent): Promise<number> {
  const [id] = (await saveEvents(tx, [draftOf(event)])) as [number]
  await tx
    .insertInto("fediverse_events")
    .values({
      event_id: id,
      uri: event.id,
      url: event.url,
      remote_actor_id: author.id,
      join_mode: event.joinMode,
      said: digestOf(event),
      said_at: event.updated,
    })
    .execute()
  await noteWhatHangsOnIt(tx, config, id, event)
  await changed(tx, { by: bySystem("import"), subject: { event: id }, kind: "created", isPublic: false })
  return id
}

async function storeAgain(tx: Db, config: Config, known: Known, event: RemoteEvent): Promise<number> {
  const { event_id: id, said, said_at } = known
  const digest = digestOf(event)
  const isOlder = said_at !== null && event.updated !== null && event.updated < said_at
  if (isOlder || said.equals(digest)) return id
  const [before] = await publicEvents(tx, [id])
  await saveEvents(tx, [{ ...draftOf(event), id }])
  await sql`
    update fediverse_events set url = ${event.url}, join_mode = ${event.joinMode}, said = ${digest},
      said_at = coalesce(${event.updated}, said_at), fetched_at = now() where event_id = ${id}`.execute(tx)
  await noteWhatHangsOnIt(tx, config, id, event)
  const [after] = await publicEvents(tx, [id])
  if (before && after) {
    const of = { by: bySystem("import"), subject: { event: id }, isPublic: false, before, after }
    await changed(tx, { ...of, kind: kindOf(before, after) })
  }
  return id
}

/** Queues the download of the event's picture, and looks for the same event here. */
async function noteWhatHangsOnIt(tx: Db, config: Config, id: number, event: RemoteEvent): Promise<void> {
  const { picture } = event
  const isWanted = picture && !(await isRefusedHost(tx, config, new URL(picture.url).host))
  const waiting = isWanted ? await notePictures(tx, [{ eventId: id, picture }]) : 0
  if (waiting > 0) await enqueue(tx, "documents.fetch-pictures", {})
  await findDuplicates(tx, config, [id])
}

function kindOf(before: Event, after: Event): ChangeKind {
  if (before.status !== after.status && after.status !== "scheduled") return after.status
  return before.start === after.start && before.end === after.end ? "updated" : "date_changed"
}

function draftOf({ event }: RemoteEvent) {
  const { location, ...rest } = event
  return { ...rest, category: event.category ?? ("other" as const), location, workflow: "remote" as const }
}

/** Returns a hash of everything that is stored of an event, to detect changes. */
function digestOf({ event, url, picture, joinMode }: RemoteEvent): Buffer {
  return createHash("sha256")
    .update(JSON.stringify([event, url, picture, joinMode]))
    .digest()
}

/** Stores the announcer of an event: their followers see it too. */
async function noteAnnouncer(
  tx: Db,
  eventId: number,
  { id, uri }: NonNullable<ReceivedEvent["announcer"]>,
): Promise<void> {
  await sql`
    insert into fediverse_event_announcers (event_id, remote_actor_id, uri)
    select ${eventId}, ${id}, ${uri} where ${mostOfActor} > (
      select count(*) from fediverse_event_announcers where remote_actor_id = ${id})
    on conflict (event_id, remote_actor_id) do update set uri = excluded.uri`.execute(tx)
}

async function forgetAnnouncers(tx: Db, eventId: number): Promise<void> {
  await sql`delete from fediverse_event_announcers where event_id = ${eventId}`.execute(tx)
}
