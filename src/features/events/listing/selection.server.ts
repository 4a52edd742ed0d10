import { type RawBuilder, sql } from "kysely"
import { distanceFrom } from "#features/places/distance/queries.server.ts"
import type { Db } from "#db/connection.ts"
import { searchWords } from "#db/search-terms.ts"
import { and, before, ofCategory, over } from "./conditions.server.ts"
import { pastOfBoth, remoteArm, remoteCandidates } from "./elsewhere.server.ts"
import {
  type Condition,
  conditionsOf,
  type EventFilters,
  type Moment,
  type Resolved,
  says,
  type Span,
  spanOf,
} from "./filters.server.ts"

/** One line of a list: an event, and the date it stands there for. */
export type Selected = { event_id: number; occurrence_id: number; distance: number | null }

/** A page of a list. `total` is there when it came for free; `more` says whether something follows. */
export type Selection = { selected: Selected[]; more: boolean; total?: number }

/** Up to so many matches are gathered and put in order; with more, the agenda is walked by date until the page is full. */
const gathered = 1000

/**
 * The events of a list in the order of their dates, each once, at its next date from `from` (or now) on: the dates
 * running then come first, as they began first. `past` is by the last date, newest first; `all` by the first date.
 */
export async function selectEvents(
  db: Db,
  filters: EventFilters,
  moment: Moment,
  page: { start: number; limit: number },
): Promise<Selection> {
  const resolved = await resolve(db, filters)
  if (!resolved) return { selected: [], more: false, total: 0 }
  const span = spanOf(filters, moment)
  const conditions = conditionsOf(filters, resolved)

  const few = await gather(db, filters, resolved, span, conditions, page)
  if (few) return few
  const { rows } = await sql<Selected>`${placed(filters, walk(filters, span, conditions, page))}`.execute(db)
  return { selected: rows.slice(0, page.limit), more: rows.length > page.limit }
}

/**
 * How many events a list has in all.
 * @param how `upTo`: counting ends there; `estimate`: how many PostgreSQL expects, read from its statistics alone
 */
export async function countEvents(
  db: Db,
  filters: EventFilters,
  moment: Moment,
  how: { upTo: number } | "estimate" | undefined = undefined,
): Promise<number> {
  const resolved = await resolve(db, filters)
  if (!resolved) return 0
  const span = spanOf(filters, moment)
  const conditions = conditionsOf(filters, resolved)
  const counted =
    span.kind !== "over" && span.to
      ? sql.join(arms(filters, span, conditions), sql` union all `)
      : candidates(filters, span, conditions)
  if (how === "estimate") return (await expected(db, [counted]))[0] ?? 0
  const most = how ? sql`limit ${how.upTo}` : sql``
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${counted} ${most}) as counted`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** All events of a list by their ids, and what tells whether a calendar of them says the same as before. */
export type Whole = {
  ids: number[]
  /** Of a list that is longer than was asked: reading all that it depends on is nothing for a short one. */
  mark: string | null
  changed: Date | null
  /** When each became public, in the order of the ids; only where the newest come first. */
  published: string[] | null
}

/** Of events that came one by one the feed knows when they became public; of imported ones it is when they were made. */
const published = sql`coalesce((select min(created_at) from activities
  where model = 'contents.Event' and object_id = e.id and type = 'Create'), e.created_at)`

/**
 * Every event of a list by first or next date, at most `most`, in the order of their ids, or with what became public last
 * first. Nothing is answered before this is known, so each table is read once and no date is looked at.
 */
export async function selectWhole(
  db: Db,
  filters: EventFilters,
  moment: Moment,
  { most, markedFrom, isNewestFirst = false }: { most: number; markedFrom: number; isNewestFirst?: boolean },
): Promise<Whole> {
  const resolved = await resolve(db, filters)
  if (!resolved) return { ids: [], mark: null, changed: null, published: null }
  const span = spanOf(filters, moment)
  const dated =
    span.kind !== "over" && span.to
      ? sql`and exists (select from occurrences where event_id = e.id ${before(span.to)}
          ${span.kind === "next" ? sql`and until_at > ${span.since} and next_from <= ${span.since}` : sql``})`
      : sql``
  // A row that changed has a new xmin; the greatest would hide one that was begun earlier and committed later.
  const versions = (number: string) => sql.raw(`count(*), ' ', sum(hashint8extended(xmin::text::bigint, ${number}))`)
  // What else a calendar says of its events: names, addresses, who takes part.
  const around = ["actors", "rooms", "locations", "event_organizers", "event_lineup"].map(
    (table) =>
      sql`(select concat(${versions(table === "event_organizers" ? "event_id" : "id")}) from ${sql.table(table)})`,
  )
  const columns = sql`e.id, e.xmin, e.updated_at, ${isNewestFirst ? published : sql`null::timestamptz`} as published_at`
  const order = isNewestFirst ? sql`published_at desc, id desc` : sql`e.id`
  const { rows } = await sql<Whole>`
    with whole as materialized (
      ${ownCandidates(filters, span, conditionsOf(filters, resolved), columns)} ${dated} order by ${order} limit ${most})
    select coalesce(json_agg(id), '[]') as ids, max(updated_at) as changed,
      ${isNewestFirst ? sql`coalesce(json_agg(published_at), '[]')` : sql`null`} as published,
      case when count(*) > ${markedFrom} then md5(concat_ws(',', concat(${versions("id")}), ${sql.join(around)})) end as mark
    from whole`.execute(db)
  return rows[0] as Whole
}

/** The words and the page that are meant; undefined when nothing can be meant by them. */
export async function resolve(db: Db, filters: EventFilters): Promise<Resolved | undefined> {
  const resolved: Resolved = {}
  if (filters.q) {
    const words = await searchWords(db, filters.q)
    if (!words) return undefined // nothing but punctuation: nothing is called that
    resolved.words = words
  }
  if (filters.actor) {
    const actor = await db
      .selectFrom("actors")
      .select("id")
      .where("fid", "=", filters.actor)
      .where("status", "<>", "draft")
      .executeTakeFirst()
    if (!actor) return undefined
    resolved.actorId = actor.id
  }
  return resolved
}

/** A page of all that matches, when that is not much; undefined when the agenda is better walked. */
async function gather(
  db: Db,
  filters: EventFilters,
  resolved: Resolved,
  span: Span,
  conditions: Condition[],
  page: { start: number; limit: number },
): Promise<Selection | undefined> {
  if (conditions.length === 0) return undefined
  const found = await fewest(db, filters, resolved, span, conditions)
  if (!found) return undefined
  const { rows } = await sql<{ [Key in keyof Selected]: Selected[Key] | null } & { found: number; total: number }>`
    ${placed(filters, fromFound(found, span, page))}`.execute(db)
  const counts = rows[0]
  // Statistics can be far off: gathering stops as soon as it proves to be too much.
  if (!counts || counts.found > gathered) return undefined
  const selected = rows.filter((row): row is typeof row & Selected => row.event_id !== null)
  return { selected: selected.slice(0, page.limit), more: selected.length > page.limit, total: counts.total }
}

/** How to find the ids of all that matches; undefined when more than `most` are expected. */
export async function fewest(
  db: Db,
  filters: EventFilters,
  resolved: Resolved,
  span: Span,
  conditions: Condition[],
  most = gathered,
): Promise<RawBuilder<unknown> | undefined> {
  const { words = [] } = resolved
  const found = candidates(filters, span, conditions)
  const ofWord = words.map((word) => candidates({}, span, conditionsOf({}, { words: [word] })))
  const [inAll = 0, ...ofEach] = await expected(db, words.length > 1 ? [found, ...ofWord] : [found])
  if (inAll > most) return undefined
  const rare = words.filter((_, nth) => (ofEach[nth] ?? 0) <= most)
  if (words.length < 2 || rare.length === 0 || rare.length === words.length) return found
  // The index would put together all that begins with the common word, which may be most of the agenda.
  const byRare = candidates(filters, span, conditionsOf(filters, { ...resolved, words: rare }), sql`e.id, e.search`)
  return sql`select e.id from (${byRare} offset 0) as e where ${says(words, true)}`
}

/** How many rows PostgreSQL expects of each of these, read from its statistics alone. */
async function expected(db: Db, queries: RawBuilder<unknown>[]): Promise<number[]> {
  const named = queries.map((query, nth) => sql`${sql.ref(`of_${nth}`)} as materialized (${query})`)
  const counts = queries.map((_, nth) => sql`(select count(*) from ${sql.table(`of_${nth}`)})`)
  const { rows } = await sql<{ "QUERY PLAN": { Plan: Planned }[] }>`
    explain (format json) with ${sql.join(named)} select ${sql.join(counts)}`.execute(db)
  const plans = rows[0]?.["QUERY PLAN"][0]?.Plan.Plans ?? []
  return queries.map((_, nth) => plans.find((plan) => plan["Subplan Name"] === `CTE of_${nth}`)?.["Plan Rows"] ?? 0)
}

type Planned = { "Plan Rows": number; "Subplan Name"?: string; Plans?: Planned[] }

/** The events that match, by their own columns. Without `to`, these are exactly those of the list. */
function candidates(filters: EventFilters, span: Span, conditions: Condition[], columns = sql`e.id`) {
  const here = ownCandidates(filters, span, conditions, columns)
  const elsewhere = remoteCandidates(filters, span, conditions, columns)
  return elsewhere ? sql`${here} union all ${elsewhere}` : here
}

/** Of those, what everybody sees. */
function ownCandidates(filters: EventFilters, span: Span, conditions: Condition[], columns: RawBuilder<unknown>) {
  const all = conditions.map((condition) => condition.found)
  if (span.kind === "next") all.push(sql`e.last_until > ${span.since}`)
  if (span.kind === "over") all.push(over(span, sql`e`))
  return sql`select ${columns} from events e where e.listed ${ofCategory(filters, sql`e.category`)} ${and(all)}`
}

/** A page of gathered events: each at its date, all of them ordered; one row without an event when it is empty. */
function fromFound(found: RawBuilder<unknown>, span: Span, page: { start: number; limit: number }) {
  const window =
    span.kind === "next"
      ? sql`until_at > ${span.since} and next_from <= ${span.since} ${before(span.to)} order by starts_at`
      : span.kind === "first"
        ? sql`next_from = '-infinity' ${before(span.to)} order by starts_at`
        : sql`next_from < 'infinity' order by until_at desc, starts_at desc`
  const order = span.kind === "over" ? sql`until_at desc, event_id desc` : sql`starts_at, event_id`
  return sql`
    with found as materialized (${found} limit ${gathered + 1}),
    dated as materialized (
      select one.* from found cross join lateral (
        select id as occurrence_id, event_id, starts_at, until_at from occurrences
        where event_id = found.id and ${window} limit 1) as one),
    shown as (
      select event_id, occurrence_id, row_number() over (order by ${order}) as position
      from (select * from dated order by ${order} limit ${page.limit + 1} offset ${page.start}) as page)
    select shown.*, (select count(*) from found) as found, (select count(*) from dated) as total
    from (values (true)) as always left join shown on true`
}

/** The rows of a page in its order, with how far away each is. */
function placed(filters: EventFilters, page: RawBuilder<unknown>) {
  return filters.near
    ? sql`select page.*, ${distanceFrom(filters.near, "e")} as distance from (${page}) as page
        left join events e on e.id = page.event_id order by page.position`
    : sql`select page.*, null::float8 as distance from (${page}) as page order by page.position`
}

/** A page by walking an index in the order of the list, each event being checked as it comes. */
function walk(filters: EventFilters, span: Span, conditions: Condition[], page: { start: number; limit: number }) {
  const matches = checked(conditions)
  const most = page.start + page.limit + 1
  if (span.kind === "over") {
    if (filters.followedBy !== undefined) return pastOfBoth(filters, span, conditions, matches(sql`p.id`), page)
    return sql`
      select past.id as event_id, last.id as occurrence_id, past.position
      from (select p.id, row_number() over (order by p.last_until desc, p.id desc) as position from events p
        where p.listed and ${over(span, sql`p`)} ${ofCategory(filters, sql`p.category`)} ${matches(sql`p.id`)}
        order by p.last_until desc, p.id desc limit ${page.limit + 1} offset ${page.start}) as past
      cross join lateral (select id from occurrences where event_id = past.id and next_from < 'infinity'
        order by until_at desc, starts_at desc limit 1) as last`
  }
  const parts = arms(filters, span, conditions).map((arm) => sql`(${arm} order by starts_at, event_id limit ${most})`)
  // Numbered once they are few: whatever reads all rows of an arm checks dates that no page needs.
  return sql`
    select event_id, occurrence_id, row_number() over (order by starts_at, event_id) as position
    from (select * from (${sql.join(parts, sql` union all `)}) as dated
      order by starts_at, event_id limit ${page.limit + 1} offset ${page.start}) as page`
}

/** The dates a list is made of: each arm is served by one index, in the order of the list but for what runs already. */
function arms(filters: EventFilters, span: Exclude<Span, { kind: "over" }>, conditions: Condition[]) {
  const matches = checked(conditions)
  const elsewhere = remoteArm(filters, span, conditions)
  const ours = ownArms(filters, span, matches)
  return elsewhere ? [...ours, elsewhere] : ours
}

function ownArms(
  filters: EventFilters,
  span: Exclude<Span, { kind: "over" }>,
  matches: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  const columns = sql`select o.event_id, o.id as occurrence_id, o.starts_at from occurrences o where o.listed`
  const rest = sql`${before(span.to)} ${matches(sql`o.event_id`)}`
  const each = filters.category?.length
    ? [...new Set(filters.category)].map((one) => sql`and o.category = ${one}`)
    : [sql``]
  if (span.kind === "first")
    return each.map((category) => sql`${columns} ${category} and o.next_from = '-infinity' ${rest}`)
  const { since } = span
  // All that runs at one moment is not much; `offset 0`, lest the planner walk the whole past in order to find it. In
  // order before it is checked, so that checking ends with the page.
  const running = sql`select o.event_id, o.id as occurrence_id, o.starts_at from (
      select event_id, id, starts_at, until_at, next_from, category from occurrences
      where listed and tstzrange(starts_at, until_at) @> ${since}::timestamptz order by starts_at, event_id offset 0) as o
    where o.starts_at < ${since} and o.next_from <= ${since} ${ofCategory(filters, sql`o.category`)} ${rest}`
  return [
    running,
    ...each.map(
      (category) => sql`${columns} ${category} and o.starts_at >= ${since} and o.next_from <= ${since} ${rest}`,
    ),
  ]
}

/**
 * A check of one event by its id. `offset 0` keeps the planner from turning the walk inside out: it would gather every
 * match of a common word before the first date.
 */
export function checked(conditions: Condition[]) {
  if (conditions.length === 0) return () => sql``
  const all = and(conditions.map((condition) => condition.holds))
  return (id: RawBuilder<unknown>) => sql`and exists (select from events e where e.id = ${id} ${all} offset 0)`
}
