import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { changed } from "#features/changes/commands.server.ts"
import { noteAnswer } from "#features/notices/answers/commands.server.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import type { Site } from "../reading.server.ts"
import type { AttendanceInput } from "./inputs.ts"
import { findAnswerable, myAttendances } from "./queries.server.ts"
import type { Attendance } from "./representation.server.ts"

/**
 * Stores the viewer's answer to an event, for all dates or for one. Answering again replaces the earlier answer; repeated and
 * simultaneous requests are safe.
 */
export async function answerEvent(
  db: Db,
  viewer: Viewer,
  eventId: number,
  given: AttendanceInput,
  site: Site,
): Promise<Attendance> {
  return writing(db, async (tx) => {
    const event = await findAnswerable(tx, viewer, eventId)
    if (!event) return refuse("event_not_found")
    const me = viewer ?? refuse("attendance_needs_login")
    const person = await ownPerson(tx, me, given.actor)
    if (event.status === "cancelled") refuse("event_cancelled")

    const occurrenceId = given.occurrence ?? null
    if (occurrenceId !== null) {
      const date = await tx
        .selectFrom("occurrences")
        .select("status")
        .where("id", "=", occurrenceId)
        .where("event_id", "=", eventId)
        .executeTakeFirst()
      if (!date) refuse("occurrence_not_found")
      if (date.status === "cancelled") refuse("event_cancelled")
    }
    const { value, visibility } = given
    const before = await tx
      .selectFrom("attendances")
      .select(["value", "visibility"])
      .where("event_id", "=", eventId)
      .where("user_id", "=", me.userId)
      .where("occurrence_id", "is not distinct from", occurrenceId)
      .executeTakeFirst()
    const answered = await tx
      .insertInto("attendances")
      .values({
        event_id: eventId,
        occurrence_id: occurrenceId,
        user_id: me.userId,
        actor_id: person.id,
        value,
        visibility,
      })
      .onConflict((existing) =>
        existing.columns(["event_id", "user_id", "occurrence_id"]).doUpdateSet({
          value,
          actor_id: person.id,
          ...(visibility ? { visibility } : {}),
          updated_at: sql`now()`,
        }),
      )
      .returning(["value", "visibility"])
      .executeTakeFirst()
    // For an event on another server, a job tells that server (src/changes.ts).
    if (event.isElsewhere) await tellAnswered(tx, me, eventId, false)
    else {
      if (before?.value !== value) await noteAnswer(tx, me, eventId)
      if (person.isPublished) await tellIfShown(tx, me, eventId, before, answered)
    }
    const all = await myAttendances(tx, me, eventId, site)
    return all.find((one) => (one.occurrence?.id ?? null) === occurrenceId) as Attendance
  })
}

/**
 * Deletes the viewer's answer for one date, or the one for the whole event. Other answers stay; it is no error when there is
 * none.
 */
export async function withdrawAnswer(
  db: Db,
  viewer: Viewer,
  eventId: number,
  occurrenceId: number | undefined,
): Promise<void> {
  const event = await findAnswerable(db, viewer, eventId)
  if (!event) return refuse("event_not_found")
  const me = viewer ?? refuse("attendance_needs_login")
  await writing(db, async (tx) => {
    const before = await tx
      .deleteFrom("attendances")
      .where("event_id", "=", eventId)
      .where("user_id", "=", me.userId)
      .where("occurrence_id", "is not distinct from", occurrenceId ?? null)
      .returning(["value", "visibility"])
      .executeTakeFirst()
    if (event.isElsewhere) await tellAnswered(tx, me, eventId, false)
    else await tellIfShown(tx, me, eventId, before, undefined)
  })
}

type Said = { value: string; visibility: string } | undefined

/** Records a change when an answer is or was public: that changes what everybody sees. An answer only organisers see does not. */
async function tellIfShown(tx: Db, me: SignedIn, eventId: number, before: Said, after: Said): Promise<void> {
  const isShown = (said: Said) => said?.visibility === "public" && said.value === "confirmed"
  if (isShown(before) || isShown(after)) await tellAnswered(tx, me, eventId, true)
}

function tellAnswered(tx: Db, me: SignedIn, eventId: number, isPublic: boolean) {
  return changed(tx, { by: doneBy(me, "follow"), subject: { event: eventId }, kind: "answered", isPublic })
}

type Person = { id: number; isPublished: boolean }

/**
 * Returns the person the viewer answers as: the one named by `fid`, else the identity of their profile, else the only person they
 * own. That person is published, or a draft waiting for an address to be confirmed. With several persons the viewer has to name
 * one.
 */
async function ownPerson(tx: Db, me: SignedIn, fid: string | undefined): Promise<Person> {
  if (me.actorId !== null && (fid === undefined || fid === me.fid)) return { id: me.actorId, isPublished: true }
  const [person, another] = await personsOf(tx, me.userId, fid)
  if (another) return refuseFields({ actor: ["errors.attendance_several_actors"] })
  if (person) return person
  return fid === undefined ? refuse("attendance_needs_actor") : refuseFields({ actor: ["errors.not_managed"] })
}

/** Returns the persons an account can answer as, at most two: its own, published or waiting for an address to be confirmed. */
export async function personsOf(tx: Db, userId: number, fid?: string): Promise<(Person & { fid: string })[]> {
  const { rows } = await sql<Person & { fid: string }>`
    select a.id, a.fid, a.status = 'published' as "isPublished" from actors a join relations r on r.actor_id = a.id
    where a.type = 'person' and a.deleted_at is null
      and (a.status = 'published' or a.status = 'draft' and a.awaits_address_since is not null)
      ${fid === undefined ? sql`` : sql`and a.fid = ${fid}`}
      and r.user_id = ${userId} and r.relation = 'owner' and r.status = 'accepted' limit 2`.execute(tx)
  return rows
}
