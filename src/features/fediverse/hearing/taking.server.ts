import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { InvalidFields } from "#lib/refusal.ts"
import { isFollowedHere } from "../following/queries.server.ts"
import type { Received } from "../inbox/handler.ts"
import { remoteActor } from "../remote/commands.server.ts"
import { fetchDocument } from "../remote/fetching.server.ts"
import { findRemoteActor, isRefusedHost } from "../remote/queries.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { fieldsOf, hostOf, idOf, isSameDocument, isSameHost } from "../vocabulary/fields.ts"
import { readEvent, type RemoteEvent } from "../vocabulary/read-event.ts"
import type { RemoteAudience } from "../vocabulary/reading/audience.ts"
import { placesOf } from "../vocabulary/reading/place.ts"
import { isRefused } from "../vocabulary/refused.ts"
import { type Heard, isAhead, isForUs } from "./hearing.ts"
import { removeHeard } from "./removal.server.ts"
import { findKnown, holdEvent, storeHeard } from "./store.server.ts"

type Context = { db: Db; config: Config }
type Once = (act: (tx: Db) => Promise<void>) => Promise<void>

/** An event that somebody tells, or how it is now: stored when anybody here follows them, or it is here already. */
export async function takeEvent(received: Received<"Create"> | Received<"Update">): Promise<void> {
  const { db, config, actor, activity, once } = received
  const { fields, id } = activity.object
  const known = await findKnown(db, id)
  if (!known && !(await isFollowedHere(db, actor.id))) return
  const event = readEvent(fields, { author: actor.uri })
  if (isRefused(event)) return
  const said = withAudience(event, activity)
  if (known && !isForUs(said, Date.now())) return onceStored(once, (tx) => forgetOne(tx, actor, id))
  await hear({ db, config }, { event: said, author: actor }, once)
}

/**
 * The same, where only its id was sent, or where it is another's than who says so: a group's, which a member tells. Its own
 * server says whose it is.
 */
export async function takeNamedEvent(received: Received<"Create"> | Received<"Update">): Promise<void> {
  const { db, config, actor, activity, once } = received
  const { id, author: said } = activity.object
  const author = said === undefined ? actor : await findRemoteActor(db, { uri: said })
  if (!author || !(await isFollowedHere(db, author.id))) return
  const heard = await fetchEvent({ db, config }, id)
  if (heard?.author.id === author.id) await hear({ db, config }, heard, once)
}

/** Something of others that somebody passes on: it is asked for where it comes from, whatever came along. */
export async function takeAnnounce({ db, config, actor, activity, once }: Received<"Announce">): Promise<void> {
  if (!(await isFollowedHere(db, actor.id))) return
  await takeAnnounced({ db, config }, actor, activity, once)
}

/** The same, of what stands in an outbox. */
export async function takeAnnounced(
  { db, config }: Context,
  actor: RemoteActor,
  { id: uri, object }: { id: string; object: string },
  once: Once,
): Promise<void> {
  const announcer = { id: actor.id, uri }
  const heard = await fetchEvent({ db, config }, object)
  if (heard && heard.event.visibility !== "followers") await hear({ db, config }, { ...heard, announcer }, once)
}

/** An event as its own host says it is, and whose it is there. */
export async function fetchEvent({ db, config }: Context, uri: string): Promise<Heard | undefined> {
  const host = hostOf(uri)
  if (host === undefined || (await isRefusedHost(db, config, host))) return undefined
  const shown = await eventAt({ db, config }, uri)
  if (!shown || !isSameHost(shown.id, uri)) return undefined
  // An address may show what has another one, a page to read among them: only that one says what it is.
  const event = isSameDocument(shown.id, uri) ? shown : await eventAt({ db, config }, shown.id)
  if (!event || event.author === null || !isSameDocument(event.id, shown.id)) return undefined
  const author = await remoteActor(db, config, event.author)
  return author && { event, author }
}

async function eventAt({ db, config }: Context, uri: string): Promise<RemoteEvent | undefined> {
  const document = await fetchDocument(db, config, uri)
  const event = document === undefined ? undefined : readEvent(document)
  return event && !isRefused(event) ? event : undefined
}

/** Stores an event, if it is one that is stored: what is over and was never known is not. */
export async function hear(context: Context, heard: Heard, once: Once): Promise<void> {
  const { event } = heard
  const now = Date.now()
  if (!isForUs(event, now)) return
  if (!isAhead(event, now) && !(await findKnown(context.db, event.id))) return
  const placed = await withPlace(context, event)
  await onceStored(once, async (tx) => {
    await storeHeard(tx, context.config, { ...heard, event: placed })
  })
}

/** What a server says that cannot be kept is no fault of ours, and will not be better the next time. */
async function onceStored(once: Once, act: (tx: Db) => Promise<void>): Promise<void> {
  await once(act).catch((error: unknown) => {
    if (!(error instanceof InvalidFields)) throw error
  })
}

/** It is no longer for us: as if it had been taken back. */
async function forgetOne(tx: Db, actor: RemoteActor, uri: string): Promise<void> {
  await holdEvent(tx, uri)
  const known = await findKnown(tx, uri)
  if (known && known.remote_actor_id === actor.id) await removeHeard(tx, [known.event_id])
}

/** Some say whom it is for on the activity alone. */
function withAudience(event: RemoteEvent, { visibility, recipients }: RemoteAudience): RemoteEvent {
  return event.visibility === "unsaid" ? { ...event, visibility, recipients } : event
}

/** A place that was only named by its id is asked for, at its own host. */
async function withPlace({ db, config }: Context, event: RemoteEvent): Promise<RemoteEvent> {
  const { locationId } = event
  if (!locationId || event.event.location || (await isRefusedHost(db, config, hostOf(locationId) ?? ""))) return event
  const place = fieldsOf(await fetchDocument(db, config, locationId))
  if (!place || !isSameHost(idOf(place) ?? "", locationId)) return event
  const { location } = placesOf(place)
  return { ...event, event: { ...event.event, location } }
}
