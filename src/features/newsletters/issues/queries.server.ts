import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language, Translated } from "#i18n/languages.ts"
import type { ShownEvent } from "#features/notices/mailed-event.ts"
import type { Facts, NoticeKind } from "#features/notices/notice.ts"
import { idInToken, isSigned, linkSecret } from "../links/queries.server.ts"
import type { Frequency } from "../newsletter.ts"
import type { Issue } from "../representation.server.ts"
import { composeIssue } from "./compose.ts"
import type { Content } from "./content.ts"

/** An event at one of its dates, as everybody may see it. */
export type ShownDate = {
  event_id: number
  occurrence_id: number
  uid: string
  title: Translated
  language: Language
  category: string
  roll: number
  timezone: string
  all_day: boolean
  starts_at: Date
  place: string | null
  locality: string | null
}

/** A change of an event, with the event's present state as far as it is public. */
export type ShownChange = {
  id: number
  kind: NoticeKind
  was: Facts
  becomes: Facts
  event_id: number
  event: { title: Translated; language: Language }
  listed: boolean
  shown: ShownEvent
}

/** Everything that a set of issues shows: dates by occurrence id, changes by notice id. */
export type Shown = { dates: Map<number, ShownDate>; changes: Map<number, ShownChange> }

/** Loads the content of issues in its present state: what was withdrawn or deleted since is missing. */
export async function readContents(db: Db, contents: Content[]): Promise<Shown> {
  const dateIds = [...new Set(contents.flatMap(({ dates }) => dates.map(([, date]) => date)))]
  const noticeIds = [...new Set(contents.flatMap(({ notices }) => notices))]
  const [dates, changes] = await Promise.all([readDates(db, dateIds), readChanges(db, noticeIds)])
  return {
    dates: new Map(dates.map((one) => [one.occurrence_id, one])),
    changes: new Map(changes.map((one) => [one.id, one])),
  }
}

const house = sql.raw(`left join actors house on house.id = e.place_id and house.status = 'published'
  left join locations spot on spot.id = coalesce(e.location_id, house.location_id)`)

async function readDates(db: Db, ids: number[]): Promise<ShownDate[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ShownDate>`
    select e.id as event_id, o.id as occurrence_id, e.uid, e.title, e.language, e.category, e.poster_roll as roll, e.timezone,
      e.all_day, o.starts_at, coalesce(house.name, spot.name) as place, spot.locality
    from occurrences o join events e on e.id = o.event_id and e.listed ${house}
    where o.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

async function readChanges(db: Db, ids: number[]): Promise<ShownChange[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ShownChange>`
    select n.id, n.kind, n.was, n.becomes, n.event_id, e.listed,
      -- As it was called when everybody could see it: of a draft nobody learns what it is called now.
      case when e.listed then json_build_object('title', e.title, 'language', e.language)
        else json_build_object('title', n.event_title, 'language', n.event_language) end as event,
      json_build_object('uid', e.uid, 'category', e.category, 'roll', e.poster_roll, 'timezone', e.timezone,
        'allDay', e.all_day, 'place', case when e.listed then coalesce(house.name, spot.name) end,
        'locality', case when e.listed then spot.locality end, 'dates', coalesce((
          select json_agg(json_build_object('id', o.id, 'start', o.starts_at, 'status', o.status) order by o.starts_at, o.id)
          from (select id, starts_at, status from occurrences where event_id = e.id and until_at > n.created_at and e.listed
            order by starts_at, id limit 20) as o), '[]')) as shown
    from notices n join events e on e.id = n.event_id and (e.listed or (n.kind = 'withdrawn' and n.event_title is not null))
    ${house}
    where n.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** Returns the attendances of these users at these events, by "user event". */
export async function answersOf(
  db: Db,
  userIds: number[],
  shown: Shown,
): Promise<Map<string, "interested" | "confirmed">> {
  const events = [...new Set([...shown.dates.values()].map(({ event_id }) => event_id))]
  if (userIds.length === 0 || events.length === 0) return new Map()
  const { rows } = await sql<{ user_id: number; event_id: number; value: "interested" | "confirmed" }>`
    select user_id, event_id, min(value) as value from attendances
    where user_id = any(${userIds}::bigint[]) and event_id = any(${events}::bigint[]) and value <> 'declined'
    group by user_id, event_id`.execute(db)
  // "confirmed" sorts before "interested", so `min` picks the stronger of two answers.
  const strongest = new Map<string, "interested" | "confirmed">()
  for (const { user_id, event_id, value } of rows) strongest.set(`${user_id} ${event_id}`, value)
  return strongest
}

/**
 * Finds the issue that a signed link leads to, as it was sent but without what was withdrawn since; undefined when the
 * signature is wrong. Its recipient and their answers are left out, because such links are passed on.
 */
export async function findIssue(db: Db, token: string, site: { publicUrl: string }): Promise<Issue | undefined> {
  const id = idInToken(token)
  if (id === undefined) return undefined
  const { rows } = await sql<{
    key: string
    language: Language
    timezone: string
    frequency: Frequency
    content: Content
    is_account: boolean
  }>`
    select s.key, i.language, i.timezone, i.frequency, i.content, s.user_id is not null as is_account
    from newsletter_issues i join subscriptions s on s.id = i.subscription_id where i.id = ${id}`.execute(db)
  const [row] = rows
  if (!row || !isSigned(token, await linkSecret(db), "issue", id, row.key)) return undefined
  const shown = await readContents(db, [row.content])
  return composeIssue(messagesIn(row.language), { ...row, publicUrl: site.publicUrl, shown })
}
