import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { ActivityDetail, ActivityModel, ActivityType } from "./activity.ts"
import { reportedRelation } from "./showing/queries.server.ts"

// Writes rows of activities from a query of (actor_id, object_id, at); the caller guarantees that these are public.

/** SQL of the page that speaks for an event: the first public page among its organizers. */
export const hostOf = (event: string) => sql`(
  select eo.actor_id from event_organizers eo join actors host on host.id = eo.actor_id and host.status = 'published'
  where eo.event_id = ${sql.ref(event)}.id and eo.status = 'accepted' order by eo.position limit 1)`

/** Writes an activity for each object that has none of this model and type yet. */
export async function writeOnce(
  tx: Db,
  model: ActivityModel,
  type: ActivityType,
  rows: RawBuilder<unknown> | undefined,
): Promise<void> {
  if (!rows) return
  await sql`
    insert into activities (model, type, actor_id, object_id, created_at)
    select ${model}, ${type}, ${byItself(model)}, given.object_id, given.at from (${rows}) as given
    where not exists (select from activities known
        where known.model = ${model} and known.type = ${type} and known.object_id = given.object_id)
      and not exists (select from activity_parts p join activities f on f.id = p.activity_id
        where p.object_id = given.object_id and f.model = ${model} and f.type = ${type})
    order by given.at, given.object_id on conflict do nothing`.execute(tx)
}

/** Writes an activity that replaces the former one of the same type about the same object. */
export async function writeNewest(
  tx: Db,
  model: ActivityModel,
  type: ActivityType,
  rows: RawBuilder<unknown> | undefined,
  detail: ActivityDetail | null,
): Promise<void> {
  if (!rows) return
  await sql`
    with given as materialized (${rows}),
    former as (delete from activities using given
      where activities.model = ${model} and activities.type = ${type} and activities.object_id = given.object_id)
    select from given`.execute(tx)
  await sql`
    insert into activities (model, type, actor_id, object_id, detail, created_at)
    select ${model}, ${type}, ${byItself(model)}, given.object_id, ${detail}, given.at from (${rows}) as given
    on conflict do nothing`.execute(tx)
}

/** SQL of the acting page: an activity about a page is attributed to the page itself. */
const byItself = (model: ActivityModel) => (model === "actors.Actor" ? sql`given.object_id` : sql`given.actor_id`)

/**
 * Writes one folded activity for each page and day, and returns whether anything was new. The caller counts it afterwards,
 * so that large imports do not wait for each other's row.
 * @param options.isNew the objects were made just now: they have no activity yet, so none is looked for
 */
export async function writeFolded(
  tx: Db,
  model: ActivityModel,
  type: ActivityType,
  rows: RawBuilder<unknown> | undefined,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<boolean> {
  if (!rows) return false
  const fresh = isNew
    ? sql`(${rows})`
    : sql`(select * from (${rows}) as one where not exists (
    select from activity_parts p join activities f on f.id = p.activity_id
    where p.object_id = one.object_id and f.model = ${model} and f.type = ${type}))`
  const day = sql`(given.at at time zone 'UTC')::date`
  await sql`
    insert into activities (model, type, actor_id, day, count, created_at)
    select ${model}, ${type}, given.actor_id, ${day}, count(*), max(given.at) from ${fresh} as given
    group by given.actor_id, ${day} order by given.actor_id, 4 on conflict do nothing`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into activity_parts (activity_id, object_id)
    select f.id, given.object_id from ${fresh} as given
    join activities f on f.model = ${model} and f.type = ${type} and f.day = ${day}
      and coalesce(f.actor_id, 0) = coalesce(given.actor_id, 0)
    order by given.object_id on conflict do nothing`.execute(tx)
  return Boolean(numAffectedRows)
}

/** Writes that a page confirmed being named by an event: performers join the line-up, others announce the event. */
export async function writeConfirmed(tx: Db, event: number, fid: string, part: ActivityDetail): Promise<void> {
  const type: ActivityType = part === "performer" ? "Join" : "Announce"
  await sql`
    insert into activities (model, type, actor_id, object_id, detail)
    select 'contents.Event', ${type}, o.id, e.id, ${part} from events e, actors o
    where e.id = ${event} and e.listed and o.fid = ${fid} and o.status = 'published'
    on conflict do nothing`.execute(tx)
}

/**
 * Writes that one page joined another, for relations `r` that match a condition: a person joins a group or a house, a page
 * joins the page that invited it.
 */
export async function writeJoined(
  tx: Db,
  where: RawBuilder<unknown>,
  at: RawBuilder<unknown> = sql`now()`,
): Promise<void> {
  await sql`
    insert into activities (model, type, actor_id, object_id, detail, created_at)
    select 'actors.Actor', 'Join', case when turned then page else other end, case when turned then other else page end,
      relation, at
    from (
      select page.id as page, other.id as other, r.relation, ${at} as at,
        r.related_actor_id is not null and page.type = 'person' and other.type <> 'person' as turned
      from relations r left join users u on u.id = r.user_id
        join actors page on page.id = r.actor_id and page.status = 'published' and page.in_directory
        join actors other on other.id = coalesce(r.related_actor_id, u.identity_id)
          and other.status = 'published' and other.in_directory and other.id <> page.id
      where ${reportedRelation} and ${where}
      order by r.id) as joined
    on conflict do nothing`.execute(tx)
}
