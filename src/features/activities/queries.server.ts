import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { isoAt } from "#lib/time.ts"
import type { Activity, ActivityModel, ActivityType } from "./activity.ts"
import { objectsOf, type Site } from "./objects/queries.server.ts"
import {
  countOfPages,
  exactCountLimit,
  type Filters,
  type PageScope,
  select,
  type Selection,
} from "./selecting/queries.server.ts"
import { isOfShownPage, shownObject } from "./showing/queries.server.ts"

/** A page of activities with the total: exact up to a thousand, above that it may be an estimate. */
export type ActivityList = { activities: Activity[]; more: boolean } & Total
export type Total = { total: number; isEstimate: boolean }
/** Counts the activities that match the filters; there are at least `least`. */
export type ActivityCounter = (db: Db, filters: Filters, least: number) => Promise<Total>

/**
 * Lists activities, newest first, optionally only those of pages that the viewer follows or manages. Activities whose object
 * can no longer be seen are left out, even if their row still says `is_shown`.
 */
export async function listActivities(
  db: Db,
  viewer: Viewer,
  filters: Filters,
  site: Site,
  page: { start: number; limit: number },
  count: ActivityCounter,
  among?: PageScope,
): Promise<ActivityList> {
  const selection = await select(db, filters, page, among)
  const [activities, total] = await Promise.all([
    selection.ids.length === 0 ? [] : read(db, viewer, selection.ids, site),
    totalOf(db, filters, page, selection, count, among),
  ])
  return { activities, more: selection.more, ...total }
}

async function totalOf(
  db: Db,
  filters: Filters,
  { start }: { start: number },
  { ids, more, total }: Selection,
  count: ActivityCounter,
  among: PageScope | undefined,
): Promise<Total> {
  if (total !== undefined) return { total, isEstimate: false }
  const seen = start + ids.length
  if (!more && (ids.length > 0 || start === 0)) return { total: seen, isEstimate: false }
  const least = more ? seen + 1 : 0
  // Counting all matches of a frequent word would take too long.
  if (filters.q) return { total: least, isEstimate: true }
  if (!among) return count(db, filters, least)
  const few = await countOfPages(db, filters, among, exactCountLimit + 1)
  return { total: Math.max(few, least), isEstimate: few > exactCountLimit }
}

type Row = {
  id: number
  model: ActivityModel
  type: ActivityType
  detail: Activity["detail"]
  count: number
  actor_id: number | null
  object_id: number | null
  created_at: Date
}

async function read(db: Db, viewer: Viewer, ids: number[], site: Site): Promise<Activity[]> {
  const these: RawBuilder<unknown> = sql`${ids}::bigint[]`
  const { rows } = await sql<Row>`
    select a.id, a.model, a.type, a.detail, a.count, a.actor_id, a.created_at, ${shownObject} as object_id
    from unnest(${these}) with ordinality as chosen(id, position) join activities a on a.id = chosen.id
    where ${isOfShownPage} order by chosen.position`.execute(db)
  const objects = await objectsOf(db, viewer, rows, site)
  return rows.flatMap((row): Activity[] => {
    const object = row.object_id === null ? undefined : objects.get(row.model, row.object_id)
    const actor = row.actor_id === null ? null : objects.get("actors.Actor", row.actor_id)
    // The object disappeared after the activity was selected.
    if (!object || actor === undefined) return []
    const { id, model, type, detail, count } = row
    return [
      { id, type, model, actor, object, detail, count, created: isoAt(row.created_at, site.timezone) } as Activity,
    ]
  })
}
