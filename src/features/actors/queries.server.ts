import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { may } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { type PictureRow, pictureFrom } from "#features/documents/image/picture.ts"
import { pictureOf } from "#features/documents/pictures/queries.server.ts"
import { timezoneOf } from "#features/places/queries.server.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import { hasRole, isReportedTo, isStaff, relationsTo } from "./access/queries.server.ts"
import type { Actor } from "./actor.ts"
import type { ActorType } from "./actor-types.ts"
import { withViewerFields } from "./listing/viewer-fields.server.ts"

/** What the addresses and dates of an answer depend on. */
export type Site = { publicUrl: string; timezone: string; federation?: { isOn: boolean } }

/** A page as read from the database, before the site's addresses are added. */
export type ActorRow = Omit<
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
  /** Whether the page has chosen not to be visible on the Fediverse. */
  is_away: boolean
  created_at: Date
  updated_at: Date
  distance: number | null
}

/** Finds an actor by its fid; undefined when there is none the viewer may see. Drafts are visible only to their managers. */
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
  return rows[0] && (await withViewerFields(db, viewer, [actorFrom(rows[0], site)], true))[0]
}

async function seesDraft(db: Db, viewer: Viewer, id: number) {
  if (!viewer) return false
  const relations = (await relationsTo(db, viewer, [id])).get(id) ?? []
  const { rows } = await sql<{ isReported: boolean }>`
    select ${isReportedTo(viewer, "a")} as "isReported" from actors a where a.id = ${id}`.execute(db)
  return may(viewer, "see_drafts", { relations, isReported: rows[0]?.isReported ?? false })
}

/** Returns the present fid of an actor for a former one; undefined when there is none. */
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

/** The people who work on a page, as far as it matters to others: whether it can be written to, and whether it has an owner. */
const hands = sql`(select json_build_object('people', count(*) filter (where ${isStaff}),
    'mailed', count(e.id) filter (where ${isStaff}), 'owners', count(*) filter (where r.relation = 'owner'))
  from relations r left join emails e on e.user_id = r.user_id and e.is_primary and e.verified_at is not null
  where r.actor_id = a.id and ${hasRole})`

/**
 * Reads pages; with `whole`, one page with everything its own address shows.
 * @param chosen rows of id, position, distance (km)
 */
export function actorRows(chosen: RawBuilder<unknown>, { whole }: { whole: boolean }) {
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

/** Tells how a page can be written to, and whether it can be claimed. */
function openTo(status: Actor["status"], { people, mailed, owners }: NonNullable<ActorRow["hands"]>) {
  const isPublished = status === "published"
  const channels = [...(mailed > 0 ? (["email"] as const) : []), ...(people > 0 ? (["inbox"] as const) : [])]
  return { channels: isPublished ? channels : [], is_claimable: isPublished && owners === 0 }
}

/** Returns the handle of a page; empty when federation is off, since nobody could find it. */
function handleOf(fid: string, { publicUrl, federation }: Site): string {
  if (fid.includes("@")) return `@${fid}`
  return federation?.isOn === false ? "" : `@${fid}@${new URL(publicUrl).host}`
}

function zoneOf(location: NonNullable<ActorRow["location"]>) {
  const timezone = timezoneOf(location)
  return timezone === undefined ? {} : { timezone }
}

/** Builds a page as everybody sees it; `withViewerFields` adds what concerns the viewer. */
export function actorFrom(row: ActorRow, site: Site): Actor {
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
    // Only for a single page, since no list needs the time zone.
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
