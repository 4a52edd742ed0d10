import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { graceSeconds } from "#features/notices/notice.ts"
import { addDays, instantOf } from "#lib/time.ts"
import type { Filters, Frequency } from "../newsletter.ts"
import { daysOf } from "../schedule.ts"
import { chooseDates, type ChosenDates, coveredFollows } from "../selecting/queries.server.ts"
import { type Content, mostChanges } from "./content.ts"

/** A newsletter whose issue is to be made: of an account (whose pages and places are read here), or of filters. */
export type IssueRequest = {
  /** Identifies it within its batch. */
  key: number
  userId: number | null
  filters: Filters
  frequency: Frequency
  hour: number
  timezone: string
  /** Changes up to this moment were already reported; null before the first issue. */
  told: Date | null
  /** The content of the previous issue. */
  before: Content | undefined
}

/** Kinds of notices that newsletters report: changes of events, never requests or messages. */
const told = `{cancelled,postponed,rescheduled,moved_online,tentative,restored,date_cancelled,date_moved,date_restored,dates,place,withdrawn,returned}`

/** Returns the content of the issues of these newsletters, in their order. Equal selections are queried once. */
export async function selectContents(db: Db, all: IssueRequest[], now: Date): Promise<Content[]> {
  const wishes = await wishesOf(db, all)
  // A notice may still be withdrawn during its first moments (docs/decisions/0013).
  const until = new Date(now.getTime() - graceSeconds * 1000)
  const changes = await changesFor(db, all, until)
  const chosen = new Map<string, Promise<ChosenDates>>()
  const contents: Content[] = []
  for (const one of all) {
    const { from, to } = daysOf(one.frequency, now, one.timezone, one.hour)
    const end = instantOf(addDays(to, 1), one.timezone)
    const wish = wishes.get(one.key) ?? {}
    const stamp = JSON.stringify([wish, end.getTime()])
    let dates = chosen.get(stamp)
    if (!dates) chosen.set(stamp, (dates = chooseDates(db, wish, now, end)))
    contents.push({
      from,
      to,
      since: (one.told ?? until).toISOString(),
      until: until.toISOString(),
      notices: changes.get(one.key) ?? [],
      // oxlint-disable-next-line no-await-in-loop
      ...(await dates),
    })
  }
  return contents
}

/** Returns the selection of each newsletter: followed pages and saved places of accounts, filters of addresses. */
async function wishesOf(db: Db, all: IssueRequest[]) {
  const userIds = all.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  const { rows } = await sql<{ id: number; actors: number[]; places: NonNullable<Filters["places"]> }>`
    select u.id, coalesce((select json_agg(told.actor_id order by told.actor_id) from (${coveredFollows(sql`u.id`)} limit 2000) as told), '[]') as actors,
      coalesce((select json_agg(json_build_object('name', '', 'lat', p.lat, 'lon', p.lon, 'radius', p.radius) order by p.id)
        from saved_places p where p.user_id = u.id), '[]') as places
    from unnest(${userIds}::bigint[]) as u(id)`.execute(db)
  const ofAccount = new Map(rows.map(({ id, ...wish }) => [id, wish]))
  return new Map(
    all.map(({ key, userId, filters }) => {
      if (userId !== null) return [key, ofAccount.get(userId) ?? {}]
      const { actors = [], lists = [], places = [] } = filters
      // The name of a place is only the reader's label, so it must not make equal selections differ.
      const found = { ...filters, places: places.map((place) => ({ ...place, name: "" })) }
      return [key, { ...found, isEverything: actors.length + lists.length + places.length === 0 }]
    }),
  )
}

/**
 * Returns the notices of changes to events that a reader attends, is interested in, or saw in the previous issue: for each
 * event its latest change since then, newest first.
 */
async function changesFor(db: Db, all: IssueRequest[], until: Date): Promise<Map<number, number[]>> {
  const asked = all.flatMap(({ key, userId, told: since, before }) => {
    if (since === null) return []
    return [{ key, user_id: userId, since: since.toISOString(), events: (before?.dates ?? []).map(([event]) => event) }]
  })
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ key: number; notices: number[] }>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as asked(key bigint, user_id bigint, since timestamptz, events bigint[])),
    known as (
      select key, since, unnest(events) as event_id from asked
      union select key, since, t.event_id from asked
        join attendances t on t.user_id = asked.user_id and t.value <> 'declined'),
    last as (
      select known.key, n.id from known cross join lateral (
        select id, kind, created_at from notices n where n.event_id = known.event_id and n.kind = any(${told}::text[])
        order by id desc limit 1) as n
      where n.created_at > known.since and n.created_at <= ${until})
    select key, (array_agg(id order by id desc))[1:${sql.lit(mostChanges)}]::float8[] as notices from last group by key`.execute(
    db,
  )
  return new Map(rows.map(({ key, notices }) => [Number(key), notices]))
}
