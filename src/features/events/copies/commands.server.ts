import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { demand, relationsTo } from "#features/actors/access/queries.server.ts"
import { changed } from "#features/changes/commands.server.ts"
import { doneBy, may } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { gatherFaults, type PartlyValid } from "#lib/faults.ts"
import { refuse } from "#lib/refusal.ts"
import { instantOf, isoAt } from "#lib/time.ts"
import { eventFor, type HeldEvent } from "../access/queries.server.ts"
import { saveEvents } from "../store.server.ts"
import type { EventDraft, OccurrenceDraft } from "../draft.ts"
import type { Event } from "../event.ts"
import { findEvent } from "../queries.server.ts"
import type { Site } from "../reading.server.ts"
import { momentOf } from "../writing/moments.ts"
import { storeConsent } from "../writing/fields.server.ts"
import type { CopyInput } from "./inputs.ts"

/** Time within which the same copy made again is the same press, of which the answer did not arrive. */
const pressedTwiceWithin = sql`interval '10 minutes'`

/**
 * Creates a draft with all the content of an event, at the same dates or at new ones, without answers and confirmations of the
 * original. Its host is the first organiser of the original that the viewer manages. Repeated shortly after, while nobody has
 * changed the original or the copy, it returns the existing copy.
 */
export async function copyEvent(db: Db, viewer: Viewer, id: number, given: CopyInput, site: Site): Promise<Event> {
  return writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, id, true)
    demand(viewer, "edit", held)
    const me = viewer as SignedIn
    const organizers = await organizersOf(tx, me, id)
    const fields = await fieldsOf(tx, id)
    const dates = await datesOf(tx, held, fields.recurrence)
    const isShifted = given.start !== undefined || given.dates !== undefined
    const occurrences = moved(dates, given, held)
    const same = await sameCopy(tx, me, id, occurrences)
    if (same !== undefined) return (await findEvent(tx, me, same, site)) ?? refuse("event_not_found")
    const [copy] = await saveEvents(tx, [
      {
        ...fields,
        organizer_ids: organizers.map((one) => one.id),
        pending_organizer_ids: organizers.filter((one, at) => at > 0 && !may(me, "edit", one)).map((one) => one.id),
        // A recurrence rule with another start is another rule.
        ...(isShifted ? { recurrence: null } : {}),
        occurrences,
        workflow: "draft",
      },
    ])
    const made = copy as number
    await sql`update events set created_by = ${me.userId} where id = ${made}`.execute(tx)
    await sql`
      insert into event_images (event_id, position, document_id, focal_x, focal_y, alt, credit)
      select ${made}, position, document_id, focal_x, focal_y, alt, credit from event_images where event_id = ${id}`.execute(
      tx,
    )
    await agreeAnew(tx, me, made, organizers)
    await changed(tx, {
      by: doneBy(me, "edit", { relations: held.relations }),
      subject: { event: made },
      kind: "copied",
      isPublic: false,
      before: { copy_of: null },
      after: { copy_of: id },
    })
    return (await findEvent(tx, me, made, site)) ?? refuse("event_not_found")
  })
}

/** Finds the copy on these dates that the same person has made a moment ago, if it and the original are as they were then. */
async function sameCopy(
  tx: Db,
  me: SignedIn,
  id: number,
  occurrences: readonly OccurrenceDraft[],
): Promise<number | undefined> {
  const starts = [...new Set(occurrences.map(({ starts_at }) => starts_at.getTime()))].sort((a, b) => a - b)
  const { rows } = await sql<{ id: number }>`
    select e.id from events e join events original on original.id = ${id}
    where e.created_by = ${me.userId} and e.created_at > now() - ${pressedTwiceWithin} and e.workflow = 'draft'
      and e.deleted_at is null and original.updated_at <= e.created_at
      and exists (select from changes c where c.event_id = e.id and c.action = 'copied'
        and c.fields -> 'copy_of' ->> 1 = ${String(id)})
      and not exists (select from changes c where c.event_id = e.id and c.action <> 'copied')
      and array(select o.starts_at from occurrences o where o.event_id = e.id order by o.starts_at)
        = ${starts.map((at) => new Date(at))}::timestamptz[]
    order by e.id desc limit 1`.execute(tx)
  return rows[0]?.id
}

/** Refuses the faults of a copy, as creating it would; writes nothing. */
export async function judgeCopy(db: Db, viewer: Viewer, id: number, { given }: PartlyValid<CopyInput>): Promise<void> {
  const held = await eventFor(db, viewer, id)
  demand(viewer, "edit", held)
  momentsOf(given, held)
}

/** Returns the organisers of the original, the viewer's own pages first, otherwise in their order. */
async function organizersOf(tx: Db, me: SignedIn, id: number) {
  const rows = await tx
    .selectFrom("event_organizers as eo")
    .innerJoin("actors as a", "a.id", "eo.actor_id")
    .select(["a.id", "a.fid", "a.type", "a.name", "a.language"])
    .where("eo.event_id", "=", id)
    .where("eo.status", "<>", "refused")
    .where("a.deleted_at", "is", null)
    .orderBy("eo.position")
    .execute()
  const relations = await relationsTo(
    tx,
    me,
    rows.map((row) => row.id),
  )
  const all = rows.map((row) => ({
    ...row,
    language: row.language as "fr" | "en" | "nl",
    relations: relations.get(row.id) ?? [],
  }))
  const isOwn = (one: (typeof all)[number]) => may(me, "edit", one)
  return [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))]
}

/** Returns the content of the row, without its history. */
async function fieldsOf(tx: Db, id: number): Promise<Omit<EventDraft, "occurrences">> {
  const row = await tx.selectFrom("events").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
  const { language, title, summary, description, category, tags, timezone, all_day, doors_minutes, recurrence } = row
  const { mode, online_url, place_id, room_id, location_id, parent_id, ticket_url, capacity, age_min, age_max } = row
  const spot =
    location_id === null
      ? null
      : await tx
          .selectFrom("locations")
          .select(["name", "street", "postal_code", "locality", "region", "country", "lat", "lon", "precision"])
          .where("id", "=", location_id)
          .executeTakeFirst()
  const lineup = await tx
    .selectFrom("event_lineup")
    .select(["actor_id", "name", "role"])
    .where("event_id", "=", id)
    .orderBy("position")
    .execute()
  const prices = await tx
    .selectFrom("event_prices")
    .select(["label", "amount", "currency", "free", "pay_what_you_can"])
    .where("event_id", "=", id)
    .orderBy("position")
    .execute()
  const said = { language, title, summary, description, category, tags, timezone, all_day, doors_minutes, recurrence }
  const there = { mode, online_url, place_id, room_id, location: spot ?? null, parent_id }
  const open = { ticket_url, capacity, age_min, age_max, languages: row.languages, access: row.access, prices }
  return {
    ...said,
    ...there,
    ...open,
    lineup,
    poster_roll: row.poster_roll,
  } as Omit<EventDraft, "occurrences">
}

/**
 * Returns the dates as they are now. The original time of a moved date is not copied; with a recurrence rule, a date also keeps
 * its original start in the rule.
 */
async function datesOf(tx: Db, { id }: HeldEvent, rule: EventDraft["recurrence"]): Promise<OccurrenceDraft[]> {
  const dates = (await tx
    .selectFrom("occurrences")
    .select(["starts_at", "ends_at", "status", "recurrence_id"])
    .where("event_id", "=", id)
    .orderBy("starts_at")
    .execute()) as OccurrenceDraft[]
  if (rule) return dates
  return dates.map((one) => ({
    ...one,
    status: one.status === "moved" ? "scheduled" : one.status,
    recurrence_id: null,
  }))
}

/** Returns the dates of the copy: at the same wall-clock time, with the length of the original's first date. */
function moved(dates: OccurrenceDraft[], given: CopyInput, held: HeldEvent): OccurrenceDraft[] {
  const { timezone } = held
  if (!given.start && !given.dates) return dates
  const standing = dates.filter(({ status }) => status !== "cancelled")
  const old = standing.length > 0 ? standing : dates
  const wall = (at: Date) => Date.parse(`${isoAt(at, timezone).slice(0, 19)}Z`)
  const at = (time: number) => instantOf(new Date(time).toISOString().slice(0, 19), timezone)
  const first = old[0] as OccurrenceDraft
  const lasting = (one: OccurrenceDraft, start: number) =>
    one.ends_at && at(start + wall(one.ends_at) - wall(one.starts_at))
  const asked = momentsOf(given, held)
  if (given.dates) return asked.map((starts_at) => ({ starts_at, ends_at: lasting(first, wall(starts_at)) }))
  const by = wall(asked[0] as Date) - wall(first.starts_at)
  return old.map((one) => {
    const start = wall(one.starts_at) + by
    return { starts_at: at(start), ends_at: lasting(one, start) }
  })
}

/** Parses the requested starts; refuses every invalid one. */
function momentsOf({ start, dates }: CopyInput, { timezone, all_day }: HeldEvent): Date[] {
  const faults = gatherFaults()
  const read = (text: string, field: string) => faults.noting(() => momentOf(text, field, { timezone, all_day }))
  const asked = [
    ...(start === undefined ? [] : [read(start, "start")]),
    ...(dates ?? []).map((text, index) => read(text, `dates.${index}`)),
  ]
  faults.refuse()
  return asked.filter((moment) => moment !== undefined)
}

/**
 * Sets the consent of pages for the copy: only the viewer's own pages agree already. A page that declined to be named on the
 * original appears as a name only.
 */
async function agreeAnew(tx: Db, me: SignedIn, id: number, organizers: Awaited<ReturnType<typeof organizersOf>>) {
  const { rows } = await sql<{ actor_id: number; part: "place" | "performer" }>`
    select distinct named.actor_id, named.part from (
      select actor_id, 'performer' as part from event_lineup where event_id = ${id} and actor_id is not null
      union all select place_id, 'place' from events where id = ${id} and place_id is not null) as named
    join relations r on r.actor_id = named.actor_id and r.user_id = ${me.userId} and r.status = 'accepted'`.execute(tx)
  const of = (part: string) => rows.filter((row) => row.part === part).map((row) => row.actor_id)
  await sql`
    update event_lineup set confirmed = true where event_id = ${id} and actor_id = any(${of("performer")}::bigint[])`.execute(
    tx,
  )
  await storeConsent(tx, me, id, { performers: of("performer"), places: of("place") }, organizers)
}
