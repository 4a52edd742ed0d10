import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { joiningOf } from "../attendance/joining/queries.server.ts"
import { hasPage } from "../elsewhere/queries.server.ts"
import type { Event } from "../event.ts"
import { eventFrom, eventRows, type Site } from "../reading.server.ts"

type Chosen = { event_id: number; occurrence_id: number; value: "interested" | "confirmed"; total: number }

/**
 * Lists the events the viewer attends or is interested in, each answer at its date. An answer for all dates is listed at the next
 * date without an answer of its own; at the last one, once all are over. Declined events are no outings.
 */
export async function listOutings(
  db: Db,
  viewer: SignedIn,
  when: "coming" | "past",
  page: { start: number; limit: number },
  site: Site,
): Promise<{ outings: Event[]; total: number }> {
  const now = new Date()
  const isComing = when === "coming"
  const order = isComing
    ? sql`starts_at, event_id, occurrence_id`
    : sql`starts_at desc, event_id desc, occurrence_id desc`
  const { rows: found } = await sql<Chosen | (Record<keyof Chosen, null> & { total: number })>`
    with mine as (
      select t.event_id, t.occurrence_id, t.value
      from attendances t join events e on e.id = t.event_id
        -- Also what is held on another server, which not everybody here sees.
        and ${hasPage}
      where t.user_id = ${viewer.userId}),
    dated as (
      select mine.event_id, o.id as occurrence_id, mine.value, o.starts_at, o.until_at
      from mine join occurrences o on o.id = mine.occurrence_id
      union all
      select mine.event_id, o.id, mine.value, o.starts_at, o.until_at
      from mine cross join lateral (
        select id, starts_at, until_at from occurrences o
        where o.event_id = mine.event_id
          and not exists (select from mine as own where own.occurrence_id = o.id)
        order by (until_at > ${now}) desc, status = 'cancelled', case when until_at > ${now} then starts_at end,
          starts_at desc limit 1) as o
      where mine.occurrence_id is null),
    wanted as materialized (
      select * from dated
      where value <> 'declined' and ${isComing ? sql`until_at > ${now}` : sql`until_at <= ${now}`}),
    page as (select * from wanted order by ${order} limit ${page.limit} offset ${page.start})
    select page.event_id, page.occurrence_id, page.value, (select count(*) from wanted)::int as total
    from (values (true)) as always left join page on true order by ${order}`.execute(db)
  const chosen = found.filter((row): row is Chosen => row.event_id !== null)
  const total = found[0]?.total ?? 0
  if (chosen.length === 0) return { outings: [], total }
  const { rows } = await eventRows(
    sql`select event_id, occurrence_id, position, null::float8 as distance from unnest(
      ${chosen.map((one) => one.event_id)}::bigint[], ${chosen.map((one) => one.occurrence_id)}::bigint[])
      with ordinality as chosen(event_id, occurrence_id, position)`,
    { dates: 1, whole: false },
  ).execute(db)
  // An event appears once for each answered date.
  const answers = new Map(chosen.map((one) => [one.occurrence_id, one.value]))
  const joining = await joiningOf(
    db,
    viewer,
    chosen.map((one) => one.event_id),
  )
  const outings = rows.map((row) => ({
    ...eventFrom(row, site, now),
    ...(joining.has(row.id) ? { joining: joining.get(row.id) } : {}),
    my_attendance: answers.get(row.occurrence_id ?? 0) ?? null,
  }))
  return { outings, total }
}
