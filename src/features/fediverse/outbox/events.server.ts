import { createHash } from "node:crypto"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { retriedTransaction } from "#db/retry.ts"
import type { Event } from "#features/events/event.ts"
import { identityOfActor } from "../identities/commands.server.ts"
import { findIdentity } from "../identities/queries.server.ts"
import { type Identity, uriOf } from "../identity.ts"
import { describeDates, type FederatedEvent, findFederatedEvent, siteOf } from "../objects/queries.server.ts"
import { fediverseSettings } from "../settings/queries.server.ts"
import { activityId, eventId } from "../vocabulary/addresses.ts"
import { asDocument } from "../vocabulary/contexts.ts"
import type { Audience } from "../vocabulary/described.ts"
import {
  type Activity,
  describeAnnounce,
  describeChangeNote,
  describeCreate,
  describeDelete,
  describeUndo,
  describeUpdate,
} from "../vocabulary/describe-activity.ts"
import { type EventObject, objectsOf, stateOf } from "../vocabulary/describe-event.ts"
import { type OutgoingActivity, sendToFollowers } from "./commands.server.ts"

/** Most dates of a series that are federated: the next ones. */
const mostDates = 50
/** Most notes that one change sends: cancelling a whole season takes only a few. */
const mostNotes = 3
/** States that are also announced by a note, for people whose servers only show notes. */
const isNews = new Set(["cancelled", "postponed", "rescheduled", "moved_online"])

/** The state of a date's object that was last federated. */
type Known = {
  uri: string
  identity_id: number | null
  announcers: number[]
  said: Buffer | null
  status: string | null
  is_gone: boolean
}
type Context = { tx: Db; config: Config; at: string }

/**
 * Federates an event if its state differs from what was last sent: new, changed, cancelled or deleted. The present state is
 * compared, so a job that runs late or twice sends nothing outdated and nothing twice.
 */
export async function federateEvent(db: Db, config: Config, id: number, isDeleted: boolean): Promise<void> {
  await retriedTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('fediverse event', ${id}))`.execute(tx)
    const { rows } = await sql<Known>`
      select uri, identity_id, to_json(announcers) as announcers, said, status, gone_at is not null as is_gone
      from fediverse_objects where event_id = ${id}`.execute(tx)
    const told = isDeleted ? undefined : await findFederatedEvent(tx, config, id)
    const context = { tx, config, at: new Date().toISOString() }
    if (told) await tellHowItIs(context, told, rows)
    else {
      for (const one of rows) await tellGone(context, one, id)
      if (isDeleted && rows.length === 0) await noteGone(tx, eventId(config.publicUrl, id), id)
    }
  })
}

async function tellHowItIs(context: Context, told: FederatedEvent, known: Known[]): Promise<void> {
  const { tx, config } = context
  const author = await identityOfActor(tx, config, told.author.actorId)
  // Nothing is federated for a page that moved away; its new account does it.
  if (!author || author.movedTo) return
  const announcers = await announcersOf(context, told)
  if (known.length === 0 && !(await isFollowed(tx, [author.id, ...announcers.map((one) => one.id)]))) return

  const dates = new Map(objectsOf(told.event, config.publicUrl).map(({ id, date }) => [id, date]))
  const objects = describeDates(told, config)
  for (const one of known)
    if (!dates.has(one.uri) || one.identity_id !== author.id) {
      await tellGone(context, one, told.event.id)
      one.is_gone = true
    }

  const now = Date.now()
  let [left, notes] = [mostDates, 0]
  for (const object of objects) {
    const date = dates.get(object.id) as Event["occurrences"][number]
    const before = known.find(({ uri }) => uri === object.id)
    if (!before || before.is_gone) {
      // A date that is over when it would first be sent is no news.
      if (Date.parse(date.end ?? date.start) < now || left-- <= 0) continue
      await tellNew(context, author, announcers, object, stateOf(told.event, date), before, told.event.id)
      continue
    }
    const state = stateOf(told.event, date)
    const others = await passOn(context, announcers, object, before)
    const said = digestOf(object)
    if (before.said && said.equals(before.said)) continue
    const update = describeUpdate({ ...object, updated: secondsOf(context.at) }, Date.now())
    await sendToFollowers(tx, author, serializeActivity(update), others, told.event.id)
    if (state !== before.status && isNews.has(state) && notes++ < mostNotes) {
      const note = describeChangeNote(told.event, date, object, context.at, siteOf(config))
      await sendToFollowers(tx, author, serializeActivity(describeCreate(note)), others, told.event.id)
    }
    await sql`
      update fediverse_objects set said = ${said}, status = ${state}, updated_at = now() where uri = ${object.id}`.execute(
      tx,
    )
  }
}

async function tellNew(
  context: Context,
  author: Identity,
  announcers: Identity[],
  object: EventObject,
  state: string,
  before: Known | undefined,
  id: number,
): Promise<void> {
  const { tx } = context
  await sql`
    insert into fediverse_objects (uri, event_id, identity_id, said, status)
    values (${object.id}, ${id}, ${author.id}, ${digestOf(object)}, ${state})
    on conflict (uri) do update set event_id = excluded.event_id, identity_id = excluded.identity_id, said = excluded.said,
      status = excluded.status, announcers = '{}', gone_at = null, updated_at = now()`.execute(tx)
  const create = describeCreate(object)
  // An object that was deleted and is public again needs a Create with a new id.
  const sent = before ? { ...create, id: activityId(object.id, "create", Date.now()) } : create
  await sendToFollowers(tx, author, serializeActivity(sent))
  await passOn(context, announcers, object, undefined)
}

/** Stores the state of an object for a remote attendee who found it by themselves: they receive changes from then on. */
export async function storeFederatedState(
  tx: Db,
  config: Config,
  told: FederatedEvent,
  author: Identity,
  uri: string,
): Promise<void> {
  const object = describeDates(told, config).find(({ id }) => id === uri)
  const date = objectsOf(told.event, config.publicUrl).find(({ id }) => id === uri)?.date
  if (!object || !date) return
  await sql`
    insert into fediverse_objects (uri, event_id, identity_id, said, status)
    values (${uri}, ${told.event.id}, ${author.id}, ${digestOf(object)}, ${stateOf(told.event, date)})
    on conflict (uri) do nothing`.execute(tx)
}

/**
 * Sends Announces of the pages that agreed to an event, and undoes those of pages that no longer do. Returns the present
 * announcers.
 */
async function passOn(
  { tx, config, at }: Context,
  announcers: Identity[],
  object: EventObject,
  before: Known | undefined,
): Promise<number[]> {
  const [was, is] = [before?.announcers ?? [], announcers.map(({ id }) => id)]
  const announce = (one: Identity, times: string) =>
    describeAnnounce(uriOf(one, config.publicUrl), object, `${keyOf(object.id, config)}${times}`, at)
  for (const one of announcers)
    if (!was.includes(one.id)) {
      // An Announce after an Undo needs a new id.
      const isAgain = (await lastTime(tx, one, announce(one, "").id)) !== undefined
      await sendToFollowers(tx, one, serializeActivity(announce(one, isAgain ? `-${Date.now()}` : "")))
    }
  for (const id of was.filter((one) => !is.includes(one))) {
    const former = await findIdentity(tx, { id })
    if (!former) continue
    const times = (await lastTime(tx, former, announce(former, "").id)) ?? ""
    await sendToFollowers(tx, former, serializeActivity(describeUndo(announce(former, times))))
  }
  if (was.join() !== is.join())
    await sql`update fediverse_objects set announcers = ${is}::bigint[] where uri = ${object.id}`.execute(tx)
  return is
}

/** Returns the suffix of the latest of several Announces of one object by an identity; undefined when there was none. */
async function lastTime(tx: Db, { id }: Identity, first: string): Promise<string | undefined> {
  const { rows } = await sql<{ times: string }>`
    select substr(uri, length(${first}) + 1) as times from fediverse_activities
    where identity_id = ${id} and starts_with(uri, ${first}) and substr(uri, length(${first}) + 1) ~ '^(-[0-9]+)?$'
    order by fediverse_activities.id desc limit 1`.execute(tx)
  return rows[0]?.times
}

/** Returns the part of an Announce's id that identifies its object. */
const keyOf = (uri: string, { publicUrl }: Config) => uri.slice(`${publicUrl}/ap/events/`.length).replaceAll("/", "-")

/** Returns the identities with followers that announce a public event: co-organisers, the place, the instance. */
async function announcersOf({ tx }: Context, { announcers, audience }: FederatedEvent): Promise<Identity[]> {
  if (audience !== "public") return []
  const { rows } = await sql<{ id: number }>`
    select i.id from fediverse_identities i
    where (i.actor_id = any(${announcers.map(({ actorId }) => actorId)}::bigint[]) or i.is_instance) and i.moved_to is null
      and exists (select from fediverse_followers f where f.identity_id = i.id) order by i.id`.execute(tx)
  const found = await Promise.all(rows.map(({ id }) => findIdentity(tx, { id })))
  return found.filter((one) => one !== undefined)
}

/** Sends the Delete of an object to everybody who received it; its address answers 410 from then on. */
async function tellGone(
  { tx, config, at }: Context,
  { uri, identity_id, announcers, is_gone }: Known,
  event: number,
): Promise<void> {
  if (is_gone) return
  const identity = identity_id === null ? undefined : await findIdentity(tx, { id: identity_id })
  if (identity) {
    const actor = uriOf(identity, config.publicUrl)
    const audience = await audienceOf(tx, identity)
    const gone = describeDelete({ id: uri, formerType: "Event", actor, audience }, at)
    await sendToFollowers(
      tx,
      identity,
      serializeActivity({ ...gone, id: `${gone.id}-${Date.parse(at)}` }),
      announcers,
      event,
    )
  }
  await sql`update fediverse_objects set gone_at = now(), said = null where uri = ${uri}`.execute(tx)
}

/** Returns to whom an identity may address a Delete: to everybody, or only to its followers if its audience was narrowed. */
export async function audienceOf(tx: Db, { actorId }: Identity): Promise<Audience> {
  const isForAll = actorId === null || (await fediverseSettings(tx, actorId)).audience === "everyone"
  return isForAll ? "public" : "followers"
}

async function noteGone(tx: Db, uri: string, id: number): Promise<void> {
  await sql`
    insert into fediverse_objects (uri, event_id, gone_at) values (${uri}, ${id}, now()) on conflict do nothing`.execute(
    tx,
  )
}

async function isFollowed(tx: Db, identities: number[]): Promise<boolean> {
  const { rows } = await sql`
    select from fediverse_followers where identity_id = any(${identities}::bigint[]) limit 1`.execute(tx)
  return rows.length > 0
}

/** Serializes an activity exactly as it is sent: Fedify's vocabulary would lose the properties that it does not know. */
export function serializeActivity(activity: Activity): OutgoingActivity {
  return { uri: activity.id, body: JSON.stringify(asDocument(activity)) }
}

/** Returns a hash of an object without its update time: a change of that alone is not federated. */
export function digestOf(object: Record<string, unknown>): Buffer {
  return createHash("sha256")
    .update(JSON.stringify({ ...object, updated: undefined }))
    .digest()
}

const secondsOf = (iso: string) => `${iso.slice(0, 19)}Z`
