import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { type ActivityModel, models } from "../activity.ts"
import { isObjectPublic, isOfShownPage } from "./queries.server.ts"

/**
 * Shows or hides the activities `a` of a single object that match a condition.
 * @param of the models concerned
 */
export async function refreshActivities(
  tx: Db,
  of: readonly ActivityModel[],
  where: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update activities set is_shown = now_is.shown from (
      select a.id, coalesce(${isOfShownPage} and ${isObjectPublic(sql`a.object_id`, of)}, false) as shown
      from activities a where a.object_id is not null and ${isOf("a", of)} and (${where})
    ) as now_is
    where activities.id = now_is.id and activities.is_shown <> now_is.shown`.execute(tx)
}

/**
 * Recounts folded activities: how many of their objects everybody can still see. An activity without any is hidden.
 * @param of the models concerned
 * @param where condition on activities `f` and their parts `p`
 * @param parts condition on parts alone, so that their index is used
 * @param at date of the newest object
 */
export async function recountFolds(
  tx: Db,
  of: readonly ActivityModel[],
  where: RawBuilder<unknown>,
  parts: RawBuilder<unknown> = sql`true`,
  at: Date | null = null,
): Promise<void> {
  await sql`
    with touched as materialized (
      select distinct f.id from activity_parts p join activities f on f.id = p.activity_id
      where (${parts}) and f.day is not null and ${isOf("f", of)} and (${where})),
    -- Materialized: what is asked for twice would be counted twice.
    counted as materialized (
      select a.id, ${isOfShownPage} as of_shown_page,
        (select count(*) from activity_parts p where p.activity_id = a.id and ${isObjectPublic(sql`p.object_id`, of)}) as count
      from activities a where a.id in (select id from touched))
    update activities set count = counted.count, is_shown = counted.count > 0 and counted.of_shown_page,
      created_at = greatest(activities.created_at, ${at}::timestamptz)
    from counted where activities.id = counted.id`.execute(tx)
}

function isOf(line: "a" | "f", of: readonly ActivityModel[]) {
  return of === models ? sql`true` : sql`${sql.ref(line)}.model in (${sql.join(of.map((model) => sql.lit(model)))})`
}

/** Deletes the activities of objects that are deleted for good; folded activities count one less. */
export async function forgetObjects(tx: Db, model: ActivityModel, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const these = sql`${ids}::bigint[]`
  await sql`delete from activities where model = ${model} and object_id = any(${these})`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    delete from activity_parts p using activities f
    where f.id = p.activity_id and f.model = ${model} and p.object_id = any(${these}) returning f.id`.execute(tx)
  const folds = [...new Set(rows.map(({ id }) => id))]
  if (folds.length === 0) return
  await recountFolds(tx, [model], sql`f.id = any(${folds}::bigint[])`, sql`p.activity_id = any(${folds}::bigint[])`)
  await sql`delete from activities f where f.id = any(${folds}::bigint[])
    and not exists (select from activity_parts p where p.activity_id = f.id)`.execute(tx)
}
