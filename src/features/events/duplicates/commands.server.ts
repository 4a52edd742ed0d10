import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import { changed, forgetJournals } from "#features/changes/commands.server.ts"
import { documentKinds } from "#features/changes/kinds.ts"
import { doneBy, isLogged, may } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { mergeAnswers } from "#features/notices/answers/commands.server.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { heldEvent, type HeldEvent } from "../access/queries.server.ts"
import type { Event } from "../event.ts"
import { findEvent } from "../queries.server.ts"
import type { Site } from "../reading.server.ts"

/**
 * Merges one event into another: answers, agenda entries and confirmations of the first (local and remote), its parts, files and
 * history move to the second, which otherwise stays as it is. The first one's address leads to it for ever. For managers of both
 * events, and moderators; private files and what only one team could see in the journal then do not go to the other. Repeating it
 * changes nothing.
 */
export async function mergeEvents(db: Db, viewer: Viewer, id: number, into: number, site: Site): Promise<Event> {
  if (id === into) refuseFields({ into: ["errors.merge_itself"] })
  return writing(db, async (tx) => {
    // Rows are locked in the order of their ids, so that two merges never deadlock.
    const [first, second] = [await held(tx, viewer, Math.min(id, into)), await held(tx, viewer, Math.max(id, into))]
    const [from, to] = (id < into ? [first, second] : [second, first]) as [HeldEvent | undefined, HeldEvent | undefined]
    if (!from && to && (await isMergedInto(tx, id, into))) {
      demandMerging(viewer, [to])
      return (await findEvent(tx, viewer, into, site)) ?? refuse("event_not_found")
    }
    if (!from) return refuse("event_not_found")
    if (!to) return refuseFields({ into: ["errors.event_unknown"] })
    if (from.isElsewhere || to.isElsewhere) refuse("not_allowed")
    demandMerging(viewer, [from, to])
    const me = viewer as SignedIn
    if (from.workflow === "published" && to.workflow !== "published")
      refuseFields({ into: ["errors.merge_into_draft"] })

    await moveAnswers(tx, id, into)
    await moveElsewhere(tx, id, into)
    // An administrator may edit both without managing either.
    const isOwn = [from, to].every((one) => may(me, "edit", one) && !isLogged(me, "edit", one))
    await moveNames(tx, id, into, isOwn)
    if (!isOwn) await leavePrivateFiles(tx, id)
    await moveHistory(tx, id, into, isOwn)
    await moveTheRest(tx, id, into)
    await sql`update former_events set event_id = ${into} where event_id = ${id}`.execute(tx)
    const { rows } = await sql<{ uid: string; title: unknown }>`
      delete from events where id = ${id} returning uid, title`.execute(tx)
    await tx
      .insertInto("former_events")
      .values({ id, uid: rows[0]?.uid as string, event_id: into })
      .execute()
    await sql`update events set version = version + 1, sequence = sequence + 1, updated_at = now() where id = ${into}`.execute(
      tx,
    )
    const by = doneBy(me, "edit", { relations: to.relations })
    await changed(tx, [
      { by, subject: { event: id }, kind: "purged", isPublic: from.listed },
      {
        by,
        subject: { event: into },
        kind: "merged",
        isPublic: from.listed || to.listed,
        before: { merged: { id, title: rows[0]?.title } },
        after: { merged: into },
      },
    ])
    return (await findEvent(tx, me, into, site)) ?? refuse("event_not_found")
  })
}

function held(tx: Db, viewer: Viewer, id: number) {
  return heldEvent(tx, viewer, id, true)
}

/** Refuses whoever is neither a moderator nor a manager of all these events. */
function demandMerging(viewer: Viewer, events: readonly HeldEvent[]): void {
  if (!viewer || !may(viewer, "moderate")) for (const one of events) demand(viewer, "edit", one)
}

async function isMergedInto(tx: Db, id: number, into: number): Promise<boolean> {
  const former = await tx.selectFrom("former_events").select("event_id").where("id", "=", id).executeTakeFirst()
  return former?.event_id === into
}

/** Matches each date of the first event with a date of the second: the nearest one within half a day. */
const sameDate = (from: number, to: number) => sql`
  select distinct on (a.id) a.id as was, b.id as is from occurrences a join occurrences b
    on b.event_id = ${to} and abs(extract(epoch from b.starts_at - a.starts_at)) <= 43200
  where a.event_id = ${from}
  order by a.id, abs(extract(epoch from b.starts_at - a.starts_at)), b.id`

/**
 * Moves answers date by date; an answer for a date that the second event does not have becomes one for the whole event. Existing
 * answers of the second event stay.
 */
async function moveAnswers(tx: Db, from: number, to: number): Promise<void> {
  await sql`
    insert into attendances (event_id, occurrence_id, user_id, actor_id, value, visibility, created_at, updated_at)
    select ${to}, dates.is, t.user_id, t.actor_id, t.value, t.visibility, t.created_at, t.updated_at
    from attendances t left join (${sameDate(from, to)}) as dates on dates.was = t.occurrence_id
    where t.event_id = ${from}
    order by t.updated_at desc, t.id
    on conflict (event_id, user_id, occurrence_id) do nothing`.execute(tx)
}

/**
 * Does the same for attendances from other servers: of several dates that become one, the latest answer counts. Remote comments
 * on the first event move to the second; a person who liked or shared both counts once.
 */
async function moveElsewhere(tx: Db, from: number, to: number): Promise<void> {
  // An answer to an event's own address is for its first date, and stored without a date.
  const firstOf = (event: number) => sql`(select min(id) from occurrences where event_id = ${event})`
  await sql`
    insert into fediverse_attendances (event_id, occurrence_id, remote_actor_id, join_uri, state, message, joined_at)
    select ${to}, t.on_date, t.remote_actor_id, t.join_uri, t.state, t.message, t.joined_at from (
      select distinct on (f.remote_actor_id, on_date) f.*, nullif(dates.is, ${firstOf(to)}) as on_date
      from fediverse_attendances f
      left join (${sameDate(from, to)}) as dates on dates.was = coalesce(f.occurrence_id, ${firstOf(from)})
      where f.event_id = ${from} order by f.remote_actor_id, on_date, f.id desc) as t
    where not exists (select from fediverse_attendances own
      where own.event_id = ${to} and own.remote_actor_id = t.remote_actor_id
        and coalesce(own.occurrence_id, ${firstOf(to)}) = coalesce(t.on_date, ${firstOf(to)}))
    order by t.id on conflict do nothing`.execute(tx)
  await sql`
    update fediverse_reactions f set event_id = ${to} where event_id = ${from} and (kind = 'reply'
      or not exists (select from fediverse_reactions own where own.event_id = ${to}
        and own.remote_actor_id = f.remote_actor_id and own.kind = f.kind))`.execute(tx)
  // Reports stay, now about the second event.
  await sql`
    update report_subjects s set event_id = ${to} where event_id = ${from}
      and not exists (select from report_subjects own where own.report_id = s.report_id and own.event_id = ${to})`.execute(
    tx,
  )
}

/**
 * Moves the answers of pages to being named. Pages that organised the first event become co-organisers of the second: at once
 * when one person manages both, otherwise as soon as they agree.
 */
async function moveNames(tx: Db, from: number, to: number, isOwn: boolean): Promise<void> {
  await sql`
    insert into event_confirmations (event_id, actor_id, part, status, user_id, answered_at)
    select ${to}, actor_id, part, status, user_id, answered_at from event_confirmations where event_id = ${from}
    on conflict (event_id, actor_id, part) do nothing`.execute(tx)
  await sql`
    update event_lineup set confirmed = true where event_id = ${to} and actor_id in (
      select actor_id from event_confirmations where event_id = ${to} and part = 'performer' and status = 'accepted')`.execute(
    tx,
  )
  await sql`
    insert into event_organizers (event_id, actor_id, position, status)
    select ${to}, actor_id, (select max(position) from event_organizers where event_id = ${to}) + row_number() over (order by position),
      case when ${isOwn} then status when status = 'accepted' then 'pending' else status end
    from event_organizers where event_id = ${from} and status <> 'refused'
    on conflict (event_id, actor_id) do nothing`.execute(tx)
}

/**
 * Gives the files that only the team of an event sees to its page, where a moderator merges events of two teams: otherwise they
 * would go to the other team, and their own team would lose them.
 */
async function leavePrivateFiles(tx: Db, from: number): Promise<void> {
  await sql`
    update documents set event_id = null, actor_id = coalesce(actor_id, ${hostOf(from)})
    where event_id = ${from} and visibility = 'managers'`.execute(tx)
}

/** Selects the page of an event's team: its first organizer that accepted. */
const hostOf = (event: number) =>
  sql`(select actor_id from event_organizers where event_id = ${event} and status = 'accepted' order by position limit 1)`

/**
 * Moves the journal. Where a moderator merges events of two teams, only what everybody could see goes to the other team: not the
 * work on a draft, and nothing about private files, whose entries go to the page that has the files now.
 */
async function moveHistory(tx: Db, from: number, to: number, isOwn: boolean): Promise<void> {
  if (isOwn) {
    await sql`update changes set event_id = ${to} where event_id = ${from}`.execute(tx)
    return
  }
  const files: readonly string[] = documentKinds
  await sql`
    update changes c set event_id = null, actor_id = ${hostOf(from)}
    where event_id = ${from} and action = any(${files}::text[]) and (not is_public or not exists (
      select from documents d where d.event_id = ${from}
        and d.id in ((c.fields->'document'->>0)::bigint, (c.fields->'document'->>1)::bigint)))`.execute(tx)
  await sql`update changes set event_id = ${to} where event_id = ${from} and is_public`.execute(tx)
  await forgetJournals(tx, { events: [from] })
}

/** Moves parts, files, images (when the other has none), agenda entries, and the import sources. */
async function moveTheRest(tx: Db, from: number, to: number): Promise<void> {
  await sql`
    update events set parent_id = (select nullif(parent_id, ${to}) from events where id = ${from}) where id = ${to} and parent_id = ${from}`.execute(
    tx,
  )
  await sql`update events set parent_id = ${to} where parent_id = ${from} and id <> ${to}`.execute(tx)
  await sql`
    insert into event_images (event_id, position, document_id, focal_x, focal_y, alt, credit)
    select ${to}, position, document_id, focal_x, focal_y, alt, credit from event_images where event_id = ${from}
      and not exists (select from event_images where event_id = ${to})`.execute(tx)
  await sql`update documents set event_id = ${to} where event_id = ${from}`.execute(tx)
  await sql`update uploads set event_id = ${to} where event_id = ${from}`.execute(tx)
  await sql`update fediverse_events set same_as = ${to} where same_as = ${from}`.execute(tx)
  await sql`
    update agendas set updated_at = now() where id in (select agenda_id from agenda_entries where event_id = ${from})`.execute(
    tx,
  )
  await sql`
    insert into agenda_entries (agenda_id, event_id, created_at)
    select agenda_id, ${to}, created_at from agenda_entries where event_id = ${from} on conflict do nothing`.execute(tx)
  await mergeAnswers(tx, from, to)
  await sql`
    update notices set event_id = ${to} where event_id = ${from} and not (kind = 'confirmation'
      and exists (select from notices other where other.event_id = ${to} and other.kind = 'confirmation'
        and other.actor_id = notices.actor_id))`.execute(tx)
  // People who were notified of the first event's publication are not notified of the second.
  await sql`
    insert into notice_events (event_id, actor_id, notice_id, user_id, told_at)
    select ${to}, actor_id, notice_id, user_id, told_at from notice_events where event_id = ${from}
    on conflict do nothing`.execute(tx)
  await sql`update deliveries set event_id = ${to} where event_id = ${from}`.execute(tx)
  await sql`update event_sources set event_id = ${to}, is_merged = true where event_id = ${from}`.execute(tx)
}
