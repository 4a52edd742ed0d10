import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import type { Language } from "#i18n/languages.ts"
import { hashOf, isSecret } from "#lib/secret.ts"
import type { CalendarEntry, Layer } from "../calendar.ts"
import { candidatesOf } from "../queries.server.ts"
import type { CalendarAddress } from "./commands.server.ts"

/** Returns the description of the viewer's calendar address, without its secret; undefined when there is none. */
export async function findCalendarAddress(db: Db, viewer: SignedIn): Promise<CalendarAddress | undefined> {
  const row = await db
    .selectFrom("personal_calendars")
    .select(["layers", "created_at"])
    .where("user_id", "=", viewer.userId)
    .executeTakeFirst()
  return row && { layers: row.layers as Layer[], created: row.created_at.toISOString() }
}

export type CalendarOwner = { userId: number; language: Language; layers: Layer[] }

/** Returns the owner of the calendar with this secret; undefined when there is none. */
export async function ownerOfCalendar(db: Db, secret: string): Promise<CalendarOwner | undefined> {
  if (!isSecret(secret)) return undefined
  const row = await db
    .selectFrom("personal_calendars")
    .innerJoin("users", "users.id", "personal_calendars.user_id")
    .select(["users.id", "users.language", "personal_calendars.layers"])
    .where("personal_calendars.hash", "=", hashOf(secret))
    .where("users.deleted_at", "is", null)
    .where("users.suspended_at", "is", null)
    .executeTakeFirst()
  return row && { userId: row.id, language: row.language as Language, layers: row.layers as Layer[] }
}

/** Largest number of events in a calendar. */
const mostEvents = 3000
/** Days that events stay in the calendar after they are over: the person's own events, and those of followed pages. */
const [daysOfOwn, daysOfOthers] = [366, 31]

type Answer = NonNullable<CalendarEntry["answer"]>
/** A person's relation to an event: to the whole of it, and the answers for single dates. */
export type Standing = {
  id: number
  isManaged: boolean
  isWhole: boolean
  answer: Answer | null
  dates: Map<number, Answer>
}

/**
 * Returns a person's relation to each public event in their calendar, by event id. Events of followed pages go back a month, the
 * person's own a year; above the limit their own stay first, then the events that end first.
 */
export async function standingsOf(db: Db, { userId, layers }: CalendarOwner): Promise<Standing[]> {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const since = daysAgo(daysOfOwn)
  const { rows } = await sql<{
    id: number
    layers: Layer[]
    answer: Answer | null
    dates: Record<string, Answer> | null
  }>`
    with ${await candidatesOf(db, { userId }, layers, { since }, { withDrafts: false })},
    answered as (
      select event_id, max(value) filter (where occurrence_id is null) as answer,
        json_object_agg(occurrence_id, value) filter (where occurrence_id is not null) as dates
      from mine group by event_id),
    wanted as (
      select e.id, candidates.layers, answer, dates
      from candidates join events e on e.id = candidates.event_id left join answered on answered.event_id = e.id
      where (e.listed or candidates.is_heard) and e.last_until > ${since}
        and (e.last_until > ${daysAgo(daysOfOthers)} or answered.event_id is not null or candidates.layers && '{starred,managed}')
      order by answered.event_id is null and candidates.layers = '{followed}', e.last_until, e.id limit ${mostEvents})
    select * from wanted order by id`.execute(db)
  const isAsked = (answer: Answer) => layers.includes(answer === "interested" ? "starred" : "answers")
  return rows.flatMap((row): Standing[] => {
    const dates = new Map(Object.entries(row.dates ?? {}).map(([id, answer]) => [Number(id), answer]))
    const isManaged = row.layers.includes("managed")
    const isWhole = row.layers.length > 0 || (row.answer !== null && row.answer !== "declined" && isAsked(row.answer))
    const isAny = isWhole || [...dates.values()].some((answer) => answer !== "declined" && isAsked(answer))
    return isAny ? [{ id: row.id, isManaged, isWhole, answer: row.answer, dates }] : []
  })
}
