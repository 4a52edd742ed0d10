import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { searchTerms } from "#db/search-terms.ts"
import { type ActivityModel, type ActivityType, activityTypes, models } from "../activity.ts"

export type Filters = {
  q?: string | undefined
  models?: readonly ActivityModel[] | undefined
  types?: readonly ActivityType[] | undefined
}
/** Restricts a list to the pages that a user follows or manages; without it, all activities are listed. */
export type PageScope = { followedBy: number } | { managedBy: number }
type Page = { start: number; limit: number }

/** A search looks first through this many of the newest activities: a frequent word is found there often enough. */
const window = 1000
/** Most pages and objects that a search for a rarer word finds in each index. */
const mostFound = { pages: 200, events: 2000, documents: 500 }
/** Largest count that a list waits for: a larger one is counted in the background and may be a minute old (counting). */
export const exactCountLimit = 1000

/** The ids of a page of the list, and the total where the query returned it. */
export type Selection = { ids: number[]; more: boolean; total?: number }

/** Selects the ids of a page of the list, newest first, and whether more follow. */
export async function select(db: Db, filters: Filters, { start, limit }: Page, among?: PageScope): Promise<Selection> {
  const wanted = start + limit + 1
  const page = (rows: readonly { id: number }[]) => ({
    ids: rows.slice(0, limit).map(({ id }) => id),
    more: rows.length > limit,
  })
  if (!filters.q) {
    const rows = newest(filters, among, wanted)
    const { rows: found } = await sql<{ id: number }>`
      select id from (${rows}) as a order by created_at desc, id desc limit ${limit + 1} offset ${start}`.execute(db)
    return page(found)
  }
  const terms = await termsOf(db, filters.q)
  if (!terms) return { ...page([]), total: 0 }
  const near = await sql<{ id: number }>`
    select a.id from (
      select * from (${newest(filters, among, window)}) as of_each order by created_at desc, id desc limit ${window}
    ) as recent join activities a on a.id = recent.id
    where ${saysSo(terms)} order by a.created_at desc, a.id desc limit ${wanted}`.execute(db)
  if (near.rows.length === wanted) return page(near.rows.slice(start))
  const { rows: far } = await sql<{ id: number; total: number }>`
    with found as materialized (
      select a.id, a.created_at from activities a
      where a.id in (${named(terms)} union all select unnest(${near.rows.map(({ id }) => id)}::bigint[]))
        and a.is_shown and ${ofKinds(filters)} and ${ofThose(among)})
    select page.id, (select count(*)::int from found) as total
    from (select 1) as once left join (
      select * from found order by created_at desc, id desc limit ${limit + 1} offset ${start}) as page on true
    order by page.created_at desc, page.id desc`.execute(db)
  return { ...page(far.filter(({ id }) => id !== null)), total: far[0]?.total ?? 0 }
}

/** Counts the matching activities of these pages, up to `upTo`. */
export async function countOfPages(db: Db, filters: Filters, among: PageScope, upTo: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from (${newest(filters, among, upTo)}) as each limit ${upTo}) as few`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Counts the matching activities, up to `upTo`. */
export async function countActivities(db: Db, filters: Filters, upTo?: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from activities a where a.is_shown and ${ofKinds(filters)}
      ${upTo === undefined ? sql`` : sql`limit ${upTo}`}) as few`.execute(db)
  return rows[0]?.count ?? 0
}

/** SQL of the newest `wanted` activities (id, created_at): read from the index of each model and type when these are rare. */
function newest(filters: Filters, among: PageScope | undefined, wanted: number): RawBuilder<unknown> {
  const order = sql`order by a.created_at desc, a.id desc limit ${wanted}`
  if (among)
    return sql`select few.id, few.created_at from (${pagesOf(among)}) as mine(actor_id) cross join lateral (
      select a.id, a.created_at from activities a
      where a.actor_id = mine.actor_id and a.is_shown and ${ofKinds(filters)} ${order}) as few`
  const isMost = includes(filters.models, "contents.Event") && includes(filters.types, "Create")
  if (isMost) return sql`select a.id, a.created_at from activities a where a.is_shown and ${ofKinds(filters)} ${order}`
  return sql`select few.id, few.created_at
    from unnest(${filters.models ?? models}::text[]) as of_model, unnest(${filters.types ?? activityTypes}::text[]) as of_type
    cross join lateral (
      select a.id, a.created_at from activities a
      where a.is_shown and a.model = of_model and a.type = of_type ${order}) as few`
}

function includes<Value>(some: readonly Value[] | undefined, one: Value) {
  return some === undefined || some.includes(one)
}

function ofKinds({ models, types }: Filters) {
  return sql`(${models ? sql`a.model = any(${models}::text[])` : sql`true`}
    and ${types ? sql`a.type = any(${types}::text[])` : sql`true`})`
}

function pagesOf(among: PageScope) {
  return "followedBy" in among
    ? sql`select f.actor_id from follows f where f.user_id = ${among.followedBy}`
    : sql`select distinct r.actor_id from relations r where r.user_id = ${among.managedBy} and r.status = 'accepted'
        and r.relation in ('owner', 'member', 'assistant')`
}

function ofThose(among: PageScope | undefined) {
  return among ? sql`a.actor_id in (${pagesOf(among)})` : sql`true`
}

/** The search terms for each text index; objects without an index are searched for `text` as a substring. */
type Terms = { events: RawBuilder<unknown>; pages: RawBuilder<unknown>; words: RawBuilder<unknown>; text: string }

async function termsOf(db: Db, q: string): Promise<Terms | undefined> {
  const [events, pages] = await Promise.all([searchTerms(db, q), searchTerms(db, q, "actor")])
  if (!events || !pages) return undefined
  const words = sql`to_tsquery('simple', (select string_agg(
    '''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || ''':*', ' & ')
    from unnest(tsvector_to_array(search_document(${q}))) word))`
  return { events: sql`to_tsquery('simple', ${events})`, pages: sql`to_tsquery('simple', ${pages})`, words, text: q }
}

/** Condition: activity `a` matches the search by its page or its object. Imported events are found by their page only. */
function saysSo({ events, pages, words, text }: Terms) {
  const things = sql`(select a.object_id where a.object_id is not null
    union all select p.object_id from activity_parts p where p.activity_id = a.id) as thing(id)`
  const holds = (one: RawBuilder<unknown>) => sql`strpos(plain(${one}), plain(${text})) > 0`
  return sql`(
    exists (select from actors o where o.search @@ ${pages}
      and o.id in (a.actor_id, case when a.model = 'actors.Actor' then a.object_id end))
    or case a.model
      when 'contents.Event' then exists (select from events e where e.id = a.object_id and e.search @@ ${events})
      when 'documents.Document' then exists (select from ${things} join documents d on d.id = thing.id
        where d.search @@ ${words})
      when 'links.Link' then exists (select from ${things} join links l on l.id = thing.id
        where ${holds(sql`concat_ws(' ', l.label, l.url)`)})
      when 'fediverse.Identity' then exists (select from identities i
        where i.id = a.object_id and ${holds(sql`concat_ws(' ', i.handle, i.url)`)})
      else false end)`
}

/** SQL of the ids of activities whose page or object matches the search, found through the indexes of those tables. */
function named({ events, pages, words }: Terms) {
  const someone = sql`select id from actors where status = 'published' and search @@ ${pages} limit ${mostFound.pages}`
  // Looked up one at a time: otherwise all activities of a large network would be read.
  const about = (model: ActivityModel, found: RawBuilder<unknown>) => sql`
    select b.id from (${found}) as found cross join lateral (
      select id from activities b where b.model = ${model} and b.object_id = found.id offset 0) as b`
  return sql`
    select b.id from activities b where b.actor_id in (${someone})
    union all ${about("actors.Actor", someone)}
    union all ${about(
      "contents.Event",
      sql`select id from events where listed and search @@ ${events} limit ${mostFound.events}`,
    )}
    union all select p.id from (
      select id from documents where visibility = 'public' and search @@ ${words} limit ${mostFound.documents}) as found
    cross join lateral (
      select b.id from activity_parts p join activities b on b.id = p.activity_id and b.model = 'documents.Document'
      where p.object_id = found.id offset 0) as p`
}
