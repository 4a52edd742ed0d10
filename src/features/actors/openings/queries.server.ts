import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { isLogged, may } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { type PictureRow, pictureFrom } from "#features/documents/image/picture.ts"
import { pictureOf } from "#features/documents/pictures/queries.server.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import { type HeldActor, isStaff } from "../access/queries.server.ts"
import type { Site } from "../queries.server.ts"
import { earthRadius } from "../tour/way.ts"
import type { matchOrders, OpeningFilters } from "./inputs.ts"
import type { Match, Opening } from "./opening.ts"

type Page = { start: number; limit: number }
type Alias = "o" | "own"

/** Writes the days of an opening as a range, exactly as its index does. */
export const daysOf = (of: Alias): RawBuilder<unknown> =>
  sql`daterange(${sql.ref(`${of}.starts_on`)}, ${sql.ref(`${of}.ends_on`)}, '[]')`

/** Writes the position of an opening on the globe, exactly as its index does. */
export const spotOf = (of: Alias): RawBuilder<unknown> =>
  sql`point_on_earth(${sql.ref(`${of}.lat`)}, ${sql.ref(`${of}.lon`)})`

/** A latitude and a longitude as SQL expressions. */
export type Coordinates = { lat: RawBuilder<unknown>; lon: RawBuilder<unknown> }
export const coordinatesOf = (of: string): Coordinates => ({ lat: sql.ref(`${of}.lat`), lon: sql.ref(`${of}.lon`) })

/**
 * Writes the angle between two points seen from the centre of the earth, in radians (haversine): for thousands of points it takes
 * a tenth of the time of earthdistance. As elsewhere, points closer than 1e-9 degrees count as that far apart, since PostgreSQL
 * cannot square a smaller number.
 */
export const angleBetween = (a: Coordinates, b: Coordinates): RawBuilder<number> => sql<number>`(2 * asin(least(1, sqrt(
  power(sin(radians(greatest(abs(${a.lat} - ${b.lat}), 1e-9)) / 2), 2)
  + cos(radians(${a.lat})) * cos(radians(${b.lat})) * power(sin(radians(greatest(abs(${a.lon} - ${b.lon}), 1e-9)) / 2), 2)))))`

/** Writes the distance between two points in kilometres, along a sphere of the mean radius (IUGG). */
const kilometres = (a: Coordinates, b: Coordinates): RawBuilder<number> =>
  sql<number>`(${earthRadius} * ${angleBetween(a, b)})`

/**
 * Condition on an opening that everybody can find: it is public and not over, and its page is published and listed in the
 * directory.
 */
export const isPublicOpening = sql`o.is_public and o.until_at > now() and a.status = 'published' and a.in_directory`

/** Writes a point on the globe. */
export const globeAt = ({ lat, lon }: { lat: number; lon: number }): RawBuilder<unknown> =>
  sql`point_on_earth(${lat}::float8, ${lon}::float8)`

/** The columns read of an opening `o` of a page `a`. */
export const openingColumns = sql`o.id, o.side, o.kind, o.starts_on::text, o.ends_on::text, o.timezone, o.categories, o.spaces,
  o.town, o.lat, o.lon, o.radius, o.note, a.language, o.is_public, o.until_at > now() as is_open, o.version, o.created_at,
  o.updated_at, a.fid, a.type, a.name, ${pictureOf("a.avatar_id")} as avatar,
  exists (select from relations r where r.actor_id = a.id and ${isStaff}) as is_reachable`

/** A row of `openingColumns`. */
export type OpeningRow = Omit<Opening, "actor" | "created" | "updated" | "distance"> &
  Pick<Opening["actor"], "fid" | "type" | "name"> & {
    avatar: PictureRow | null
    created_at: Date
    updated_at: Date
    distance?: number | null
  }

/** Lists the openings of a page by their first day: the public ones that are not over; for its staff all of them. */
export async function listOpenings(db: Db, viewer: Viewer, page: HeldActor, site: Site): Promise<Opening[]> {
  // Moderators and administrators do not see a page's private openings.
  const isOwn = may(viewer, "see_drafts", page) && !isLogged(viewer, "see_drafts", page)
  // A page has few openings, since those that are over are removed when others are added.
  const { rows } = await sql<OpeningRow>`
    select ${openingColumns} from openings o join actors a on a.id = o.actor_id
    where o.actor_id = ${page.id} ${isOwn ? sql`` : sql`and o.is_public and o.until_at > now()`}
    order by o.until_at > now() desc, o.starts_on, o.id limit 200`.execute(db)
  return rows.map((row) => openingFrom(row, site))
}

/** Finds one of a page's openings; undefined when there is none. */
export async function findOpening(db: Db, actorId: number, id: number, site: Site): Promise<Opening | undefined> {
  const { rows } = await sql<OpeningRow>`
    select ${openingColumns} from openings o join actors a on a.id = o.actor_id
    where o.id = ${id} and o.actor_id = ${actorId}`.execute(db)
  return rows[0] && openingFrom(rows[0], site)
}

/**
 * Lists the openings everybody can find, by the first day, or by distance when `near` is set: then those within the requested
 * radius and within the distance their page is willing to travel.
 */
export async function findOpenings(
  db: Db,
  filters: OpeningFilters,
  site: Site,
  { start, limit }: Page,
): Promise<{ openings: Opening[]; total: number }> {
  const { side, category, near, radius = 50, from, to } = filters
  const center = near && { lat: sql`${near.lat}::float8`, lon: sql`${near.lon}::float8` }
  const distance = center ? kilometres(center, coordinatesOf("o")) : sql`null::float8`
  const where = [
    isPublicOpening,
    ...(side ? [sql`o.side = ${side}`] : []),
    ...(category ? [sql`(o.categories = '{}' or o.categories && ${category}::text[])`] : []),
    ...(from || to ? [sql`${daysOf("o")} && daterange(${from ?? null}::date, ${to ?? null}::date, '[]')`] : []),
    ...(near
      ? [
          sql`earth_box(${globeAt(near)}, ${radius * 1010}) @> ${spotOf("o")} and ${distance} <= least(${radius}::float8, o.radius)`,
        ]
      : []),
  ]
  const source = sql`from openings o join actors a on a.id = o.actor_id where ${sql.join(where, sql` and `)}`
  const order = near ? sql`distance, o.starts_on, o.id` : sql`o.starts_on, o.id`
  const [{ rows }, total] = await Promise.all([
    sql<OpeningRow>`select ${openingColumns}, ${distance} as distance ${source} order by ${order}
      limit ${limit} offset ${start}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count ${source}`.execute(db),
  ])
  return { openings: rows.map((row) => openingFrom(row, site)), total: total.rows[0]?.count ?? 0 }
}

type MatchRow = OpeningRow & { own: number; first_day: string; last_day: string; distance: number }
export type MatchQuery = { order: (typeof matchOrders)[number]; opening?: number | undefined }

/**
 * Lists the openings that match those of a page: of the other side (artists, houses), with upcoming days in common, within the
 * smaller of the two distances, and with a category and a kind of room in common where both name some. Nothing else counts.
 */
export async function listMatches(
  db: Db,
  page: Pick<HeldActor, "id">,
  { order, opening }: MatchQuery,
  site: Site,
  { start, limit }: Page,
): Promise<{ matches: Match[]; total: number }> {
  const distance = kilometres(coordinatesOf("own"), coordinatesOf("o"))
  const source = sql`
    from openings own join openings o on o.side <> own.side and o.actor_id <> own.actor_id
      and ${daysOf("o")} && ${daysOf("own")}
      and earth_box(${spotOf("own")}, own.radius * 1010) @> ${spotOf("o")}
      and ${distance} <= least(own.radius, o.radius)
      and (own.categories = '{}' or o.categories = '{}' or own.categories && o.categories)
      and (own.spaces = '{}' or o.spaces = '{}' or own.spaces && o.spaces)
    join actors a on a.id = o.actor_id
    where own.actor_id = ${page.id} and own.until_at > now() and ${isPublicOpening}
      ${opening === undefined ? sql`` : sql`and own.id = ${opening}`}`
  const by = order === "date" ? sql`first_day, distance, o.id` : sql`distance, first_day, o.id`
  const [{ rows }, total] = await Promise.all([
    sql<MatchRow>`
      select ${openingColumns}, own.id as own, ${distance} as distance,
        greatest(own.starts_on, o.starts_on, (now() at time zone o.timezone)::date)::text as first_day,
        least(own.ends_on, o.ends_on)::text as last_day
      ${source} order by ${by}, own.id limit ${limit} offset ${start}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count ${source}`.execute(db),
  ])
  const matches = rows.map(({ own, first_day, last_day, distance: apart, ...row }) => ({
    opening: openingFrom(row, site),
    own,
    starts_on: first_day,
    ends_on: last_day,
    distance: rounded(apart),
  }))
  return { matches, total: total.rows[0]?.count ?? 0 }
}

/** Builds an opening as the API returns it. */
export function openingFrom(row: OpeningRow, site: Site): Opening {
  const { fid, type, name, avatar, created_at, updated_at, distance, ...rest } = row
  const url = `${site.publicUrl}${paths.actor(fid)}`
  return {
    ...rest,
    actor: { fid, type, name, url, avatar: avatar && pictureFrom(avatar, site.publicUrl) },
    ...(distance == null ? {} : { distance: rounded(distance) }),
    created: isoAt(created_at, site.timezone),
    updated: isoAt(updated_at, site.timezone),
  }
}

/** Rounds a distance in kilometres to a hundred metres. */
export function rounded(distance: number): number {
  return Math.round(distance * 10) / 10
}
