import { type RawBuilder, sql } from "kysely"
import { prepared } from "#db/connection.ts"
import type { Language } from "#i18n/languages.ts"
import { type PictureRow, pictureFrom } from "#features/documents/image/picture.ts"
import { picturesOfEvent } from "#features/documents/pictures/queries.server.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import { originFromRow, type OriginRow } from "./elsewhere/origin.ts"
import { originJson } from "./elsewhere/queries.server.ts"
import type { ActorReference, Event, Occurrence } from "./event.ts"

/** What the addresses and dates of a response depend on. */
export type Site = { publicUrl: string; timezone: string }

type ActorRow = { fid: string; type: ActorReference["type"]; name: string }
type ReferenceRow = Pick<Event, "id" | "title" | "status"> & { language: Language; timezone: string; starts_at: string }
/**
 * The dates of an event, one array per column and times in seconds. There are up to a thousand, and building and parsing objects
 * for them takes longer than everything else of an event. Properties that most dates lack are keyed by id.
 */
type DateColumns = {
  id: number[] | null
  start: number[] | null
  end: (number | null)[] | null
  /** Status of the dates that are not simply scheduled. */
  status: Record<string, Occurrence["status"]> | null
  /** Reason of the dates that were cancelled with one. */
  reason: Record<string, string> | null
  /** Original start, by the rule, of the dates that were moved. */
  moved: Record<string, number> | null
  /** When the date is over; left out when the date an event stands for is known. */
  until?: number[] | null
}

export type EventRow = {
  [
    Key in
      | "id"
      | "uid"
      | "language"
      | "title"
      | "summary"
      | "category"
      | "tags"
      | "timezone"
      | "all_day"
      | "recurrence"
      | "status"
      | "status_reason"
      | "mode"
      | "online_url"
      | "room"
      | "location"
      | "ticket_url"
      | "capacity"
      | "languages"
      | "access"
      | "workflow"
      | "poster_roll"
      | "sequence"
      | "prices"
  ]: Event[Key]
} & {
  description: Event["description"] | null
  origin: OriginRow | null
  version: number
  place_confirmed: boolean | null
  attendees: ActorRow[] | null
  doors_minutes: number | null
  age_min: number | null
  age_max: number | null
  publish_at: Date | null
  created_at: Date
  updated_at: Date
  occurrence_id: number | null
  distance: number | null
  place: ActorRow | null
  organizers: ActorRow[]
  lineup: { actor: ActorRow | null; name: string; role: string | null; confirmed: boolean }[]
  parent: ReferenceRow | null
  children: ReferenceRow[]
  images: PictureRow[]
  first_start: number
  first_end: number | null
  dates: DateColumns
}

const actorOf = (alias: string) =>
  sql.raw(`json_build_object('fid', ${alias}.fid, 'type', ${alias}.type, 'name', ${alias}.name)`)
const dateColumns = (hasUntil: boolean) =>
  sql.raw(`json_build_object('id', json_agg(o.id), 'start', json_agg(date_part('epoch', o.starts_at)),
    'end', json_agg(date_part('epoch', o.ends_at)),
    'status', json_object_agg(o.id, o.status) filter (where o.status <> 'scheduled'),
    'reason', json_object_agg(o.id, o.status_reason) filter (where o.status = 'cancelled' and o.status_reason is not null),
    'moved', json_object_agg(o.id, date_part('epoch', o.recurrence_id)) filter (where o.recurrence_id is not null)
    ${hasUntil ? ", 'until', json_agg(date_part('epoch', o.until_at))" : ""})`)
const reference =
  sql.raw(`json_build_object('id', other.id, 'title', other.title, 'language', other.language, 'timezone', other.timezone,
  'status', other.status, 'starts_at', (select min(starts_at) from occurrences where event_id = other.id))`)

/** Returns rows as one JSON list: the driver would parse an array of JSON character by character. */
export function jsonList(rows: RawBuilder<unknown>) {
  return sql`coalesce((select json_agg(one) from (${rows}) as rows(one)), '[]')`
}

/** The place agrees to be named: it has confirmed, or it is one of the organisers. */
const placeConfirmed = sql.raw(`(exists (select from event_confirmations ec
    where ec.event_id = e.id and ec.actor_id = e.place_id and ec.part = 'place' and ec.status = 'accepted')
  or exists (select from event_organizers eo
    where eo.event_id = e.id and eo.actor_id = e.place_id and eo.status = 'accepted'))`)

/** The people whose attendance is public. */
const attendees = jsonList(sql`select ${actorOf("a")} from (
    select distinct t.actor_id from attendances t
    where t.event_id = e.id and t.visibility = 'public' and t.value = 'confirmed') as t
  join actors a on a.id = t.actor_id and a.status = 'published' order by a.sort_name, a.id limit 60`)

/**
 * Builds one query for all fields that a list or a page shows of its events, in the order of `chosen` (event_id, occurrence_id,
 * position, distance).
 */
export function eventRows(
  chosen: RawBuilder<unknown>,
  options: {
    dates: number
    whole: boolean
    /** The account that also sees its own pages while they are drafts or archived. */
    insider?: number | undefined
    /** Some of the events may come from other servers. */
    elsewhere?: boolean | undefined
    /** Pages that are shown as they were before their deletion a moment ago. */
    gone?: number[] | undefined
  },
) {
  const shown = (alias: string) => {
    const one = sql.raw(alias)
    if (options.gone?.length)
      return sql`(${one}.status = 'published' or (${one}.id = any(${options.gone}::bigint[]) and ${one}.deleted_status = 'published'))`
    if (options.insider === undefined) return sql`${one}.status = 'published'`
    return sql`(${one}.status = 'published' or (${one}.deleted_at is null and exists (select from relations r
      where r.actor_id = ${one}.id and r.user_id = ${options.insider} and r.status = 'accepted')))`
  }
  return sql<EventRow>`${prepared}
    select e.id, e.uid, e.language, e.title, e.summary, ${options.whole ? sql`e.description` : sql`null as description`},
      e.category, to_json(e.tags) as tags, e.timezone, e.all_day, e.doors_minutes, e.recurrence, e.status, e.status_reason, e.mode,
      e.online_url, e.ticket_url, e.capacity, e.age_min, e.age_max, to_json(e.languages) as languages, e.access, e.workflow, e.publish_at,
      ${options.elsewhere ? originJson : sql`null`} as origin, e.poster_roll, e.sequence, e.version, ${options.whole ? placeConfirmed : sql`null`} as place_confirmed, ${options.whole ? attendees : sql`null`} as attendees, e.created_at, e.updated_at, chosen.occurrence_id, chosen.distance,
      case when place.id is not null then ${actorOf("place")} end as place,
      case when room.id is not null then json_build_object('id', room.id, 'name', room.name) end as room,
      case when spot.id is not null then json_build_object('name', coalesce(spot.name, place.name, closed.name), 'street', spot.street,
        'postal_code', spot.postal_code, 'locality', spot.locality, 'region', spot.region, 'country', spot.country,
        'lat', spot.lat, 'lon', spot.lon, 'precision', spot.precision) end as location,
      ${jsonList(sql`select ${actorOf("a")} from event_organizers eo join actors a on a.id = eo.actor_id
        where eo.event_id = e.id and eo.status = 'accepted' and ${shown("a")} order by eo.position`)} as organizers,
      ${jsonList(sql`select json_build_object('actor', case when a.id is not null then ${actorOf("a")} end, 'name', l.name,
          'role', l.role, 'confirmed', l.confirmed)
        from event_lineup l left join actors a on a.id = l.actor_id and ${shown("a")}
        where l.event_id = e.id order by l.position`)} as lineup,
      ${jsonList(sql`select json_build_object('label', p.label, 'amount', p.amount, 'currency', p.currency, 'free', p.free,
          'pay_what_you_can', p.pay_what_you_can)
        from event_prices p where p.event_id = e.id order by p.position`)} as prices,
      ${jsonList(picturesOfEvent("e.id"))} as images,
      (select ${reference} from events other where other.id = e.parent_id and other.listed) as parent,
      ${jsonList(sql`select ${reference} from events other where other.parent_id = e.id and other.listed
        order by (select min(starts_at) from occurrences where event_id = other.id), other.id limit 200`)} as children,
      date_part('epoch', first.starts_at) as first_start, date_part('epoch', first.ends_at) as first_end,
      (select ${dateColumns(options.whole)} from (
        select * from occurrences o where o.event_id = e.id ${options.whole ? sql`` : sql`and o.starts_at >= next.starts_at`}
        order by o.starts_at limit ${options.dates}) as o) as dates
    from (${chosen}) as chosen
    join events e on e.id = chosen.event_id
    cross join lateral (
      select starts_at, ends_at from occurrences o where o.event_id = e.id order by o.starts_at limit 1) as first
    ${options.whole ? sql`` : sql`join occurrences next on next.id = chosen.occurrence_id`}
    left join actors place on place.id = e.place_id and ${shown("place")}
    -- A house that is archived is still where it was: told in words, without its page.
    left join actors closed on closed.id = e.place_id and closed.status = 'archived' and place.id is null
    left join rooms room on room.id = e.room_id
    left join locations spot on spot.id = coalesce(e.location_id, place.location_id, closed.location_id)
    order by chosen.position`
}

/** Returns a row as the API represents it: times at the venue's own offset, absolute addresses. */
export function eventFrom(row: EventRow, site: Site, now: Date): Event {
  const at = (seconds: number) => isoAt(new Date(seconds * 1000), row.timezone)
  const orNull = (seconds: number | null | undefined) => (typeof seconds === "number" ? at(seconds) : null)
  const { id: ids, start, end, status, reason, moved, until } = row.dates
  const dates = (ids ?? []).map((id, index) => ({
    id,
    start: at(start?.[index] as number),
    end: orNull(end?.[index]),
    status: status?.[id] ?? "scheduled",
    original_start: orNull(moved?.[id]),
    ...(reason?.[id] ? { status_reason: reason[id] } : {}),
  }))
  const next = dates.find((one, index) =>
    row.occurrence_id
      ? one.id === row.occurrence_id
      : one.status !== "cancelled" && (until?.[index] ?? 0) * 1000 > now.getTime(),
  )
  const actor = (one: ActorRow): ActorReference => ({ ...one, url: `${site.publicUrl}${paths.actor(one.fid)}` })
  const other = (one: ReferenceRow) => ({
    id: one.id,
    title: one.title,
    language: one.language,
    status: one.status,
    start: isoAt(new Date(one.starts_at), one.timezone),
    url: `${site.publicUrl}${paths.event(one.id)}`,
  })

  return {
    id: row.id,
    uid: row.uid,
    url: `${site.publicUrl}${paths.event(row.id)}`,
    language: row.language,
    title: row.title,
    summary: row.summary,
    ...(row.description ? { description: row.description } : {}),
    category: row.category,
    tags: row.tags,
    start: at(row.first_start),
    end: orNull(row.first_end),
    timezone: row.timezone,
    all_day: row.all_day,
    doors: row.doors_minutes === null ? null : at(row.first_start - row.doors_minutes * 60),
    next: next ?? null,
    occurrences: dates,
    recurrence: row.recurrence,
    status: row.status,
    status_reason: row.status_reason,
    mode: row.mode,
    online_url: row.online_url,
    place: row.place && actor(row.place),
    room: row.room,
    location: row.location,
    ...(row.distance === null ? {} : { distance: Math.round(row.distance * 10) / 10 }),
    organizers: row.organizers.map(actor),
    lineup: row.lineup.map((one) => ({ ...one, actor: one.actor && actor(one.actor) })),
    parent: row.parent && other(row.parent),
    children: row.children.map(other),
    images: row.images.map((image) => pictureFrom(image, site.publicUrl)),
    prices: row.prices,
    ticket_url: row.ticket_url,
    capacity: row.capacity,
    age: { min: row.age_min, max: row.age_max },
    languages: row.languages,
    access: row.access,
    workflow: row.workflow,
    origin: row.origin && originFromRow(row.origin, site.publicUrl),
    publish_at: row.publish_at && isoAt(row.publish_at, row.timezone),
    my_attendance: null,
    poster_roll: row.poster_roll,
    ...(row.place_confirmed === null ? {} : { place_confirmed: row.place_confirmed }),
    ...(row.attendees ? { attendees: row.attendees.map(actor) } : {}),
    sequence: row.sequence,
    version: row.version,
    created: isoAt(row.created_at, site.timezone),
    updated: isoAt(row.updated_at, site.timezone),
  }
}
