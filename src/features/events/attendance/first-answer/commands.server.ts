import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import {
  addNewcomer,
  findNewcomer,
  judgeRegistration,
  withPasswordHash,
} from "#features/accounts/registration/commands.server.ts"
import { doneBy } from "#features/accounts/rights.ts"
import { type Device, openSession } from "#features/accounts/sessions/commands.server.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { freeFidFor } from "#features/actors/fids/queries.server.ts"
import { createActor } from "#features/actors/writing/commands.server.ts"
import { changed } from "#features/changes/commands.server.ts"
import type { Language } from "#i18n/languages.ts"
import { gatherFaults, type PartlyValid } from "#lib/faults.ts"
import { Refusal, refuse } from "#lib/refusal.ts"
import { newSecret } from "#lib/secret.ts"
import { paths } from "#web/paths.ts"
import type { Site } from "../../reading.server.ts"
import { answerEvent, personsOf } from "../commands.server.ts"
import { demandAnswerable } from "../queries.server.ts"
import type { Attendance } from "../representation.server.ts"
import type { FirstAnswer } from "./inputs.ts"

/** What a first answer needs beside its fields. */
type Around = {
  site: Site
  locale: { language: Language; timezone: string }
  device: Device
  /** Counts a try of the password of an account; returns whether it is within the limit. */
  mayTry: (accountId: number) => Promise<boolean>
}
type Answered = {
  attendance: Attendance
  /** The secret of the session opened for a person who had no account. */
  session: string | undefined
}

/** Number of attempts to find a free identifier, which another request may take in between. */
const mostTries = 5

/**
 * Stores the answer of a person who lacks an account or a public page, and creates what is missing in the same transaction. The
 * new page is a draft that nobody else sees until an address is confirmed. Sending the request twice creates each of them once.
 * Refuses field by field.
 */
export async function answerFirst(
  db: Db,
  viewer: Viewer,
  eventId: number,
  given: FirstAnswer,
  around: Around,
): Promise<Answered> {
  await judgeFirstAnswer(db, viewer, eventId, { given, faulty: new Set() })
  const { name, email = "", password = "", username } = given
  const next = paths.event(eventId)
  const newcomer = viewer ? undefined : await withPasswordHash({ name, email, password, username, next })
  // Counted before the transaction, which would wait for another connection meanwhile.
  const earlier = newcomer && (await findNewcomer(db, email))
  const mayTry = !earlier || (await around.mayTry(earlier.id))
  for (let tries = 1; ; tries++) {
    try {
      return await writing(db, async (tx) => {
        const fid = await freeFidFor(tx, name, "person", tries > 2)
        const me = await asTheyAre(tx, newcomer ? await addNewcomer(tx, newcomer, fid, around.locale, mayTry) : viewer)
        const actor = (await hasPerson(tx, me)) ? undefined : await makePerson(tx, me, { ...given, fid }, around)
        const { value, occurrence } = given
        const attendance = await answerEvent(tx, me, eventId, { value, occurrence, actor }, around.site)
        const session = newcomer && newSecret()
        if (session) await openSession(tx, me.userId, session, around.device)
        return { attendance, session }
      })
    } catch (error) {
      const isTaken = error instanceof Refusal && error.code === "fid_taken"
      if (!isTaken || tries >= mostTries) throw error
    }
  }
}

/** Refuses all faults of a first answer at once; writes nothing. */
export async function judgeFirstAnswer(
  db: Db,
  viewer: Viewer,
  eventId: number,
  { given, faulty }: PartlyValid<FirstAnswer>,
): Promise<void> {
  await demandAnswerable(db, viewer, eventId, given.occurrence)
  if (viewer) return
  const faults = gatherFaults()
  for (const field of ["email", "password"] as const)
    if (given[field] === undefined && !faulty.has(field)) faults.note(field, "errors.required")
  await faults.noting(() => judgeRegistration(db, given))
  faults.refuse()
}

/**
 * Returns the viewer with the current data of their account, whose row is locked: of two simultaneous requests one waits, then
 * finds what the other created.
 */
async function asTheyAre(tx: Db, viewer: Viewer): Promise<SignedIn> {
  const me = viewer ?? refuse("attendance_needs_login")
  const held = await tx.selectFrom("users").select("id").where("id", "=", me.userId).forUpdate().executeTakeFirst()
  if (!held) refuse("sign_in_needed")
  const verified = await tx
    .selectFrom("emails")
    .select("id")
    .where("user_id", "=", me.userId)
    .where("verified_at", "is not", null)
    .limit(1)
    .executeTakeFirst()
  return { ...me, isVerified: verified !== undefined }
}

async function hasPerson(tx: Db, me: SignedIn): Promise<boolean> {
  return me.actorId !== null || (await personsOf(tx, me.userId)).length > 0
}

/** Creates the public page of a person who has none and makes it the account's identity; returns its fid. */
async function makePerson(
  tx: Db,
  me: SignedIn,
  { name, fid, in_directory }: FirstAnswer & { fid: string },
  { site, locale }: Around,
): Promise<string> {
  const status = me.isVerified ? ("published" as const) : ("draft" as const)
  const page = { type: "person", status, name, fid, language: locale.language, in_directory } as const
  await createActor(tx, me, page, site)
  await sql`
    with made as (
      update actors set awaits_address_since = ${me.isVerified ? null : sql`now()`} where fid = ${fid} returning id)
    update users set identity_id = made.id, name = coalesce(users.name, left(${name}, 100)) from made
    where users.id = ${me.userId}`.execute(tx)
  await changed(tx, {
    by: doneBy(me, "follow"),
    subject: { user: me.userId },
    kind: "identity_changed",
    isPublic: me.isVerified,
  })
  return fid
}
