import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { may, type Relation } from "#features/accounts/rights.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { sanitiseEach } from "#lib/text/html.ts"
import { gatherFaults } from "#lib/faults.ts"
import { refuseFields, type Sentence } from "#lib/refusal.ts"
import type { HeldEvent } from "../access/queries.server.ts"
import type { EventDraft } from "../draft.ts"
import { timezoneNamed } from "#lib/time.ts"
import { momentOf } from "./moments.ts"
import type { EventChange, NewPerformer } from "./inputs.ts"

/** A page that an event names, with the fields the viewer may see. */
export type NamedActor = {
  id: number
  fid: string
  type: string
  name: string
  language: "fr" | "en" | "nl"
  relations: Relation[]
}

/** Pages named for the first time by one of their own managers, which counts as their consent. */
export type Consent = { performers: number[]; places: number[] }

/** Returns the pages with these fids, in order; refuses unknown ones by their field, including those hidden from the viewer. */
async function named(tx: Db, viewer: SignedIn, fids: string[], field: (at: number) => string): Promise<NamedActor[]> {
  if (fids.length === 0) return []
  const { rows } = await sql<NamedActor & { status: string }>`
    select a.id, a.fid, a.type, a.name, a.language, a.status,
      to_json(array(select r.relation from relations r where r.actor_id = a.id and r.user_id = ${viewer.userId}
        and r.status = 'accepted')) as relations
    from actors a where a.fid = any(${[...new Set(fids)]}::text[]) and a.deleted_at is null`.execute(tx)
  const known = new Map(
    rows
      .filter((one) => one.status === "published" || may(viewer, "see_drafts", one))
      .map((one) => [one.fid, one] as const),
  )
  const faults = gatherFaults()
  const found = fids.map((fid, at) => known.get(fid) ?? faults.note(field(at), "errors.actor_unknown"))
  faults.refuse()
  return found as NamedActor[]
}

/** Returns the pages that will organise an event; refuses those the viewer may not know of. */
export function organizersOf(
  tx: Db,
  viewer: SignedIn,
  fids: string[],
  field: "organizers" | "fid" = "organizers",
): Promise<NamedActor[]> {
  return named(tx, viewer, [...new Set(fids)], () => field)
}

/** Returns the performers ready to be stored, and the pages among them that consent because the viewer manages them. */
export async function performersOf(
  tx: Db,
  viewer: SignedIn,
  lineup: NewPerformer[],
  held: HeldEvent | undefined,
  field: (at: number) => string,
): Promise<{ lineup: NonNullable<EventDraft["lineup"]>; performers: number[] }> {
  const answers = await answersOf(tx, held)
  const linked = lineup.flatMap(({ fid }, at) => (fid ? [{ fid, at }] : []))
  const pages = await named(
    tx,
    viewer,
    linked.map(({ fid }) => fid),
    (at) => field(linked[at]?.at as number),
  )
  const byPosition = new Map(linked.map(({ at }, index) => [at, pages[index] as NamedActor]))
  const performers: number[] = []
  const written = lineup.map(({ name, role }, at) => {
    const performer = byPosition.get(at)
    if (!performer) return { name: name as string, role: role ?? null }
    const isOwn = may(viewer, "edit", performer)
    if (isOwn) performers.push(performer.id)
    const answer = answers.get(`performer ${performer.id}`)
    // A page that declined to be named appears as a name only, without a link.
    const isLinked = isOwn || answer !== "no"
    return {
      name: name ?? performer.name,
      role: role ?? null,
      actor_id: isLinked ? performer.id : null,
      confirmed: isOwn || answer === "yes",
    }
  })
  return { lineup: written, performers }
}

type Given = EventChange & { language: EventDraft["language"]; title?: EventDraft["title"] }

/**
 * Returns everything but the dates, ready to be stored; fields missing from the request are left out. Refuses every faulty field
 * at once.
 * @param organizers the organisers of the request, already read; undefined when there are none, or when they are faulty
 */
export async function fieldsOf(
  tx: Db,
  viewer: SignedIn,
  given: Given,
  held: HeldEvent | undefined,
  now: number,
  organizers?: NamedActor[],
): Promise<{ fields: Partial<EventDraft>; consent: Consent }> {
  const faults = gatherFaults()
  if (given.title && !given.title[given.language]) {
    const isElsewhere = Object.values(given.title).some(Boolean)
    faults.note("title", isElsewhere ? "errors.main_language_missing" : "errors.title_missing")
  }
  const description = given.description && sanitiseEach(given.description)
  // Sanitising can make a text longer.
  if (Object.values(description ?? {}).some((html) => html.length > 100_000))
    faults.note("description", { id: "errors.too_long", with: { maximum: 100_000 } })

  const consent: Consent = { performers: [], places: [] }
  const answers = await answersOf(tx, held)
  const {
    organizers: _organizers,
    place,
    room,
    lineup,
    parent,
    age,
    publish_at,
    prices,
    images: _images,
    withdrawn_reason: _reason,
    programme: _programme,
    ...rest
  } = given
  const fields: Partial<EventDraft> = withoutDates(rest)
  if (description) fields.description = description
  // A reason explains a change of plan: an event back on schedule has none.
  if (given.status === "scheduled" && given.status_reason === undefined) fields.status_reason = null

  if (organizers) {
    fields.organizer_ids = organizers.map(({ id }) => id)
    fields.pending_organizer_ids = organizers
      .filter((one, at) => at > 0 && !may(viewer, "edit", one))
      .map(({ id }) => id)
  }
  if (place !== undefined) {
    const [house] = place === null ? [] : ((await faults.noting(() => named(tx, viewer, [place], () => "place"))) ?? [])
    if (house && house.type !== "place") faults.note("place", "errors.place_expected")
    if (house && answers.get(`place ${house.id}`) === "no" && !may(viewer, "edit", house))
      faults.note("place", "errors.tag_refused")
    fields.place_id = house?.id ?? null
    if (house && given.location === undefined) fields.location = null
    if (house && may(viewer, "edit", house)) consent.places.push(house.id)
    if (room === undefined && fields.place_id !== held?.place_id) fields.room_id = null
  }
  if (room !== undefined)
    fields.room_id =
      room === null ? null : ((await faults.noting(() => roomOf(tx, room, fields.place_id ?? held?.place_id))) ?? null)
  if (lineup) {
    const written = await faults.noting(() => performersOf(tx, viewer, lineup, held, (at) => `lineup.${at}.fid`))
    fields.lineup = written?.lineup ?? []
    consent.performers.push(...(written?.performers ?? []))
  }
  if (parent !== undefined)
    fields.parent_id =
      parent === null ? null : ((await faults.noting(() => parentOf(tx, viewer, parent, held?.id))) ?? null)
  if (age) Object.assign(fields, { age_min: age.min ?? null, age_max: age.max ?? null })
  if (prices)
    fields.prices = prices.map(({ amount, ...price }) => ({
      ...price,
      amount: amount == null ? null : Math.round(amount * 100) / 100,
    }))
  if (publish_at !== undefined) {
    const read = { timezone: timezoneNamed(given.timezone ?? held?.timezone ?? "") ?? "UTC", all_day: false }
    const at = publish_at && faults.noting(() => momentOf(publish_at, "publish_at", read))
    // An invalid time (undefined) has already been refused as a fault.
    if (at !== undefined) fields.publish_at = at || null
  }
  if (given.workflow === "scheduled" && (held?.workflow !== "scheduled" || publish_at !== undefined)) {
    if (fields.publish_at && fields.publish_at.getTime() <= now) faults.note("publish_at", "errors.publish_later")
    else if (!fields.publish_at && (publish_at === undefined || publish_at === null || "publish_at" in fields))
      faults.note("publish_at", "errors.required")
  }
  // Publishing at once would drop a later time without a word.
  if (publish_at && (given.workflow ?? held?.workflow) === "published" && (fields.publish_at?.getTime() ?? 0) > now)
    faults.note("publish_at", "errors.publish_at_once")
  // An event that is no longer scheduled, or is published, has no publication time.
  const isTurned = given.workflow !== undefined && given.workflow !== held?.workflow
  const isOver = given.workflow === "published" && (isTurned || publish_at !== undefined)
  if (isOver || (isTurned && held?.workflow === "scheduled" && publish_at === undefined)) fields.publish_at = null
  faults.refuse()
  return { fields, consent }
}

/** Leaves out the dates, which are read elsewhere, all together. */
function withoutDates(
  given: Omit<
    Given,
    "organizers" | "place" | "room" | "lineup" | "parent" | "age" | "prices" | "publish_at" | "images"
  >,
) {
  const {
    start: _,
    end: __,
    timezone: ___,
    all_day: ____,
    doors: _____,
    occurrences: ______,
    recurrence,
    exceptions,
    ...rest
  } = given
  void recurrence
  void exceptions
  return rest as Partial<EventDraft>
}

/** Returns the answers of pages to being named, yes or no, by part and id. */
async function answersOf(tx: Db, held: HeldEvent | undefined): Promise<Map<string, "yes" | "no">> {
  if (!held) return new Map()
  const { rows } = await sql<{ part: string; actor_id: number; answer: "yes" | "no" }>`
    select 'performer' as part, actor_id, 'yes' as answer from event_lineup
      where event_id = ${held.id} and actor_id is not null and confirmed
    union all select part, actor_id, case when status = 'accepted' then 'yes' else 'no' end
      from event_confirmations where event_id = ${held.id}`.execute(tx)
  return new Map(rows.map((row) => [`${row.part} ${row.actor_id}`, row.answer]))
}

async function roomOf(tx: Db, id: number, placeId: number | null | undefined) {
  const room = await tx
    .selectFrom("rooms")
    .select("id")
    .where("id", "=", id)
    .where("actor_id", "=", placeId ?? 0)
    .executeTakeFirst()
  return room?.id ?? wrong("room", "errors.room_unknown")
}

/** Returns the id of the festival: another event that the viewer manages, and that is not itself a part of this one. */
async function parentOf(tx: Db, viewer: SignedIn, parent: number, id: number | undefined) {
  const { rows } = await sql<{ relations: Relation[]; is_inside: boolean }>`
    with recursive above(id, parent_id, depth) as (
      select id, parent_id, 1 from events where id = ${parent} and deleted_at is null
      union all select e.id, e.parent_id, depth + 1 from above join events e on e.id = above.parent_id where depth < 20)
    select coalesce(bool_or(id = ${id ?? 0}), false) as is_inside,
      to_json(array(select distinct r.relation from event_organizers eo join relations r on r.actor_id = eo.actor_id
        where eo.event_id = ${parent} and eo.status = 'accepted' and r.status = 'accepted'
          and r.user_id = ${viewer.userId})) as relations
    from above having count(*) > 0`.execute(tx)
  const found = rows[0]
  if (!found || found.is_inside || !may(viewer, "edit", found)) return wrong("parent", "errors.event_unknown")
  return parent
}

/** Stores the consent of pages that the viewer manages to being named. */
export async function storeConsent(
  tx: Db,
  viewer: SignedIn,
  eventId: number,
  consent: Consent,
  organizers: NamedActor[] | undefined,
): Promise<void> {
  const rows = [
    ...[...new Set(consent.performers)].map((actor_id) => ({ actor_id, part: "performer" })),
    ...[...new Set(consent.places)].map((actor_id) => ({ actor_id, part: "place" })),
  ].map((row) => ({ ...row, event_id: eventId, status: "accepted", user_id: viewer.userId }))
  if (rows.length > 0)
    await tx
      .insertInto("event_confirmations")
      .values(rows)
      .onConflict((existing) =>
        existing
          .columns(["event_id", "actor_id", "part"])
          .doUpdateSet({ status: "accepted", user_id: viewer.userId, answered_at: sql`now()` }),
      )
      .execute()
  // The host needs no confirmation; a co-organiser the viewer manages agrees at once.
  const own = (organizers ?? []).filter((one, at) => at === 0 || may(viewer, "edit", one)).map(({ id }) => id)
  if (own.length > 0)
    await tx
      .updateTable("event_organizers")
      .set({ status: "accepted" })
      .where("event_id", "=", eventId)
      .where("actor_id", "in", own)
      .execute()
}

function wrong(field: string, sentence: Sentence): never {
  return refuseFields({ [field]: [sentence] })
}
