import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing, writeIfDifferent } from "#db/writing.ts"
import { demand, managesOrSuspended } from "#features/actors/access/queries.server.ts"
import { doneBy } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { bySystem } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import type { ChangeKind } from "#features/changes/kinds.ts"
import { setImages } from "#features/documents/pictures/commands.server.ts"
import { attendeesOfDates } from "#features/notices/queries.server.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { eventFor, type HeldEvent, managersOfEvent } from "../access/queries.server.ts"
import { saveEvents } from "../store.server.ts"
import type { EventDraft } from "../draft.ts"
import type { Event } from "../event.ts"
import { untilOf } from "../dates/occurrences.ts"
import { followProgramme } from "../programme/commands.server.ts"
import { findEvent } from "../queries.server.ts"
import type { Site } from "../reading.server.ts"
import { checkEventChange, checkNewEvent, beginChange } from "./checks.server.ts"
import { type OccurrenceWithId, datesOf, type EventDates, movedDate } from "../dates/event-dates.ts"
import { type NamedActor, storeConsent } from "./fields.server.ts"
import type { EventChange, NewEvent, OccurrenceChange, OccurrencesChange } from "./inputs.ts"
import { stateOfEvent } from "./state.server.ts"

/**
 * Creates an event for a page the viewer manages, as a draft unless the request says otherwise. When the viewer has already
 * created an event with the same uid, returns that event.
 */
export async function createEvent(
  db: Db,
  viewer: Viewer,
  given: NewEvent,
  site: Site,
  now = Date.now(),
): Promise<Event> {
  const me = viewer ?? refuse("sign_in_needed")
  return writing(db, async (tx) => {
    const checked = await checkNewEvent(tx, me, given, site, now)
    if (checked.made) return checked.made
    const { organizers, fields, dates, consent, workflow } = checked
    const host = organizers[0] as NamedActor
    const [id] = await saveEvents(tx, [
      { ...fields, ...dates, title: given.title, category: given.category, workflow } as EventDraft,
    ])
    if (given.images) await setImages(tx, me, id as number, given.images)
    await tx
      .updateTable("events")
      .set({ created_by: me.userId, tells: given.tell })
      .where("id", "=", id as number)
      .execute()
    await storeConsent(tx, me, id as number, consent, organizers)
    await changed(tx, {
      by: doneBy(me, "edit", host),
      subject: { event: id as number },
      kind: "created",
      isPublic: workflow === "published",
    })
    return (await findEvent(tx, me, id as number, site)) as Event
  })
}

/**
 * Changes an event: each field of the request replaces the whole field; equal values change nothing. Refuses `stale` when the
 * event is at none of the allowed versions.
 */
export async function updateEvent(
  db: Db,
  viewer: Viewer,
  id: number,
  given: EventChange,
  versions: number[] | undefined,
  site: Site,
  now = Date.now(),
): Promise<Event> {
  return writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, id, true)
    const { me, known, before } = await beginChange(tx, viewer, held, versions, site)
    const workflow = given.workflow ?? held.workflow
    const isPublishing = workflow !== held.workflow || (workflow === "scheduled" && given.publish_at !== undefined)
    if (workflow !== "draft" && isPublishing) demand(me, "publish", held)
    if (workflow !== "draft" && held.isHidden) refuse("hidden_by_moderators")

    const { organizers, fields, consent, dates } = await checkEventChange(tx, me, held, known, given, now)
    if (organizers && organizers[0]?.fid !== before.organizers[0]?.fid) {
      const host = organizers[0] ?? refuse("not_allowed")
      demand(me, workflow === "draft" ? "edit" : "publish", host)
    }
    const language = given.language ?? held.language
    const title = given.title ?? held.title
    const saved = await writeIfDifferent(tx, stateOfEvent(id), async () => {
      const lost = await save(tx, held, known, dates, { ...fields, language, title, workflow } as Partial<EventDraft>)
      if (given.images) await setImages(tx, me, id, given.images)
      if (given.tell !== undefined)
        await tx.updateTable("events").set({ tells: given.tell }).where("id", "=", id).execute()
      await storeConsent(tx, me, id, consent, organizers)
      return lost
    })
    if (!saved) return before
    const after = (await findEvent(tx, me, id, site)) ?? refuse("event_not_found")
    const noticeContext = { lost: saved.result, reason: given.withdrawn_reason }
    await changed(tx, {
      ...changeOfEvent(me, held, before, after),
      kind: changeOf(before, after),
      noticeContext,
    })
    if (given.programme) await followProgramme(tx, me, before, after)
    return after
  })
}

/** Moves or cancels one date of an event; the others stay as they are. */
export async function updateOccurrence(
  db: Db,
  viewer: Viewer,
  id: number,
  occurrenceId: number,
  given: OccurrenceChange,
  versions: number[] | undefined,
  site: Site,
): Promise<Event> {
  return writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, id, true)
    const { me, known, before } = await beginChange(tx, viewer, held, versions, site)
    const date = known.occurrences.find((one) => one.id === occurrenceId) ?? refuse("occurrence_not_found")
    const { status_reason: reason } = given
    const alone = { ...known, recurrence: null, doors_minutes: null, occurrences: [date] }
    const span =
      given.start === undefined && given.end === undefined
        ? date
        : (datesOf({ start: given.start, end: given.end }, alone, Date.now()).occurrences[0] as OccurrenceWithId)
    // People may have read of the old time: the date keeps it and is shown as moved.
    const isRemembered = known.recurrence !== null || held.workflow === "published"
    const moved = movedDate(date, { starts_at: span.starts_at, ends_at: span.ends_at }, given.status, isRemembered)
    const occurrences = known.occurrences.map((one) => (one.id === occurrenceId ? moved : one))
    const saved = await writeIfDifferent(tx, stateOfEvent(id), async () => {
      await save(tx, held, known, { ...known, occurrences }, {})
      if (moved.status === "cancelled" && reason !== undefined) await setReason(tx, [occurrenceId], reason)
    })
    if (!saved) return before
    const after = (await findEvent(tx, me, id, site)) ?? refuse("event_not_found")
    const kind = given.status === "cancelled" ? "date_cancelled" : "date_changed"
    await changed(tx, { ...changeOfEvent(me, held, before, after), kind, noticeContext: { reason: reason || null } })
    return after
  })
}

/**
 * Cancels or reinstates several dates of an event: all of them or none. Dates already in that state stay as they are, so that
 * repeating the request changes nothing and notifies nobody.
 */
export async function updateOccurrences(
  db: Db,
  viewer: Viewer,
  id: number,
  { occurrences: chosen, status, status_reason: reason }: OccurrencesChange,
  versions: number[] | undefined,
  site: Site,
): Promise<Event> {
  return writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, id, true)
    const { me, known, before } = await beginChange(tx, viewer, held, versions, site)
    const byId = new Map(known.occurrences.map((one) => [one.id, one]))
    if (!chosen.every((one) => byId.has(one))) refuseFields({ occurrences: ["errors.occurrence_not_found"] })
    const isOff = status === "cancelled"
    const turned = new Set(chosen.filter((one) => (byId.get(one)?.status === "cancelled") !== isOff))
    if (turned.size === 0) return before
    const isRule = known.recurrence !== null
    const occurrences = known.occurrences.map((one) =>
      one.id !== undefined && turned.has(one.id) ? movedDate(one, one, status, isRule) : one,
    )
    await save(tx, held, known, { ...known, occurrences }, {})
    await setReason(tx, [...turned], isOff ? reason : null)
    const after = (await findEvent(tx, me, id, site)) ?? refuse("event_not_found")
    const kind = isOff ? "date_cancelled" : "date_changed"
    await changed(tx, { ...changeOfEvent(me, held, before, after), kind, noticeContext: { reason: reason || null } })
    return after
  })
}

/** Stores why these dates are cancelled. */
async function setReason(tx: Db, dates: number[], reason: string | null | undefined): Promise<void> {
  await tx
    .updateTable("occurrences")
    .set({ status_reason: reason || null })
    .where("id", "in", dates)
    .execute()
}

/**
 * Publishes scheduled events that are due, for the job that runs every minute; returns their number. An event whose managers are
 * all suspended waits until one of them is reinstated.
 */
export async function publishDue(db: Db): Promise<number> {
  const [managers, orWould] = [managersOfEvent(sql`events.id`), managersOfEvent(sql`events.id`, managesOrSuspended)]
  return writing(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with due as (select id from events where workflow = 'scheduled' and publish_at <= now() and deleted_at is null
          and (exists (${managers}) or not exists (${orWould}))
        order by publish_at limit 500 for update skip locked)
      update events set workflow = 'published', publish_at = null, version = version + 1, updated_at = now()
      from due where events.id = due.id returning events.id`.execute(tx)
    const by = bySystem("schedule")
    await changed(
      tx,
      rows.map(({ id }) => ({ by, subject: { event: id }, kind: "published", isPublic: true })),
    )
    return rows.length
  })
}

/** Returns a person's edit of an event as a change for `changed`; the caller adds its kind. */
export function changeOfEvent(me: SignedIn, held: HeldEvent, before: Event, after: Event) {
  const isPublic = before.workflow === "published" || after.workflow === "published"
  return { by: doneBy(me, "edit", { relations: held.relations }), subject: { event: held.id }, isPublic, before, after }
}

/** Stores the event and returns the accounts whose answers were deleted with a date. */
async function save(
  tx: Db,
  held: HeldEvent,
  known: EventDates,
  dates: EventDates,
  fields: Partial<EventDraft>,
): Promise<number[]> {
  const isChanged = stampOf(known.occurrences) !== stampOf(dates.occurrences)
  const lost = dates.occurrences === known.occurrences ? [] : await keepRows(tx, held.id, known, dates)
  await saveEvents(tx, [
    {
      language: held.language,
      title: held.title,
      category: held.category as EventDraft["category"],
      ...fields,
      ...dates,
      id: held.id,
    },
  ])
  // `keepRows` has already moved the rows, so `saveEvents` saw no difference in dates and left the sequence as it was.
  if (isChanged)
    await tx
      .updateTable("events")
      .set({ sequence: held.sequence + 1 })
      .where("id", "=", held.id)
      .where("sequence", "=", held.sequence)
      .execute()
  return lost
}

function stampOf(dates: OccurrenceWithId[]) {
  return JSON.stringify(
    dates.map(({ starts_at, ends_at, status = "scheduled" }) => [starts_at, ends_at, status]).toSorted(),
  )
}

/** Moves the rows of recognised dates to their new time, so that their answers stay. */
async function keepRows(tx: Db, eventId: number, known: EventDates, dates: EventDates): Promise<number[]> {
  // Of two dates with the same start, one stays.
  const byStart = new Map(dates.occurrences.map((one) => [one.starts_at.getTime(), one]))
  const different = [...byStart.values()]
  const kept = different.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const gone = known.occurrences.flatMap(({ id }) => (id === undefined || kept.includes(id) ? [] : [id]))
  const lost = await attendeesOfDates(tx, gone)
  await sql`delete from occurrences where event_id = ${eventId} and id <> all(${kept}::bigint[])`.execute(tx)
  const was = new Map(known.occurrences.map((one) => [one.id, one.starts_at.getTime()]))
  const moving = different.filter(({ id, starts_at }) => id !== undefined && was.get(id) !== starts_at.getTime())
  if (moving.length === 0) return lost
  const ids = moving.map(({ id }) => id as number)
  // Rows pass through a start 1000 years earlier, so that two dates can change places.
  await sql`update occurrences set starts_at = starts_at - interval '1000 years' where id = any(${ids}::bigint[])`.execute(
    tx,
  )
  await sql`
    update occurrences set starts_at = given.starts_at, ends_at = given.ends_at, until_at = given.until_at
    from unnest(${ids}::bigint[], ${moving.map((one) => one.starts_at)}::timestamptz[],
      ${moving.map((one) => one.ends_at)}::timestamptz[],
      ${moving.map((one) => untilOf(one, dates.timezone, dates.all_day))}::timestamptz[])
      as given(id, starts_at, ends_at, until_at)
    where occurrences.id = given.id and not exists (select from occurrences taken
      where taken.event_id = ${eventId} and taken.starts_at = given.starts_at)`.execute(tx)
  return lost
}

function changeOf(before: Event, after: Event): ChangeKind {
  if (before.workflow !== after.workflow)
    return after.workflow === "draft" || after.workflow === "remote" ? "withdrawn" : after.workflow
  return before.status !== after.status && after.status !== "scheduled" ? after.status : "updated"
}
