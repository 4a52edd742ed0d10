import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { InvalidFields } from "#lib/refusal.ts"
import { isFollowedHere } from "../following/queries.server.ts"
import type { Received } from "../inbox/handler.ts"
import { remoteActor } from "../remote/commands.server.ts"
import { fetchDocument, isSilent } from "../remote/fetching.server.ts"
import { findRemoteActor, isRefusedHost } from "../remote/queries.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { fieldsOf, hostOf, idOf, isSameDocument, isSameHost } from "../vocabulary/fields.ts"
import { readEvent, type RemoteEvent } from "../vocabulary/read-event.ts"
import type { RemoteAudience } from "../vocabulary/reading/audience.ts"
import { placesOf } from "../vocabulary/reading/place.ts"
import { isRefused } from "../vocabulary/refused.ts"
import { isStorable, isUpcoming, type ReceivedEvent } from "./received-event.ts"
import { deleteRemoteEvents } from "./removal.server.ts"
import { findStoredEvent, lockRemoteEvent, storeRemoteEvent } from "./store.server.ts"

type Context = { db: Db; config: Config }
type Once = (act: (tx: Db) => Promise<void>) => Promise<void>

/** Takes a Create or Update of an event: stored if somebody here follows the author, or if the event is known already. */
export async function takeEvent(received: Received<"Create"> | Received<"Update">): Promise<void> {
  const { db, config, actor, activity, once } = received
  const { fields, id } = activity.object
  const known = await findStoredEvent(db, id)
  if (!known && !(await isFollowedHere(db, actor.id))) return
  const event = readEvent(fields, { author: actor.uri })
  if (isRefused(event)) return
  const said = withAudience(event, activity)
  if (known && !isStorable(said, Date.now())) return onceStored(once, (tx) => forgetOne(tx, actor, id))
  await receiveEvent({ db, config }, { event: said, author: actor }, once)
}

/**
 * Takes a Create or Update that only names an event by its id, or that comes from another account than its author, such as a
 * member of a group. The event's own server says who its author is; if it is silent, it is asked again later.
 */
export async function takeReferencedEvent(received: Received<"Create"> | Received<"Update">): Promise<void> {
  const { db, config, actor, activity, once, later } = received
  const { id, author: said } = activity.object
  const author = said === undefined ? actor : await findRemoteActor(db, { uri: said })
  if (!author || !(await isFollowedHere(db, author.id))) return
  const heard = await fetchEvent({ db, config }, id)
  if (heard === "silent") await later()
  else if (heard?.author.id === author.id) await receiveEvent({ db, config }, heard, once)
}

/**
 * Takes an Announce: the event is fetched from its own server, whatever was embedded, and later if that server is silent just
 * now.
 */
export async function takeAnnounce(received: Received<"Announce">): Promise<void> {
  const { db, config, actor, activity, once, later } = received
  if (!(await isFollowedHere(db, actor.id))) return
  if ((await receiveAnnounced({ db, config }, actor, activity, once)) === "silent") await later()
}

/** Takes an Announce, from the inbox or from an outbox. Returns whether the event's server was silent. */
export async function receiveAnnounced(
  { db, config }: Context,
  actor: RemoteActor,
  { id: uri, object }: { id: string; object: string },
  once: Once,
): Promise<"silent" | undefined> {
  const announcer = { id: actor.id, uri }
  const heard = await fetchEvent({ db, config }, object)
  if (heard === "silent") return heard
  if (heard && heard.event.visibility !== "followers") await receiveEvent({ db, config }, { ...heard, announcer }, once)
  return undefined
}

/** Fetches an event and its author from the event's own server; `silent` if that does not answer just now. */
export async function fetchEvent({ db, config }: Context, uri: string): Promise<ReceivedEvent | "silent" | undefined> {
  const host = hostOf(uri)
  if (host === undefined || (await isRefusedHost(db, config, host))) return undefined
  const shown = await eventAt({ db, config }, uri)
  if (!shown || shown === "silent") return shown
  if (!isSameHost(shown.id, uri)) return undefined
  // An address may show an object with another id, as HTML pages do: only that id's own address is trusted.
  const event = isSameDocument(shown.id, uri) ? shown : await eventAt({ db, config }, shown.id)
  if (!event || event === "silent") return event
  if (event.author === null || !isSameDocument(event.id, shown.id)) return undefined
  const author = await remoteActor(db, config, event.author)
  return author ? { event, author } : isSilent(event.author, config) ? "silent" : undefined
}

async function eventAt({ db, config }: Context, uri: string): Promise<RemoteEvent | "silent" | undefined> {
  const document = await fetchDocument(db, config, uri)
  if (document === undefined) return isSilent(uri, config) ? "silent" : undefined
  const event = readEvent(document)
  return isRefused(event) ? undefined : event
}

/** Stores an event unless it is not for us, or is over and was never stored. */
export async function receiveEvent(context: Context, heard: ReceivedEvent, once: Once): Promise<void> {
  const { event } = heard
  const now = Date.now()
  if (!isStorable(event, now)) return
  if (!isUpcoming(event, now) && !(await findStoredEvent(context.db, event.id))) return
  const placed = await withPlace(context, event)
  await onceStored(once, async (tx) => {
    await storeRemoteEvent(tx, context.config, { ...heard, event: placed })
  })
}

/** Stores an event and ignores invalid fields: a retry would not improve what the remote server sent. */
async function onceStored(once: Once, act: (tx: Db) => Promise<void>): Promise<void> {
  await once(act).catch((error: unknown) => {
    if (!(error instanceof InvalidFields)) throw error
  })
}

/** Deletes an event that is no longer for us, as if its author had deleted it. */
async function forgetOne(tx: Db, actor: RemoteActor, uri: string): Promise<void> {
  await lockRemoteEvent(tx, uri)
  const known = await findStoredEvent(tx, uri)
  if (known && known.remote_actor_id === actor.id) await deleteRemoteEvents(tx, [known.event_id])
}

/** Adds the audience of the activity to an event that has none: some servers only give it there. */
function withAudience(event: RemoteEvent, { visibility, recipients }: RemoteAudience): RemoteEvent {
  return event.visibility === "unsaid" ? { ...event, visibility, recipients } : event
}

/** Fetches a place that is only named by its id, from its own server. */
async function withPlace({ db, config }: Context, event: RemoteEvent): Promise<RemoteEvent> {
  const { locationId } = event
  if (!locationId || event.event.location || (await isRefusedHost(db, config, hostOf(locationId) ?? ""))) return event
  const place = fieldsOf(await fetchDocument(db, config, locationId))
  if (!place || !isSameHost(idOf(place) ?? "", locationId)) return event
  const { location } = placesOf(place)
  return { ...event, event: { ...event.event, location } }
}
