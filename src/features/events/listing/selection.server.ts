import { type RawBuilder, sql } from "kysely"
import { isCalled } from "#features/actors/fids/queries.server.ts"
import { distanceFrom } from "#features/places/distance/queries.server.ts"
import type { Db } from "#db/connection.ts"
import { searchWords } from "#db/search-terms.ts"
import {
  candidates,
  estimatedRows,
  estimableConditions,
  localCandidates,
  type EstimatedSizes,
} from "./candidates.server.ts"
import { boundsCondition, isBounded } from "./conditions.server.ts"
import {
  type Condition,
  conditionsOf,
  type EventFilters,
  type Moment,
  type ResolvedFilters,
  hasWords,
  type Span,
  spanOf,
} from "./filters.server.ts"
import { dateArms, walkIndex } from "./walk.server.ts"

/** One row of a list: an event and the date it is shown at. */
export type SelectedEvent = { event_id: number; occurrence_id: number; distance: number | null }

/** A page of a list. `total` is set when it came at no extra cost; `more` tells whether further events follow. */
export type Selection = { selected: SelectedEvent[]; more: boolean; total?: number }

/** Up to this many matches are gathered and sorted; with more, the agenda is walked by date until the page is full. */
const gathered = 1000

/**
 * Selects a page of a list in the order of dates, each event once, at its next date from `from` (or now) on. Running dates come
 * first, since they began first. `past` sorts by the beginning of the last date, newest first; `all` by first date.
 */
export async function selectEvents(
  db: Db,
  filters: EventFilters,
  moment: Moment,
  page: { start: number; limit: number },
): Promise<Selection> {
  const resolved = await resolveFilters(db, filters)
  if (!resolved) return { selected: [], more: false, total: 0 }
  const span = spanOf(filters, moment)
  const conditions = conditionsOf(filters, resolved)

  const sizes = conditions.length > 0 ? await sizesOf(db, filters, resolved, span, conditions) : undefined
  const few = sizes && (await gather(db, filters, fewestOf(sizes, filters, resolved, span, conditions), span, page))
  if (few) return few
  const { rows } = await sql<SelectedEvent>`
    ${placed(filters, walkIndex(filters, span, conditions, page, sizes))}`.execute(db)
  return { selected: rows.slice(0, page.limit), more: rows.length > page.limit }
}

/**
 * Counts the events of a list.
 * @param how `upTo`: stop counting there; `estimate`: the number PostgreSQL expects, read from its statistics alone
 */
export async function countEvents(
  db: Db,
  filters: EventFilters,
  moment: Moment,
  how: { upTo: number } | "estimate" | undefined = undefined,
): Promise<number> {
  const resolved = await resolveFilters(db, filters)
  if (!resolved) return 0
  const span = spanOf(filters, moment)
  const conditions = conditionsOf(filters, resolved)
  // Ignoring the lower bound changes the estimate little: nearly all events that are not over have dates to come.
  if (how === "estimate" && !(span.kind !== "over" && span.to))
    return (await estimatedRows(db, [candidates(filters, span, estimableConditions(conditions))]))[0] ?? 0
  const counted = isBounded(span)
    ? sql.join(dateArms(filters, span, conditions), sql` union all `)
    : candidates(filters, span, conditions)
  if (how === "estimate") return (await estimatedRows(db, [counted]))[0] ?? 0
  const most = how ? sql`limit ${how.upTo}` : sql``
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${counted} ${most}) as counted`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** All events of a list by their ids, and the values that tell whether a calendar file of them is unchanged. */
export type WholeSelection = {
  ids: number[]
  /** Checksum, only for a list longer than `markedFrom`: a short list is quicker to read with everything it depends on. */
  mark: string | null
  changed: Date | null
  /** Publication time of each event, in the order of the ids; only when sorted by newest first. */
  published: string[] | null
}

/** When an event became public: the time of its activity in the feed, or for an imported event its creation time. */
const published = sql`coalesce((select min(created_at) from activities
  where model = 'contents.Event' and object_id = e.id and type = 'Create'), e.created_at)`

/**
 * Selects every event of a list by first or next date, at most `most`, in the order of their ids, or with the newest publication
 * first. The response waits for it, so each table is read once and no dates are read.
 */
export async function selectWholeList(
  db: Db,
  filters: EventFilters,
  moment: Moment,
  { most, markedFrom, isNewestFirst = false }: { most: number; markedFrom: number; isNewestFirst?: boolean },
): Promise<WholeSelection> {
  const resolved = await resolveFilters(db, filters)
  if (!resolved) return { ids: [], mark: null, changed: null, published: null }
  const span = spanOf(filters, moment)
  const dated = isBounded(span)
    ? sql`and exists (select from occurrences where event_id = e.id ${boundsCondition(span)}
          ${span.kind === "next" ? sql`and until_at > ${span.since} and next_from <= ${span.since}` : sql``})`
    : sql``
  // A changed row has a new xmin. The greatest xmin would miss a transaction that began earlier and committed later.
  const versions = (number: string) => sql.raw(`count(*), ' ', sum(hashint8extended(xmin::text::bigint, ${number}))`)
  // The other tables that a calendar file of these events depends on: names, addresses, participants.
  const around = ["actors", "rooms", "locations", "event_organizers", "event_lineup"].map(
    (table) =>
      sql`(select concat(${versions(table === "event_organizers" ? "event_id" : "id")}) from ${sql.table(table)})`,
  )
  const columns = sql`e.id, e.xmin, e.updated_at, ${isNewestFirst ? published : sql`null::timestamptz`} as published_at`
  const order = isNewestFirst ? sql`published_at desc, id desc` : sql`e.id`
  const { rows } = await sql<WholeSelection>`
    with whole as materialized (
      ${localCandidates(filters, span, conditionsOf(filters, resolved), columns)} ${dated} order by ${order} limit ${most})
    select coalesce(json_agg(id), '[]') as ids, max(updated_at) as changed,
      ${isNewestFirst ? sql`coalesce(json_agg(published_at), '[]')` : sql`null`} as published,
      case when count(*) > ${markedFrom} then md5(concat_ws(',', concat(${versions("id")}), ${sql.join(around)})) end as mark
    from whole`.execute(db)
  return rows[0] as WholeSelection
}

/** Looks up the search words and the actor of the filters; undefined when they can match nothing. */
export async function resolveFilters(db: Db, filters: EventFilters): Promise<ResolvedFilters | undefined> {
  const resolved: ResolvedFilters = {}
  if (filters.q) {
    const words = await searchWords(db, filters.q)
    if (!words) return undefined // punctuation alone matches no event
    resolved.words = words
  }
  if (filters.actor) {
    const actor = await db
      .selectFrom("actors")
      .select("id")
      .where(isCalled(filters.actor))
      .where("status", "in", filters.isTeam ? ["published", "archived"] : ["published"])
      .executeTakeFirst()
    if (!actor) return undefined
    resolved.actorId = actor.id
  }
  return resolved
}

/** Returns a page of the gathered matches; undefined when there are so many that walking the agenda is better. */
async function gather(
  db: Db,
  filters: EventFilters,
  found: RawBuilder<unknown> | undefined,
  span: Span,
  page: { start: number; limit: number },
): Promise<Selection | undefined> {
  if (!found) return undefined
  const { rows } = await sql<
    { [Key in keyof SelectedEvent]: SelectedEvent[Key] | null } & { found: number; total: number }
  >`
    ${placed(filters, fromFound(found, span, page))}`.execute(db)
  const counts = rows[0]
  // Statistics can be far off: gathering ends as soon as it finds too many.
  if (!counts || counts.found > gathered) return undefined
  const selected = rows.filter((row): row is typeof row & SelectedEvent => row.event_id !== null)
  return { selected: selected.slice(0, page.limit), more: selected.length > page.limit, total: counts.total }
}

/** Returns SQL for the ids of all matches; undefined when more than `most` are expected. */
export async function matchingIdsIfFew(
  db: Db,
  filters: EventFilters,
  resolved: ResolvedFilters,
  span: Span,
  conditions: Condition[],
  most = gathered,
): Promise<RawBuilder<unknown> | undefined> {
  return fewestOf(await sizesOf(db, filters, resolved, span, conditions), filters, resolved, span, conditions, most)
}

/** Returns the expected sizes of the list, of each of its words alone, of its area, and of the agenda. */
async function sizesOf(
  db: Db,
  filters: EventFilters,
  { words = [] }: ResolvedFilters,
  span: Span,
  conditions: Condition[],
): Promise<EstimatedSizes> {
  const guess = (some: Condition[]) => candidates(filters, span, estimableConditions(some))
  const ofWord = words.length > 1 ? words.map((word) => candidates({}, span, conditionsOf({}, { words: [word] }))) : []
  const ofArea = conditions.filter(({ area }) => area)
  // A person's followed events are few, in any area.
  const isWalkedByArea = ofArea.length > 0 && filters.followedBy === undefined
  const rest = isWalkedByArea ? [guess([]), ...(ofArea.length < conditions.length ? [guess(ofArea)] : [])] : []
  const [inAll = 0, ...others] = await estimatedRows(db, [guess(conditions), ...ofWord, ...rest])
  const [inAgenda, inArea = inAll] = others.slice(ofWord.length)
  return { inAll, ofEach: others.slice(0, ofWord.length), ...(inAgenda === undefined ? {} : { inAgenda, inArea }) }
}

/** Returns SQL for the ids of a list of this size; undefined when it has more than `most`. */
function fewestOf(
  { inAll, ofEach }: EstimatedSizes,
  filters: EventFilters,
  resolved: ResolvedFilters,
  span: Span,
  conditions: Condition[],
  most = gathered,
): RawBuilder<unknown> | undefined {
  const { words = [] } = resolved
  if (inAll > most) return undefined
  const found = candidates(filters, span, conditions)
  const rare = words.filter((_, nth) => (ofEach[nth] ?? 0) <= most)
  if (words.length < 2 || rare.length === 0 || rare.length === words.length) return found
  // The index would collect every event that contains the common word, which may be most of the agenda.
  const byRare = candidates(filters, span, conditionsOf(filters, { ...resolved, words: rare }), sql`e.id, e.search`)
  return sql`select e.id from (${byRare} offset 0) as e where ${hasWords(words, true)}`
}

/** Builds a page of the gathered events, each at its date, in order; one row without an event when the page is empty. */
function fromFound(found: RawBuilder<unknown>, span: Span, page: { start: number; limit: number }) {
  const window =
    span.kind === "next"
      ? sql`until_at > ${span.since} and next_from <= ${span.since} ${boundsCondition(span)} order by starts_at`
      : span.kind === "first"
        ? sql`next_from = '-infinity' ${boundsCondition(span)} order by starts_at`
        : sql`next_from < 'infinity' order by until_at desc, starts_at desc`
  const order = span.kind === "over" ? sql`starts_at desc, event_id desc` : sql`starts_at, event_id`
  return sql`
    with found as materialized (${found} limit ${gathered + 1}),
    dated as materialized (
      select one.* from found cross join lateral (
        select id as occurrence_id, event_id, starts_at from occurrences
        where event_id = found.id and ${window} limit 1) as one),
    shown as (
      select event_id, occurrence_id, row_number() over (order by ${order}) as position
      from (select * from dated order by ${order} limit ${page.limit + 1} offset ${page.start}) as page)
    select shown.*, (select count(*) from found) as found, (select count(*) from dated) as total
    from (values (true)) as always left join shown on true`
}

/** Returns the rows of a page in its order, each with its distance. */
function placed(filters: EventFilters, page: RawBuilder<unknown>) {
  return filters.near
    ? sql`select page.*, ${distanceFrom(filters.near, "e")} as distance from (${page}) as page
        left join events e on e.id = page.event_id order by page.position`
    : sql`select page.*, null::float8 as distance from (${page}) as page order by page.position`
}
