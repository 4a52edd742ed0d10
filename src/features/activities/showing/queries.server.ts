import { type RawBuilder, sql } from "kysely"
import { isOpen } from "#features/documents/access/queries.server.ts"
import { type ActivityModel, models } from "../activity.ts"

// SQL conditions for whether everybody may see an activity, checked both when it is written and when it is read.

/** Condition: the event still is in the state that the activity reports. */
const asSaid = sql`case a.type
  when 'Cancel' then e.status = 'cancelled'
  when 'Join' then exists (select from event_lineup l
    where l.event_id = e.id and l.actor_id = a.actor_id and l.confirmed)
  when 'Announce' then e.place_id = a.actor_id or exists (select from event_organizers eo
    where eo.event_id = e.id and eo.actor_id = a.actor_id and eo.status = 'accepted')
  else true end`

/** Condition: a relation that both pages show to everybody and that the feed reports. Ownership is not reported. */
export const reportedRelation = sql`(r.status = 'accepted' and r.is_visible and r.relation in ('member', 'partner', 'group'))`

/** For each model, the condition that the object of activity `a` is public. */
const whenThere: Record<ActivityModel, (object: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  "contents.Event": (object) => sql`exists (select from events e where e.id = ${object} and e.listed and ${asSaid})`,
  "actors.Actor": (object) => sql`exists (select from actors o
      where o.id = ${object} and o.status = 'published' and o.in_directory)
    and (a.type <> 'Join' or exists (select from relations r left join users u on u.id = r.user_id
      where ${reportedRelation} and r.relation = a.detail and (
        (r.actor_id = ${object} and coalesce(r.related_actor_id, u.identity_id) = a.actor_id)
        or (r.actor_id = a.actor_id and r.related_actor_id = ${object}))))`,
  "documents.Document": (object) => sql`exists (select from documents d
    where d.id = ${object} and d.visibility = 'public' and ${isOpen("d")}
      and not exists (select from event_images i where i.document_id = d.id)
      and not exists (select from actors f where f.id = d.actor_id and d.id in (f.avatar_id, f.banner_id)))`,
  "links.Link": (object) => sql`exists (select from links l where l.id = ${object} and l.actor_id = a.actor_id)`,
  "fediverse.Identity": (object) => sql`exists (select from identities i join users u on u.id = i.user_id
    where i.id = ${object} and i.state = 'verified' and u.identity_id = a.actor_id)`,
}

/**
 * Condition: the object of activity `a` is public. Pictures of a page or an event are part of it and not news.
 * @param of the models that the object can have: each of them adds to the query plan; all five cost 10 ms
 */
export const isObjectPublic = (
  object: RawBuilder<unknown>,
  of: readonly ActivityModel[] = models,
) => sql<boolean>`case a.model
  ${sql.join(
    of.map((model) => sql`when ${sql.lit(model)} then ${whenThere[model](object)}`),
    sql` `,
  )} end`

/**
 * Condition: the page of activity `a` is public. Pages that asked to be left out of the directory appear in the feed only
 * with the events they publish.
 */
export const isOfShownPage = sql<boolean>`(a.actor_id is null or exists (select from actors p
  where p.id = a.actor_id and p.status = 'published' and (p.in_directory or a.model = 'contents.Event')))`

/** Number of events of an import among which the next one is looked for: a large import may hold a whole past. */
const mostCompared = 1000

/** SQL of the event of a folded activity `a` that begins next, those that are running last. */
const nextEvent = sql`(
  select e.id from (
      select object_id from activity_parts where activity_id = a.id order by object_id limit ${mostCompared}) as p
    join events e on e.id = p.object_id and e.last_until > now()
    cross join lateral (select starts_at from occurrences
      where event_id = e.id and until_at > now() and next_from <= now() order by starts_at limit 1) as next
  where e.listed and ${asSaid}
  order by next.starts_at <= now(), next.starts_at, e.id limit 1)`

/** SQL of an object of activity `a` that everybody can see: of several events the next one, otherwise the first object. */
export const shownObject = sql<number | null>`case
  when a.object_id is not null then case when ${isObjectPublic(sql`a.object_id`)} then a.object_id end
  else coalesce(case when a.model = 'contents.Event' then ${nextEvent} end, (select p.object_id from activity_parts p
    where p.activity_id = a.id and ${isObjectPublic(sql`p.object_id`)} order by p.object_id limit 1)) end`
