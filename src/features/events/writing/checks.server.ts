import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { checkImages } from "#features/documents/pictures/commands.server.ts"
import { timezoneOf } from "#features/places/queries.server.ts"
import { languages } from "#i18n/languages.ts"
import { gatherFaults, type PartlyValid } from "#lib/faults.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { eventFor, type HeldEvent } from "../access/queries.server.ts"
import { findEvent } from "../queries.server.ts"
import type { Site } from "../reading.server.ts"
import { type OccurrenceWithId, datesOf, type EventDates } from "../dates/event-dates.ts"
import { fieldsOf, organizersOf } from "./fields.server.ts"
import type { EventChange, NewEvent } from "./inputs.ts"

/**
 * Returns the fields of a new event ready to be stored, judged as a whole before anything is written: refuses every faulty field
 * at once. When the request's shape was already wrong, judges the fields that remain.
 * @param hasDates whether all fields about dates had the right shape
 */
export async function checkNewEvent(
  tx: Db,
  me: SignedIn,
  given: Partial<NewEvent>,
  site: Site,
  now: number,
  hasDates = true,
) {
  const faults = gatherFaults()
  const workflow = given.workflow ?? "draft"
  const named = given.organizers
  const organizers = named && (await faults.noting(() => organizersOf(tx, me, named)))
  const host = organizers && (organizers[0] ?? refuse("not_allowed"))
  if (host) {
    demand(me, "edit", host)
    const uid = given.uid
    const made = uid === undefined ? undefined : await faults.noting(() => madeAs(tx, me, uid))
    const event = made === undefined ? undefined : await findEvent(tx, me, made, site)
    if (event) return { made: event }
    if (made !== undefined) faults.note("uid", "errors.invalid")
    if (workflow !== "draft") demand(me, "publish", host)
  }
  // Without a language in the request: the host's language, if the title has it.
  const titled = languages.find((one) => given.title?.[one])
  const hosts = host && given.title?.[host.language] ? host.language : undefined
  const language = given.language ?? hosts ?? titled ?? host?.language ?? "fr"
  const timezone = given.timezone ?? (await timezoneThere(tx, given)) ?? site.timezone
  const said = { ...given, language, timezone, workflow }
  const read = await faults.noting(() => fieldsOf(tx, me, said, undefined, now, organizers))
  const dates = hasDates ? faults.noting(() => datesOf({ ...given, timezone }, undefined, now)) : undefined
  const { images } = given
  if (images) await faults.noting(() => checkImages(tx, me, undefined, images))
  faults.refuse()
  const { fields = {}, consent = { performers: [], places: [] } } = read ?? {}
  return { organizers: organizers ?? [], fields: { ...fields, language }, dates, consent, workflow }
}

/** Refuses the faults of a new event among the fields with the right shape; writes nothing. */
export async function judgeNewEvent(
  db: Db,
  viewer: Viewer,
  { given, faulty }: PartlyValid<NewEvent>,
  site: Site,
): Promise<void> {
  const { uid: _, ...rest } = given
  await checkNewEvent(db, viewer ?? refuse("sign_in_needed"), rest, site, Date.now(), areDatesWhole(faulty))
}

/** Does the same for changes to an event. */
export async function judgeEventChange(
  db: Db,
  viewer: Viewer,
  id: number,
  { given, faulty }: PartlyValid<EventChange>,
  site: Site,
): Promise<void> {
  const held = await eventFor(db, viewer, id)
  const { me, known } = await beginChange(db, viewer, held, undefined, site)
  await checkEventChange(db, me, held, known, given, Date.now(), areDatesWhole(faulty))
}

/** Dates are judged together, or not at all. */
function areDatesWhole(faulty: ReadonlySet<string>) {
  return !["start", "all_day", "timezone", "occurrences", "recurrence", "exceptions"].some((name) => faulty.has(name))
}

/** Returns the time zone of a new event: that of the location it gives, else of its place. */
async function timezoneThere(
  tx: Db,
  given: Partial<Pick<NewEvent, "location" | "place">>,
): Promise<string | undefined> {
  if (given.location) return timezoneOf(given.location)
  if (!given.place) return undefined
  const spot = await tx
    .selectFrom("actors as a")
    .innerJoin("locations as l", "l.id", "a.location_id")
    .select(["l.lat", "l.lon", "l.country"])
    .where("a.fid", "=", given.place)
    .executeTakeFirst()
  return spot && timezoneOf(spot)
}

/**
 * Returns the viewer's event with this uid; refuses a uid of somebody else's event. Holds a lock, so that requests with one uid
 * run one after the other.
 */
async function madeAs(tx: Db, viewer: SignedIn, uid: string): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${uid.toLowerCase()}, 1))`.execute(tx)
  const known = await tx.selectFrom("events").select(["id", "created_by"]).where("uid", "=", uid).executeTakeFirst()
  const former = await tx.selectFrom("former_events").select("id").where("uid", "=", uid).executeTakeFirst()
  if (former || (known && known.created_by !== viewer.userId)) refuseFields({ uid: ["errors.invalid"] })
  return known?.id
}

/** Returns the fields of a change ready to be stored, judged as a whole: refuses every faulty field at once. */
export async function checkEventChange(
  tx: Db,
  me: SignedIn,
  held: HeldEvent,
  known: EventDates,
  given: EventChange,
  now: number,
  hasDates = true,
) {
  const workflow = given.workflow ?? held.workflow
  if (workflow === "remote") return refuse("not_allowed")
  const faults = gatherFaults()
  const { organizers: named, images } = given
  const organizers = named && (await faults.noting(() => organizersOf(tx, me, named)))
  const said = {
    ...given,
    language: given.language ?? held.language,
    title: given.title ?? held.title,
    workflow,
  }
  const read = await faults.noting(() => fieldsOf(tx, me, said, held, now, organizers))
  const dates = hasDates ? faults.noting(() => datesOf(given, known, now)) : undefined
  if (images) await faults.noting(() => checkImages(tx, me, held.id, images))
  faults.refuse()
  const { fields = {}, consent = { performers: [], places: [] } } = read ?? {}
  return { organizers, fields, consent, dates: dates ?? known }
}

/** Begins a change: checks the right to edit and the version the client saw, and returns the current event and its dates. */
export async function beginChange(tx: Db, viewer: Viewer, held: HeldEvent, versions: number[] | undefined, site: Site) {
  demand(viewer, "edit", held)
  if (versions && !versions.includes(held.version)) refuse("stale")
  const me = viewer as NonNullable<Viewer>
  const before = (await findEvent(tx, me, held.id, site)) ?? refuse("event_not_found")
  const occurrences = (await tx
    .selectFrom("occurrences")
    .select(["id", "starts_at", "ends_at", "status", "recurrence_id"])
    .where("event_id", "=", held.id)
    .orderBy("starts_at")
    .execute()) as OccurrenceWithId[]
  const { timezone, all_day, doors_minutes, recurrence } = held
  return { me, before, known: { timezone, all_day, doors_minutes, recurrence, occurrences } }
}
