import { createHash } from "node:crypto"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { noteRemoteAnswer } from "#features/notices/answers/commands.server.ts"
import { identityOfActor } from "../identities/commands.server.ts"
import { type Identity, uriOf } from "../identity.ts"
import type { ActivityHandler } from "../inbox/dispatching.ts"
import type { Received } from "../inbox/handler.ts"
import { authorOf, type FederatedEvent, findFederatedEvent, joinModeOf } from "../objects/queries.server.ts"
import { sendTo } from "../outbox/commands.server.ts"
import { serializeActivity, storeFederatedState } from "../outbox/events.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { eventId, localObjectOf } from "../vocabulary/addresses.ts"
import { wasRemoved } from "./removed.server.ts"
import { type AnsweredActivity, describeAnswer } from "../vocabulary/describe-activity.ts"
import { objectsOf, stateOf } from "../vocabulary/describe-event.ts"

/** Most remote attendees of one date, even if the event has no capacity limit. */
const mostAttending = 5_000

/** The date that a remote account answers; the first date, which has the event's own address, is stored as null. */
type AnsweredDate = { eventId: number; id: number; isFirst: boolean }

/**
 * Takes a remote Join of an event here: accepted while there are places, rejected when the event is full, cancelled or over,
 * ignored where no Joins are taken (FEP-8a8e). The answer is queued in the same transaction, with the event locked, so that
 * of two requests for the last place only one gets it. Events that are not public are treated as missing.
 */
export async function takeJoin({ db, config, actor, activity, once }: Received<"Join">): Promise<void> {
  const found = await findAnswered(db, config, activity.object)
  // Made before the transaction, because making keys takes time.
  const author = found && (await identityOfActor(db, config, found.told.author.actorId))
  if (!author) return
  await once(async (tx) => {
    await sql`select from events where id = ${found.date.eventId} for no key update`.execute(tx)
    const now = await findAnswered(tx, config, activity.object)
    if (now?.told.author.actorId !== found.told.author.actorId) return
    // Events for followers are treated as missing for everybody else.
    if (now.told.audience === "followers" && !(await follows(tx, author, actor))) return
    const answer = await answerTo(tx, now, author, actor, activity)
    if (answer === "Accept") await storeFederatedState(tx, config, now.told, author, now.uri)
    const asked = { id: activity.id, type: "Join" as const, actor: activity.actor, object: activity.object }
    await sendAnswer(tx, config, author, answer, asked, actor.inbox)
  })
}

type Found = { told: FederatedEvent; uri: string; date: AnsweredDate; isOff: boolean }

/** Finds the event or date here that an address names, if it is federated. */
async function findAnswered(db: Db, config: Config, address: string): Promise<Found | undefined> {
  const named = localObjectOf(config.publicUrl, address)
  if (named?.kind !== "event") return undefined
  const told = await findFederatedEvent(db, config, named.id)
  if (!told || told.settings.audience === "nobody") return undefined
  const first = eventId(config.publicUrl, named.id)
  const object = objectsOf(told.event, config.publicUrl).find(({ id, date }) =>
    named.date === undefined ? id === first : date.id === named.date,
  )
  if (!object) return undefined
  const date = { eventId: named.id, id: object.date.id, isFirst: object.id === first }
  return { told, uri: object.id, date, isOff: stateOf(told.event, object.date) === "cancelled" }
}

async function answerTo(
  tx: Db,
  { told, date, isOff }: Found,
  author: Identity,
  actor: RemoteActor,
  { id: uri, message }: Received<"Join">["activity"],
): Promise<"Accept" | "Reject" | "Ignore"> {
  const mode = joinModeOf(told)
  if (mode === "external") return "Ignore"
  if (isOff || (await isOver(tx, date.id))) return "Reject"
  const { rows: known } = await sql<{ state: string }>`
    update fediverse_attendances set join_uri = ${uri}, message = ${message}
    where event_id = ${date.eventId} and remote_actor_id = ${actor.id} and ${ofDate(date)} returning state`.execute(tx)
  if (known[0]) return known[0].state === "accepted" ? "Accept" : "Reject"
  if (await wasRemoved(tx, actor, date.eventId)) return "Reject"
  if (mode === "restricted" && !(await follows(tx, author, actor))) return "Reject"
  if ((await countTaken(tx, date)) >= Math.min(told.event.capacity ?? mostAttending, mostAttending)) return "Reject"
  await sql`
    insert into fediverse_attendances (event_id, occurrence_id, remote_actor_id, join_uri, message)
    values (${date.eventId}, ${date.isFirst ? null : date.id}, ${actor.id}, ${uri}, ${message})`.execute(tx)
  await noteRemoteAnswer(tx, date.eventId)
  return "Accept"
}

const ofDate = ({ id, isFirst }: AnsweredDate) => sql`(occurrence_id = ${id} or (occurrence_id is null and ${isFirst}))`

async function isOver(tx: Db, occurrenceId: number): Promise<boolean> {
  const { rows } = await sql`select from occurrences where id = ${occurrenceId} and until_at > now()`.execute(tx)
  return rows.length === 0
}

async function follows(tx: Db, { id }: Identity, actor: RemoteActor): Promise<boolean> {
  const { rows } = await sql`
    select from fediverse_followers where identity_id = ${id} and remote_actor_id = ${actor.id}`.execute(tx)
  return rows.length > 0
}

/**
 * Counts the places taken at a date: by people here with a confirmed address, each by their answer for this date or else for
 * the whole event, and by accepted remote attendees.
 */
async function countTaken(tx: Db, date: AnsweredDate): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    select (
      select count(*)::int from (
        select distinct on (t.user_id) t.value from attendances t
        join actors a on a.id = t.actor_id and a.awaits_address_since is null
        where t.event_id = ${date.eventId} and (t.occurrence_id is null or t.occurrence_id = ${date.id})
        order by t.user_id, t.occurrence_id nulls last) as said
      where value = 'confirmed') + (
      select count(*)::int from fediverse_attendances
      where event_id = ${date.eventId} and state = 'accepted' and ${ofDate(date)}) as taken`.execute(tx)
  return rows[0]?.taken ?? 0
}

/** Sends the answer to a Join. Each Join is answered once. */
export async function sendAnswer(
  tx: Db,
  { publicUrl }: Config,
  author: Identity,
  type: "Accept" | "Reject" | "Ignore",
  asked: AnsweredActivity,
  inbox: string,
): Promise<void> {
  const key = createHash("sha256").update(`${asked.id} ${Date.now()}`).digest("hex").slice(0, 32)
  await sendTo(tx, author, serializeActivity(describeAnswer(type, uriOf(author, publicUrl), asked, key)), inbox)
}

/** Takes a remote Leave: the place becomes free, but nobody is moved up. An attendee removed by a manager stays removed. */
export async function takeLeave({ config, actor, activity, once }: Received<"Leave">): Promise<void> {
  const named = localObjectOf(config.publicUrl, activity.object)
  if (named?.kind === "event")
    await once(async (tx) => void (await removeAttendance(tx, actor, activity.object, config)))
}

/** Takes the Undo of a Join, which names it by its address or by its content. */
export const undoJoin: ActivityHandler<"Undo"> = async (tx, { config, actor, activity }) => {
  const { id, object } = activity.of
  const { numAffectedRows } = await sql`
    delete from fediverse_attendances
    where remote_actor_id = ${actor.id} and state = 'accepted' and join_uri = ${id ?? null}`.execute(tx)
  if (Number(numAffectedRows) > 0) return true
  return activity.of.type === "Join" && object !== undefined && removeAttendance(tx, actor, object, config)
}

async function removeAttendance(tx: Db, actor: RemoteActor, address: string, { publicUrl }: Config): Promise<boolean> {
  const named = localObjectOf(publicUrl, address)
  if (named?.kind !== "event") return false
  const { numAffectedRows } = await sql`
    delete from fediverse_attendances
    where event_id = ${named.id} and remote_actor_id = ${actor.id} and state = 'accepted'
      and ${named.date === undefined ? sql`occurrence_id is null` : ofNamedDate(named.id, named.date)}`.execute(tx)
  return Number(numAffectedRows) > 0
}

/** SQL condition: attendance of a date by the date's own address, even if it is the first one. */
const ofNamedDate = (event: number, date: number) => sql`(occurrence_id = ${date} or (occurrence_id is null
  and ${date} = (select min(id) from occurrences where event_id = ${event})))`

/** Deletes the attendances of a remote account that blocks a page, at all events of that page. */
export async function deleteAttendancesAt(tx: Db, actorId: number, remoteActorId: number): Promise<void> {
  await sql`
    delete from fediverse_attendances f using events e
    where e.id = f.event_id and f.remote_actor_id = ${remoteActorId} and ${actorId}::bigint = ${authorOf}`.execute(tx)
}
