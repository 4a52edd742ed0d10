import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { isoAt } from "#lib/time.ts"
import type { Activity, ActivityModel, ActivityType } from "./activity.ts"
import { objectsOf, type Site } from "./objects/queries.server.ts"
import {
  type Among,
  countAmong,
  countedAtOnce,
  type Filters,
  select,
  type Selection,
} from "./selecting/queries.server.ts"
import { isOfShownPage, shownObject } from "./showing/queries.server.ts"

/** A page of activities, and how many there are in all: exactly up to a thousand, above it may be an estimate. */
export type ActivityList = { activities: Activity[]; more: boolean } & Total
export type Total = { total: number; isEstimate: boolean }
/** Says how many there are that fit; `least` are known. */
export type ActivityCounter = (db: Db, filters: Filters, least: number) => Promise<Total>

/**
 * What has become public, newest first; of those whose page the viewer follows or works on when that is asked. What cannot
 * be seen any more is left out, whatever its line says of itself.
 */
export async function listActivities(
  db: Db,
  viewer: Viewer,
  filters: Filters,
  site: Site,
  page: { start: number; limit: number },
  count: ActivityCounter,
  among?: Among,
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
  among: Among | undefined,
): Promise<Total> {
  if (total !== undefined) return { total, isEstimate: false }
  const seen = start + ids.length
  if (!more && (ids.length > 0 || start === 0)) return { total: seen, isEstimate: false }
  const least = more ? seen + 1 : 0
  // A word that is everywhere: how many it is nobody counts.
  if (filters.q) return { total: least, isEstimate: true }
  if (!among) return count(db, filters, least)
  const few = await countAmong(db, filters, among, countedAtOnce + 1)
  return { total: Math.max(few, least), isEstimate: few > countedAtOnce }
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
    // Gone since it was chosen.
    if (!object || actor === undefined) return []
    const { id, model, type, detail, count } = row
    return [
      { id, type, model, actor, object, detail, count, created: isoAt(row.created_at, site.timezone) } as Activity,
    ]
  })
}
