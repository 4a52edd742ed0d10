import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { may } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { type PictureRow, pictureFrom } from "#features/documents/picture.ts"
import { pictureOf } from "#features/documents/pictures/queries.server.ts"
import {
  type Box,
  distanceFrom,
  foundInBox,
  foundWithin,
  inBox,
  isWithin,
  type Point,
  stretchesAround,
  stretchesOf,
} from "#features/places/distance/queries.server.ts"
import { timezoneOf } from "#features/places/queries.server.ts"
import { searchTerms } from "#db/search-terms.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import { hasRole, isReportedTo, isStaff, relationsTo } from "./access/queries.server.ts"
import type { Actor } from "./actor.ts"
import type { ActorType } from "./actor-types.ts"
import { personal } from "./listing/personal.server.ts"

/** What every address and date of an answer is made with. */
export type Site = { publicUrl: string; timezone: string; federation?: { isOn: boolean } }

export type ActorFilters = {
  q?: string
  type?: ActorType[]
  tag?: string
  near?: { lat: number; lon: number }
  /** Kilometres around `near`; 25 when absent. */
  radius?: number
  letter?: string
  /** west, south, east, north in degrees; west > east crosses the date line */
  bbox?: [number, number, number, number]
}

type ActorRow = Omit<
  Actor,
  | "url"
  | "handle"
  | "avatar"
  | "banner"
  | "is_followed"
  | "is_managed"
  | "my_relation"
  | "created"
  | "updated"
  | "relations"
> & {
  avatar: PictureRow | null
  banner: PictureRow | null
  relations: { relation: string; fid: string; type: ActorType; name: string }[]
  hands: { people: number; mailed: number; owners: number } | null
  /** Wants nobody on the Fediverse to see it. */
  is_away: boolean
  created_at: Date
  updated_at: Date
  distance: number | null
}

/** An actor by its fid; undefined when there is none the viewer may know of: drafts are for those who manage them. */
export async function findActor(db: Db, viewer: Viewer, fid: string, site: Site): Promise<Actor | undefined> {
  const held = await db
    .selectFrom("actors")
    .select(["id", "status"])
    .where("fid", "=", fid)
    .where("deleted_at", "is", null)
    .executeTakeFirst()
  if (!held || (held.status !== "published" && !(await seesDraft(db, viewer, held.id)))) return undefined
  const { rows } = await actorRows(
    sql`select ${held.id}::bigint as id, 0::bigint as position, null::float8 as distance`,
    {
      whole: true,
    },
  ).execute(db)
  return rows[0] && (await personal(db, viewer, [actorFrom(rows[0], site)], true))[0]
}

async function seesDraft(db: Db, viewer: Viewer, id: number) {
  if (!viewer) return false
  const relations = (await relationsTo(db, viewer, [id])).get(id) ?? []
  const { rows } = await sql<{ isReported: boolean }>`
    select ${isReportedTo(viewer, "a")} as "isReported" from actors a where a.id = ${id}`.execute(db)
  return may(viewer, "see_drafts", { relations, isReported: rows[0]?.isReported ?? false })
}

/** The fid an actor has now, for an address it once had; undefined when there is none. */
export async function findRenamed(db: Db, viewer: Viewer, formerFid: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("former_fids as former")
    .innerJoin("actors as actor", "actor.id", "former.actor_id")
    .select(["actor.id", "actor.fid", "actor.status"])
    .where("former.fid", "=", formerFid)
    .where("actor.deleted_at", "is", null)
    .executeTakeFirst()
  if (!found || (found.status !== "published" && !(await seesDraft(db, viewer, found.id)))) return undefined
  return found.fid
}

/** Whose pages a list is of; all published ones when it is not said. */
export type Among = { followedBy: number } | { managedBy: number }

/** Pages of a box are put in order once they were gathered; where there are more, the directory is walked by name. */
const gatheredAtMost = 10_000

/** The directory by name (articles aside), or by distance when `near` is asked; and how many there are in all. */
export async function listActors(
  db: Db,
  viewer: Viewer,
  filters: ActorFilters,
  site: Site,
  page: { start: number; limit: number },
  among?: Among,
): Promise<{ actors: Actor[]; total: number }> {
  const { near, radius = 25, bbox, ...others } = filters
  const isBoxAlone = bbox && !near && !among
  const where = await actorConditions(db, isBoxAlone ? others : { ...others, bbox })
  if (!where) return { actors: [], total: 0 }
  const asked = sql`${amongWhom(among)} and ${sql.join(where, sql` and `)}`
  const byName = sql`select a.id, null::float8 as distance, a.sort_name from actors a where ${asked}`
  const found = near ? pagesAround(near, radius, asked, among) : isBoxAlone ? pagesIn(bbox, asked) : byName
  const total = sql<{ count: number }>`select count(*)::int as count from (${found}) as found`
    .execute(db)
    .then(({ rows }) => rows[0]?.count ?? 0)
  const isWalked = isBoxAlone && (await total) > gatheredAtMost
  // Of those that are nearest names are read, of all others where they are.
  const chosen = near
    ? sql`select a.id, near.distance, a.sort_name from (${found} order by distance
        fetch first ${page.start + page.limit} rows with ties) as near join actors a on a.id = near.id`
    : isWalked
      ? sql`${byName} and ${foundInBox(bbox, "a")}`
      : found

  const order = sql`${near ? sql`distance, ` : sql``}sort_name, id`
  const [{ rows }, count] = await Promise.all([
    actorRows(
      sql`select id, distance, row_number() over () as position from (
        ${chosen} order by ${order} limit ${page.limit} offset ${page.start}) as page`,
      { whole: false },
    ).execute(db),
    total,
  ])
  const actors = rows.map((row) => actorFrom(row, site))
  return { actors: await personal(db, viewer, actors), total: count }
}

/** Pages within so many kilometres, and how far each is; of all published ones, by the index alone. */
function pagesAround(near: Point, radius: number, asked: RawBuilder<unknown>, among: Among | undefined) {
  const columns = sql`a.id, ${distanceFrom(near, "a")} as distance`
  const isNear = isWithin(near, radius, "a")
  if (among) return sql`select ${columns} from actors a where ${asked} and ${isNear}`
  return sql`select ${columns} from ${stretchesAround(near, radius)} as stretch(first, next) cross join lateral (
      select a.id, a.lat, a.lon from actors a where a.lat is not null and map_cell(a.lat, a.lon) >= stretch.first
        and map_cell(a.lat, a.lon) < stretch.next and ${asked} offset 0) as a where ${isNear}`
}

/** All published pages in a box, by the index alone: of so many rows the table itself would be read all over. */
function pagesIn(box: Box, asked: RawBuilder<unknown>) {
  return sql`select a.id, null::float8 as distance, a.sort_name from ${stretchesOf(box)} as stretch(first, next)
    cross join lateral (select a.id, a.lat, a.lon, a.sort_name from actors a where a.lat is not null
      and map_cell(a.lat, a.lon) >= stretch.first and map_cell(a.lat, a.lon) < stretch.next and ${asked} offset 0) as a
    where ${inBox(box, "a")}`
}

/** Is a page `a` one of these? */
export function amongWhom(among: Among | undefined) {
  if (!among) return sql`a.status = 'published' and a.in_directory`
  return "followedBy" in among
    ? sql`a.status = 'published' and a.id in (select actor_id from follows where user_id = ${among.followedBy})`
    : sql`a.deleted_at is null and a.id in (select actor_id from relations where user_id = ${among.managedBy}
        and status = 'accepted' and relation in ('owner', 'member', 'assistant'))`
}

/** How many published actors begin with each letter, articles aside, as the directory goes; `0` for all else, last. */
export async function countLetters(db: Db, _viewer: Viewer, types?: ActorType[]) {
  const { rows } = await sql<{ letter: string; count: number }>`
    select case when left(sort_name, 1) between 'a' and 'z' then left(sort_name, 1) else '0' end as letter,
      count(*)::int as count
    from actors where status = 'published' and in_directory ${types ? sql`and type = any(${types}::text[])` : sql``}
    group by 1 order by min(sort_name)`.execute(db)
  return rows
}

/** What filters ask of a page `a`; undefined when nothing can be meant by them. */
export async function actorConditions(db: Db, filters: ActorFilters): Promise<RawBuilder<unknown>[] | undefined> {
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (filters.type) all.push(sql`a.type = any(${filters.type}::text[])`)
  if (filters.tag) all.push(sql`a.tags @> array[${filters.tag.toLowerCase()}]::text[]`)
  if (filters.letter === "0") all.push(sql`left(a.sort_name, 1) not between 'a' and 'z'`)
  else if (filters.letter) all.push(sql`a.sort_name ^@ ${filters.letter}`)
  if (filters.bbox) all.push(foundInBox(filters.bbox, "a"))
  if (filters.near) all.push(foundWithin(filters.near, filters.radius ?? 25, "a"))
  if (filters.q) {
    const terms = await searchTerms(db, filters.q, "actor")
    if (!terms) return undefined
    all.push(sql`a.search @@ to_tsquery('simple', ${terms})`)
  }
  return all
}

/** Who works on a page, as far as others have to do with it: can they be written to, has it an owner? */
const hands = sql`(select json_build_object('people', count(*) filter (where ${isStaff}),
    'mailed', count(e.id) filter (where ${isStaff}), 'owners', count(*) filter (where r.relation = 'owner'))
  from relations r left join emails e on e.user_id = r.user_id and e.is_primary and e.verified_at is not null
  where r.actor_id = a.id and ${hasRole})`

function actorRows(chosen: RawBuilder<unknown>, { whole }: { whole: boolean }) {
  const contents = sql`json_build_object(
    'upcoming_events', (select count(*) from events e where e.listed and e.id in (select event_id from mine)
      and exists (select from occurrences o where o.event_id = e.id and o.until_at > now())),
    'past_events', (select count(*) from events e where e.listed and e.id in (select event_id from mine)
      and not exists (select from occurrences o where o.event_id = e.id and o.until_at > now())),
    'audio', (select count(*) from documents d where d.actor_id = a.id and d.type = 'Audio' and d.visibility = 'public'
      and not exists (select from sounds s where s.document_id = d.id and s.state in ('waiting', 'failed'))),
    'images', (select count(*) from documents d where d.actor_id = a.id and d.type = 'Image' and d.visibility = 'public'),
    'documents', (select count(*) from documents d where d.actor_id = a.id and d.type in ('Document', 'Video')
      and d.visibility = 'public'),
    'openings', (select count(*) from openings o where o.actor_id = (select id from actors_chosen) and o.is_public
      and o.until_at > now()))`
  const mine = sql`with mine as (
      select id as event_id from events where place_id = (select id from actors_chosen)
      union select event_id from event_organizers where status = 'accepted' and actor_id = (select id from actors_chosen)
      union select event_id from event_lineup where actor_id = (select id from actors_chosen))`

  return sql<ActorRow>`
    ${whole ? sql`with actors_chosen as (select id from (${chosen}) as one)` : sql``}
    select a.fid, a.type, a.name, a.language, a.summary, ${whole ? sql`a.description` : sql`null as description`},
      ${pictureOf("a.avatar_id")} as avatar, ${whole ? pictureOf("a.banner_id") : sql`null`} as banner, a.category, a.tags, a.access, a.status, a.version, a.created_at, a.updated_at, chosen.distance,
      case when spot.id is not null then json_build_object('name', coalesce(spot.name, case when a.type = 'place' then a.name end),
        'street', spot.street, 'postal_code', spot.postal_code, 'locality', spot.locality, 'region', spot.region,
        'country', spot.country, 'lat', spot.lat, 'lon', spot.lon, 'precision', spot.precision) end as location,
      exists (select from fediverse_settings s where s.actor_id = a.id and s.audience = 'nobody') as is_away,
      array(select json_build_object('id', r.id, 'name', r.name, 'capacity', r.capacity, 'access', r.access)
        from rooms r where r.actor_id = a.id order by r.position, r.id) as rooms,
      array(select json_build_object('id', l.id, 'url', l.url, 'label', l.label, 'kind', l.kind, 'verified_at', l.verified_at)
        from links l where l.actor_id = a.id order by l.position, l.id) as links,
      array(select json_build_object('kind', c.kind, 'label', c.label, 'value', c.value)
        from contacts c where c.actor_id = a.id and c.is_public order by c.position, c.id) as contacts,
      ${
        whole
          ? sql`array(select json_build_object('relation', shown.relation, 'fid', b.fid, 'type', b.type, 'name', b.name)
        from (
          select case when r.actor_id = a.id then r.relation when r.relation = 'member' then 'group' else r.relation end as relation,
            case when r.actor_id = a.id then r.related_actor_id else r.actor_id end as actor_id
          from relations r where (r.actor_id = a.id or r.related_actor_id = a.id) and r.related_actor_id is not null
            and r.status = 'accepted' and r.is_visible and r.relation <> 'assistant'
          -- People with an account stand there as their own public page, and on it stands where they belong.
          union select r.relation, u.identity_id from relations r join users u on u.id = r.user_id
          where r.actor_id = a.id and r.status = 'accepted' and r.is_visible and r.relation <> 'assistant'
          union select 'group', r.actor_id from users u join relations r on r.user_id = u.id
          where u.identity_id = a.id and r.status = 'accepted' and r.is_visible and r.relation <> 'assistant'
        ) as shown join actors b on b.id = shown.actor_id and b.status = 'published' and b.id <> a.id
        order by shown.relation, b.sort_name, b.id limit 200)`
          : sql`'{}'::json[]`
      } as relations,
      ${whole ? sql`(${mine} select ${contents})` : sql`null`} as contents,
      ${whole ? hands : sql`null`} as hands
    from (${chosen}) as chosen
    join actors a on a.id = chosen.id
    left join locations spot on spot.id = a.location_id
    order by chosen.position`
}

/** How a page can be written to, and whether somebody may say it is theirs. */
function openTo(status: Actor["status"], { people, mailed, owners }: NonNullable<ActorRow["hands"]>) {
  const isPublished = status === "published"
  const channels = [...(mailed > 0 ? (["email"] as const) : []), ...(people > 0 ? (["inbox"] as const) : [])]
  return { channels: isPublished ? channels : [], is_claimable: isPublished && owners === 0 }
}

/** Nobody can be found by a handle where nothing federates: then a page has none; nor has one that wants none. */
function handleOf(fid: string, { publicUrl, federation }: Site): string {
  if (fid.includes("@")) return `@${fid}`
  return federation?.isOn === false ? "" : `@${fid}@${new URL(publicUrl).host}`
}

function zoneOf(location: NonNullable<ActorRow["location"]>) {
  const timezone = timezoneOf(location)
  return timezone === undefined ? {} : { timezone }
}

function actorFrom(row: ActorRow, site: Site): Actor {
  const {
    created_at,
    updated_at,
    description,
    contents,
    distance,
    relations,
    hands,
    is_away,
    avatar,
    banner,
    ...rest
  } = row
  return {
    ...rest,
    ...(description ? { description } : {}),
    ...(contents ? { contents } : {}),
    ...(hands ? openTo(row.status, hands) : {}),
    ...(distance === null ? {} : { distance: Math.round(distance * 10) / 10 }),
    // Of one page: nobody asks it of a list.
    location: rest.location && { ...rest.location, ...(contents ? zoneOf(rest.location) : {}) },
    avatar: avatar && pictureFrom(avatar, site.publicUrl),
    banner: banner && pictureFrom(banner, site.publicUrl),
    url: `${site.publicUrl}${paths.actor(row.fid)}`,
    handle: is_away ? "" : handleOf(row.fid, site),
    relations: relations.map(({ relation, ...actor }) => ({
      relation,
      actor: { ...actor, url: `${site.publicUrl}${paths.actor(actor.fid)}` },
    })),
    is_followed: false,
    is_managed: false,
    my_relation: null,
    created: isoAt(created_at, site.timezone),
    updated: isoAt(updated_at, site.timezone),
  }
}
