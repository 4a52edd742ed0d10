import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { ActivityDetail, ActivityModel, ActivityType } from "./activity.ts"
import { toldRelation } from "./showing/queries.server.ts"

// The rows of activities, written as they are given (actor_id, object_id, at): whoever gives them knows that they are public.

/** The page that speaks for an event: the first of its hosts that everybody sees. */
export const hostOf = (event: string) => sql`(
  select eo.actor_id from event_organizers eo join actors host on host.id = eo.actor_id and host.status = 'published'
  where eo.event_id = ${sql.ref(event)}.id and eo.status = 'accepted' order by eo.position limit 1)`

/** A line for each thing that has none yet. */
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

/** A line that takes the place of what was said of the same thing before. */
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

/** A page speaks for itself. */
const byItself = (model: ActivityModel) => (model === "actors.Actor" ? sql`given.object_id` : sql`given.actor_id`)

/**
 * One line for each page and day. What many bring at once waits for nobody: the line is counted afterwards. Says whether
 * there was anything new.
 * @param options.isNew what was made just now has no line yet, and is not looked for
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

/** That a page which an event names agreed to it: it joins the line-up, or announces what it is a part of. */
export async function writeConfirmed(tx: Db, event: number, fid: string, part: ActivityDetail): Promise<void> {
  const type: ActivityType = part === "performer" ? "Join" : "Announce"
  await sql`
    insert into activities (model, type, actor_id, object_id, detail)
    select 'contents.Event', ${type}, o.id, e.id, ${part} from events e, actors o
    where e.id = ${event} and e.listed and o.fid = ${fid} and o.status = 'published'
    on conflict do nothing`.execute(tx)
}

/**
 * That one page joined another, of relations `r` that fit a condition: a person their group or their house, a page the one
 * that invited it.
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
      where ${toldRelation} and ${where}
      order by r.id) as joined
    on conflict do nothing`.execute(tx)
}
