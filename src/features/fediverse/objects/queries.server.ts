import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import type { Event } from "#features/events/event.ts"
import { findEvent } from "#features/events/queries.server.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { fediverseSettings } from "../settings/queries.server.ts"
import { activityId } from "../vocabulary/addresses.ts"
import type { FediverseSettings } from "../settings/settings.ts"
import { publicCollection } from "../vocabulary/contexts.ts"
import type { Audience, Site } from "../vocabulary/described.ts"
import { describeEvent, type EventObject, objectsOf } from "../vocabulary/describe-event.ts"

/** Returns the settings of this instance that descriptions depend on. */
export const siteOf = ({ publicUrl }: Config): Site => ({ publicUrl, messages: messagesIn })

/** An event as it is federated: as everybody sees it, with its author. */
export type FederatedEvent = {
  event: Event
  author: { actorId: number; name: string }
  /** Pages that agreed to the event and announce it to their own followers: co-organisers and the place. */
  announcers: { actorId: number; name: string }[]
  /** The Fediverse settings of its author. */
  settings: FediverseSettings
  /** Who receives it: everybody, or only the author's followers. */
  audience: Audience
  /** fids of pages it names that have left the Fediverse. */
  away: string[]
}

/**
 * Finds an event that is public and has a federated author: its host, otherwise its place. Undefined when there is none: an
 * imported event may have no page, and the author may have left the Fediverse.
 */
export async function findFederatedEvent(db: Db, config: Config, id: number): Promise<FederatedEvent | undefined> {
  const listed = await db
    .selectFrom("events")
    .select("id")
    .where("id", "=", id)
    .where("listed", "=", true)
    .executeTakeFirst()
  const event = listed && (await findEvent(db, null, id, config))
  if (!event) return undefined
  const { rows } = await sql<Part>`
    select part.id, a.fid, coalesce(i.name, a.fid) as name, part.part, coalesce(s.audience, 'everyone') as audience
    from (
      select eo.actor_id as id, 'organizer' as part, eo.position from event_organizers eo
      where eo.event_id = ${id} and eo.status = 'accepted'
      union all select e.place_id, 'place', 1000000 from events e where e.id = ${id} and e.place_id is not null) part
    join actors a on a.id = part.id and a.status = 'published' and a.fid !~ '@'
    left join fediverse_identities i on i.actor_id = a.id left join fediverse_settings s on s.actor_id = a.id
    order by part.position, part.part limit 100`.execute(db)
  const [author, ...others] = rows
  if (!author || author.audience === "nobody") return undefined
  // Events for followers are not announced by others, and pages with the audience "followers" announce nothing.
  const agreed = others.filter(
    ({ part, id: other, audience }) =>
      other !== author.id &&
      author.audience === "everyone" &&
      audience === "everyone" &&
      (part === "organizer" || event.place_confirmed),
  )
  return {
    event,
    author: named(author),
    announcers: agreed.map(named),
    settings: await fediverseSettings(db, author.id),
    audience: author.audience === "everyone" ? "public" : "followers",
    away: rows.filter(({ audience }) => audience === "nobody").map(({ fid }) => fid),
  }
}

type Part = {
  id: number
  fid: string
  name: string
  part: "organizer" | "place"
  audience: FediverseSettings["audience"]
}

const named = ({ id, name }: { id: number; name: string }) => ({ actorId: id, name })

/** Describes an event on the Fediverse: one object for each of its dates. */
export function describeDates(told: FederatedEvent, config: Config): EventObject[] {
  const { event, author, audience, away, settings } = told
  const federates = (fid: string) => !away.includes(fid)
  const said = { author: author.name, audience, federates, joinMode: joinModeOf(told), comments: settings.hasComments }
  return objectsOf(event, config.publicUrl).map(({ date }) => describeEvent(event, date, said, siteOf(config)))
}

type JoinMode = "free" | "restricted" | "external"

/**
 * Returns how remote people attend an event: by a `Join`, of followers only (`restricted`) or of anybody (`free`), otherwise
 * where tickets are sold, or on its page.
 */
export function joinModeOf({ event, settings }: Pick<FederatedEvent, "event" | "settings">): JoinMode {
  if (event.ticket_url || settings.joining === "nobody") return "external"
  return settings.joining === "followers" ? "restricted" : "free"
}

/** SQL of the author of an event (a row `e`): its host, otherwise its place. */
export const authorOf = sql`coalesce(
  (select eo.actor_id from event_organizers eo join actors host on host.id = eo.actor_id and host.status = 'published'
    where eo.event_id = e.id and eo.status = 'accepted' order by eo.position limit 1), e.place_id)`

/** Events on one page of an outbox. */
export const perPage = 20
/** Most dates of one event in an outbox. */
export const mostDates = 20

/**
 * Returns the ids of a page of the outbox, newest first, the number of all events in it, and that of its items: one for each
 * of the first dates of an event. Only pages with the audience "everyone" have events in their outbox.
 */
export async function listOutbox(
  db: Db,
  actorId: number,
  start: number,
): Promise<{ ids: number[]; events: number; items: number }> {
  if ((await fediverseSettings(db, actorId)).audience !== "everyone") return { ids: [], events: 0, items: 0 }
  const isSaid = sql`from events e where e.listed and (
      e.id in (select eo.event_id from event_organizers eo where eo.actor_id = ${actorId} and eo.status = 'accepted')
      or e.place_id = ${actorId})
    and ${actorId}::bigint = ${authorOf}`
  const [found, counted] = await Promise.all([
    sql<{ id: number }>`select e.id ${isSaid} order by e.id desc limit ${perPage} offset ${start}`.execute(db),
    sql<{ events: number; items: number }>`
      select count(*)::int as events, coalesce(sum((select count(*) from (
        select from occurrences o where o.event_id = e.id limit ${mostDates}) dates)), 0)::int as items ${isSaid}`.execute(
      db,
    ),
  ])
  return { ids: found.rows.map(({ id }) => id), events: 0, items: 0, ...counted.rows[0] }
}

/** Returns whether an event was public and is deleted, so that its address answers 410; hidden events answer 404 instead. */
export async function isDeletedEvent(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ is_gone: boolean }>`
    select case when e.id is not null then e.deleted_at is not null and e.deleted_workflow = 'published'
      else exists (select from fediverse_objects o where o.event_id = given.id and o.gone_at is not null) end as is_gone
    from (select ${id}::bigint as id) given left join events e on e.id = given.id`.execute(db)
  return rows[0]?.is_gone ?? false
}

/**
 * Returns a note of ours as it was sent, for some weeks, as long as its event and its author are public; notes for followers, at
 * the time or by now, only to followers.
 */
export async function findNote(db: Db, event: number, uri: string, reader: Audience): Promise<object | undefined> {
  const { rows } = await sql<{ body: string; audience: FediverseSettings["audience"] }>`
    select a.body, coalesce(s.audience, 'everyone') as audience
    from fediverse_activities a join fediverse_identities i on i.id = a.identity_id
      join actors page on page.id = i.actor_id and page.status = 'published'
      join events e on e.id = ${event} and e.listed
      left join fediverse_settings s on s.actor_id = i.actor_id
    where a.uri = ${activityId(uri, "create")}`.execute(db)
  const [row] = rows
  if (!row || row.audience === "nobody") return undefined
  const { object } = JSON.parse(row.body) as { object: unknown }
  if (typeof object !== "object" || object === null) return undefined
  const isPublic = row.audience === "everyone" && "to" in object && [object.to].flat().includes(publicCollection)
  return isPublic || reader === "followers" ? object : undefined
}
