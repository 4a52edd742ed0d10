import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { refuseFields } from "#lib/refusal.ts"
import { isTimezone } from "#lib/time.ts"
import { eventFor } from "../access/queries.server.ts"
import type { Event } from "../event.ts"
import { personalEvents } from "../listing/personal.server.ts"
import { eventFrom, eventRows, type Site } from "../reading.server.ts"
import { momentOf } from "../writing/moments.ts"
import { type DuplicatesQuery, mostComparedDates } from "./inputs.ts"

/** Most results shown; a longer list would not consist of duplicates. */
const most = 10
/** Metres within which two addresses count as one place. */
const nearby = 150

type Compared = {
  titles: string[]
  starts: Date[]
  ends: Date[]
  placeId: number | null
  lat: number | null
  lon: number | null
  locality: string | null
  url: string | null
}

/**
 * Finds possible duplicates of an event: at the same place or within 150 m (without coordinates, in the same town or at the same
 * online address), at overlapping times or with starts within half an hour, under a similar title. The most similar come first;
 * events that the viewer may not know of are left out.
 */
export async function findDuplicates(db: Db, viewer: Viewer, query: DuplicatesQuery, site: Site): Promise<Event[]> {
  if (query.event !== undefined) demand(viewer, "edit", await eventFor(db, viewer, query.event))
  const compared = await comparedOf(db, viewer, query, site)
  if (compared.titles.length === 0 || compared.starts.length === 0) return []
  const chosen = similar(viewer, compared, query.event)
  const { rows } = await eventRows(chosen, { dates: 60, whole: false, insider: viewer?.userId }).execute(db)
  const events = rows.map((row) => eventFrom(row, site, new Date()))
  return personalEvents(db, viewer, events)
}

function similar(viewer: Viewer, { titles, starts, ends, ...where }: Compared, except: number | undefined) {
  const hasPoint = where.lat !== null && where.lon !== null
  // A degree of latitude is 111 km; the box is narrowed to the circle below.
  const high = (nearby / 111_000) * 1.1
  const wide = hasPoint ? high / Math.max(0.01, Math.cos(((where.lat as number) * Math.PI) / 180)) : 0
  const there = [
    ...(where.placeId === null ? [] : [sql`e.place_id = ${where.placeId}`]),
    ...(hasPoint
      ? [
          sql`(e.lat between ${where.lat}::float8 - ${high} and ${where.lat}::float8 + ${high}
            and e.lon between ${where.lon}::float8 - ${wide} and ${where.lon}::float8 + ${wide}
            and earth_distance(point_on_earth(e.lat, e.lon), point_on_earth(${where.lat}, ${where.lon})) <= ${nearby})`,
        ]
      : []),
    ...(where.locality && !hasPoint
      ? [
          sql`exists (select from locations l where l.id = e.location_id and plain(l.locality) = plain(${where.locality}))`,
        ]
      : []),
    ...(where.url ? [sql`e.online_url = ${where.url}`] : []),
  ]
  const isThere = there.length > 0 ? sql.join(there, sql` or `) : sql`false`
  const insider = sql`(select eo.event_id from relations r join event_organizers eo on eo.actor_id = r.actor_id
    where r.user_id = ${viewer?.userId ?? 0} and r.status = 'accepted' and eo.status = 'accepted')`
  const reach = sql`tstzrange(dates.starts_at - interval '30 minutes',
    greatest(dates.ends_at, dates.starts_at + interval '30 minutes'), '[]')`
  return sql`
    select event_id, occurrence_id, null::float8 as distance, row_number() over (order by likeness desc, event_id) as position
    from (
      select distinct on (e.id) e.id as event_id, o.id as occurrence_id, title.likeness
      from (
        -- What everybody sees is found by its time, one's own drafts by their pages.
        select o.* from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as dates(starts_at, ends_at)
          join occurrences o on o.listed and tstzrange(o.starts_at, o.until_at) && ${reach}
        union
        select o.* from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as dates(starts_at, ends_at)
          join occurrences o on not o.listed and o.event_id in ${insider} and tstzrange(o.starts_at, o.until_at) && ${reach}
      ) as o
      join events e on e.id = o.event_id
      cross join lateral (
        select max(greatest(similarity(plain(given), plain(value)),
          least(word_similarity(plain(given), plain(value)), 0.99) - 0.3)) as likeness
        from jsonb_each_text(e.title), unnest(${titles}::text[]) as given) as title
      where e.deleted_at is null and o.status <> 'cancelled' and (${isThere}) and title.likeness >= 0.4
        and exists (select from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as dates(starts_at, ends_at)
          where (o.starts_at < dates.ends_at and o.until_at > dates.starts_at)
            or abs(extract(epoch from o.starts_at - dates.starts_at)) <= 1800)
        ${
          except === undefined
            ? sql``
            : sql`and e.id <> ${except} and e.parent_id is distinct from ${except}
                and e.id is distinct from (select parent_id from events where id = ${except})`
        }
      order by e.id, o.starts_at
    ) as found order by likeness desc, event_id limit ${most}`
}

async function comparedOf(db: Db, viewer: Viewer, query: DuplicatesQuery, site: Site): Promise<Compared> {
  const stored = query.event === undefined ? undefined : await storedOf(db, query.event)
  const timezone = query.timezone ?? stored?.timezone ?? site.timezone
  if (!isTimezone(timezone)) refuseFields({ timezone: ["errors.timezone_unknown"] })
  const dates = query.dates?.slice(0, mostComparedDates).map((one) => intervalOf(one, timezone)) ?? stored?.dates ?? []
  const place =
    query.place === undefined
      ? undefined
      : await db
          .selectFrom("actors as a")
          .leftJoin("locations as l", "l.id", "a.location_id")
          .select(["a.id", "l.lat", "l.lon"])
          .where("a.fid", "=", query.place)
          .where((is) =>
            is.or([
              is("a.status", "=", "published"),
              is.exists(
                is
                  .selectFrom("relations as r")
                  .select("r.id")
                  .whereRef("r.actor_id", "=", "a.id")
                  .where("r.user_id", "=", viewer?.userId ?? 0)
                  .where("r.status", "=", "accepted"),
              ),
            ]),
          )
          .executeTakeFirst()
  const isPlaced = query.place !== undefined || query.near !== undefined || query.locality !== undefined || query.url
  return {
    titles: query.title === undefined ? Object.values(stored?.title ?? {}) : [query.title].filter(Boolean),
    starts: dates.map(({ start }) => start),
    ends: dates.map(({ end }) => end),
    placeId: isPlaced ? (place?.id ?? null) : (stored?.place_id ?? null),
    lat: isPlaced ? (query.near?.lat ?? place?.lat ?? null) : (stored?.lat ?? null),
    lon: isPlaced ? (query.near?.lon ?? place?.lon ?? null) : (stored?.lon ?? null),
    locality: isPlaced ? (query.locality ?? null) : (stored?.locality ?? null),
    url: isPlaced ? (query.url ?? null) : (stored?.online_url ?? null),
  }
}

type Interval = { start: Date; end: Date }

/** Parses `start/end`, or a start alone, which is taken to last two hours, as everywhere. */
function intervalOf(text: string, timezone: string): Interval {
  const [from = "", to] = text.split("/")
  const read = { timezone, all_day: from.trim().length === 10 }
  const start = momentOf(from, "dates", read)
  const supposed = new Date(start.getTime() + (read.all_day ? 24 : 2) * 3600_000)
  const end = to?.trim() ? momentOf(to, "dates", { timezone, all_day: to.trim().length === 10 }) : supposed
  return { start, end: end > start ? end : supposed }
}

async function storedOf(db: Db, id: number) {
  const { rows } = await sql<{
    title: Record<string, string>
    timezone: string
    place_id: number | null
    lat: number | null
    lon: number | null
    locality: string | null
    online_url: string | null
    starts: string[]
    ends: string[]
  }>`
    with dates as (
      select starts_at, until_at from occurrences where event_id = ${id} and status <> 'cancelled'
      order by until_at < now(), case when until_at < now() then -extract(epoch from starts_at) else extract(epoch from starts_at) end
      limit ${mostComparedDates})
    select e.title, e.timezone, e.place_id, e.lat, e.lon, l.locality, e.online_url,
      (select coalesce(json_agg(starts_at), '[]') from dates) as starts, (select coalesce(json_agg(until_at), '[]') from dates) as ends
    from events e left join locations l on l.id = e.location_id where e.id = ${id}`.execute(db)
  const row = rows[0]
  return (
    row && {
      ...row,
      dates: row.starts.map((start, at) => ({ start: new Date(start), end: new Date(row.ends[at] as string) })),
    }
  )
}
