import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import type { By } from "#features/changes/change.ts"
import type { Event } from "#features/events/event.ts"
import { enqueue, enqueueAll } from "#queue/enqueue.ts"
import { strongestReason } from "./audience.server.ts"
import { type Change, changeOfReturn, changeToNotify, mergeChanges, withdrawal } from "./change-to-notify.ts"
import { type Facts, graceSeconds, type NoticeKind } from "./notice.ts"

/**
 * An edit of an event: the users whose attendance was lost with a removed date, and why it, or some of its dates, were taken
 * off the agenda. Some edits are not for followers.
 */
export type Edit = {
  before: Event
  after: Event
  lost?: number[] | undefined
  reason?: string | null | undefined
  toFollowers?: boolean | undefined
}

/**
 * Writes the notices of edits, in the transaction that makes them. They are sent after a short while, so that corrections
 * made by then are merged into one notice and changes undone by then are not reported.
 */
export async function noteEdits(tx: Db, by: By, edits: Edit[]): Promise<void> {
  const isBack = ({ before, after }: Edit) => before.workflow !== "published" && after.workflow === "published"
  await noteReturns(
    tx,
    by,
    edits.filter(isBack).map(({ after }) => after),
  )
  const found = edits.flatMap(({ before, after, lost, reason = null, toFollowers }) => {
    const change = isBack({ before, after }) ? undefined : changeToNotify(before, after, Date.now(), reason)
    return change ? [{ change, before, after, lost, toFollowers }] : []
  })
  await writeNotices(tx, by, await withEarlier(tx, found))
}

/**
 * Writes the notices that events are withdrawn, in the transaction that deletes them, with the same number of statements
 * however many they are.
 */
export async function noteWithdrawals(
  tx: Db,
  by: By,
  events: Event[],
  { reason = null, toFollowers = true }: { reason?: string | null; toFollowers?: boolean } = {},
): Promise<void> {
  const found = events.flatMap((event) => {
    const change = withdrawal(event, reason)
    return change ? [{ change, before: event, after: event, toFollowers }] : []
  })
  await writeNotices(tx, by, await withEarlier(tx, found))
}

/**
 * Writes the notices that events are public again. If people were notified of the withdrawal, they are notified of the
 * return; otherwise only of what changed meanwhile.
 */
export async function noteReturns(tx: Db, by: By, events: Event[]): Promise<void> {
  const published = events.filter(({ workflow }) => workflow === "published")
  if (published.length === 0) return
  const { rows } = await sql<{ event_id: number; id: number; kind: NoticeKind; was: Facts; wereTold: boolean }>`
    select last.* from unnest(${published.map(({ id }) => id)}::bigint[]) as given(event_id) cross join lateral (
      select event_id, id, kind, was, started_at is not null as "wereTold" from notices
      where notices.event_id = given.event_id and kind in ('withdrawn', 'returned')
      order by id desc limit 1 for update) as last`.execute(tx)
  const lasts = new Map(rows.map((row) => [row.event_id, row]))
  const noted = published.flatMap((event): Noted[] => {
    const last = lasts.get(event.id)
    if (last?.kind !== "withdrawn") return []
    const change = changeOfReturn(last.was, event, last.wereTold) ?? "nothing"
    return [{ change, before: event, after: event, replaced: last.wereTold ? [] : [last.id] }]
  })
  await writeNotices(tx, by, noted)
}

type Found = Omit<Edit, "reason"> & { change: Change }
type Noted = Omit<Found, "change"> & { change: Change | "nothing"; replaced: number[] }

/** Writes the notices of different events, and deletes those they replace. */
async function writeNotices(tx: Db, by: By, all: Noted[]): Promise<void> {
  const rows = all.flatMap(({ change, before, after, replaced, toFollowers = true }) => {
    if (change === "nothing") return []
    const isGone = change.kind === "withdrawn"
    // A withdrawn event is named by its public title, because the present title of a draft is not public.
    const { title, language } = isGone ? before : after
    const { kind, occurrences, was, becomes } = change
    const host = isGone ? (before.organizers[0]?.fid ?? null) : null
    const pages = toFollowers ? pagesOf(before, after) : []
    return [{ event_id: after.id, kind, host, occurrences, was, becomes, title, language, pages, replaced }]
  })
  if (rows.length > 0) {
    const { rows: made } = await sql<{ id: number; event_id: number }>`
      insert into notices (kind, event_id, actor_id, occurrence_ids, user_id, was, becomes, event_title, event_language, followed)
      select kind, event_id, (select id from actors where fid = host), occurrences,
        (select id from users where id = ${by.userId}::bigint), -- who may have left since
        was, becomes, title, language, array(
          -- Who follows has not heard of what was public for moments only.
          select id from actors where fid = any(pages) and not (kind = 'withdrawn' and ${wasPublicForMoments})
          union select unnest(followed) from notices where id = any(replaced))
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(kind text, event_id bigint, host text,
        occurrences bigint[], was jsonb, becomes jsonb, title jsonb, language text, pages text[], replaced bigint[])
      returning id, event_id`.execute(tx)
    await notePeople(tx, all, new Map(made.map(({ id, event_id }) => [event_id, id])))
    await enqueueAll(
      tx,
      "notices.gather",
      made.map(({ id }) => ({ noticeId: id })),
      { startAfter: graceSeconds },
    )
  }
  const replaced = all.flatMap((one) => one.replaced)
  if (replaced.length > 0) await sql`delete from notices where id = any(${replaced}::bigint[])`.execute(tx)
}

/** SQL condition: the event (event_id) has been public for less than the grace period. */
const wasPublicForMoments = sql`(exists (select from changes c where c.event_id = given.event_id and c.is_public
    and c.action in ('created', 'published') and c.created_at > now() - make_interval(secs => ${graceSeconds}))
  and not exists (select from changes c where c.event_id = given.event_id and (c.is_public or c.action = 'published')
    and c.created_at <= now() - make_interval(secs => ${graceSeconds})))`

/** Stores recipients who could no longer be found among the attendances, because their date is gone. */
async function notePeople(tx: Db, all: Noted[], ids: Map<number, number>): Promise<void> {
  const pairs = (of: (one: Noted) => number[]) =>
    all.flatMap((one) => of(one).map((other) => ({ notice_id: ids.get(one.after.id), other })))
  const lost = pairs((one) => one.lost ?? []).filter(({ notice_id }) => notice_id !== undefined)
  const replaced = pairs((one) => one.replaced).filter(({ notice_id }) => notice_id !== undefined)
  if (lost.length + replaced.length === 0) return
  await sql`
    insert into notice_people (notice_id, user_id, because)
    select notice_id, user_id, ${strongestReason} from (
      select notice_id, other as user_id, 'answer' as because
        from jsonb_to_recordset(${JSON.stringify(lost)}::jsonb) as given(notice_id bigint, other bigint)
      union all select given.notice_id, p.user_id, p.because
        from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) as given(notice_id bigint, other bigint)
        join notice_people p on p.notice_id = given.other
    ) as people group by notice_id, user_id`.execute(tx)
}

/** Returns the fids of the first organizer and the place, before and after the edit: their followers are notified. */
function pagesOf(before: Event, after: Event): string[] {
  const pages = [before, after].flatMap(({ organizers, place }) => [organizers[0]?.fid, place?.fid])
  return [...new Set(pages.filter((fid) => fid !== undefined))]
}

/** Merges recent notices that nobody has received yet into the new ones. */
async function withEarlier(tx: Db, all: Found[]): Promise<Noted[]> {
  if (all.length === 0) return []
  const { rows } = await sql<{
    event_id: number
    id: number
    kind: NoticeKind
    was: Facts
    becomes: Facts
    occurrences: number[] | null
  }>`
    select earlier.* from unnest(${all.map(({ after }) => after.id)}::bigint[]) as given(event_id) cross join lateral (
      select event_id, id, kind, was, becomes, to_json(occurrence_ids) as occurrences from notices
      where notices.event_id = given.event_id and started_at is null
        and kind not in ('message', 'confirmation', 'invitation', 'answers', 'reactions', 'refused')
        and created_at > now() - make_interval(secs => ${graceSeconds})
      order by id desc limit 20 for update skip locked) as earlier`.execute(tx)
  const earlier = Map.groupBy(rows, ({ event_id }) => event_id)
  return all.map((one) => ({ ...one, ...merged(one, earlier.get(one.after.id) ?? []) }))
}

/**
 * Merges a change with earlier notices of the same event.
 * @param rows the earlier notices, newest first
 */
function merged({ change, after }: Found, rows: (Change & { id: number })[]): Pick<Noted, "change" | "replaced"> {
  let whole: Change | "nothing" = change
  const replaced: number[] = []
  for (const { id, kind, was, becomes, occurrences } of rows.toSorted((a, b) => b.id - a.id)) {
    const both: Change | "nothing" | undefined = mergeChanges(
      { kind, was, becomes, occurrences },
      whole,
      after.occurrences.length > 1,
    )
    if (!both) continue
    replaced.push(id)
    whole = both
    if (whole === "nothing") break
  }
  return { change: whole, replaced }
}

/** Notifies the invited user or page in the inbox; the mail is sent by the invitation itself. */
export async function noteInvitation(
  tx: Db,
  by: By,
  relation: { id: number; actor_id: number; relation: string },
): Promise<void> {
  const { id } = await tx
    .insertInto("notices")
    .values({
      kind: "invitation",
      actor_id: relation.actor_id,
      relation_id: relation.id,
      user_id: by.userId,
      becomes: JSON.stringify({ relation: relation.relation } satisfies Facts),
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  await enqueue(tx, "notices.gather", { noticeId: id })
}

/** Notifies the user who claimed a page of the decision, in the inbox; the mail is sent by the decision itself. */
export async function noteClaim(
  tx: Db,
  by: By,
  claim: { id: number; actor_id: number; status: "accepted" | "refused"; answer: string | null },
): Promise<void> {
  const { id } = await tx
    .insertInto("notices")
    .values({
      kind: "claim",
      actor_id: claim.actor_id,
      claim_id: claim.id,
      user_id: by.userId,
      becomes: JSON.stringify({ claim: claim.status, reason: claim.answer } satisfies Facts),
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  await enqueue(tx, "notices.gather", { noticeId: id })
}

export type Message = { subject: string; text: string; to: string[]; occurrence?: number | undefined }

/** Time within which the same message sent again is the same press, of which the answer did not arrive. */
const sentTwiceWithin = sql`interval '10 minutes'`

/**
 * Writes a message to everybody who gave one of these answers to an event; returns the notice's id, and whether it is new: the
 * same message sent again shortly after reaches nobody twice.
 */
export async function sendMessage(
  tx: Db,
  by: SignedIn,
  eventId: number,
  { subject, text, to, occurrence }: Message,
): Promise<{ id: number; isNew: boolean }> {
  // The messages of one person are written one at a time.
  await tx.selectFrom("users").select("id").where("id", "=", by.userId).forUpdate().execute()
  const { rows } = await sql<{ id: number }>`
    select id from notices
    where event_id = ${eventId} and kind = 'message' and user_id = ${by.userId}
      and subject = ${subject} and body = ${text} and answers = ${to}::text[]
      and occurrence_ids is not distinct from ${occurrence === undefined ? null : [occurrence]}::bigint[]
      and created_at > now() - ${sentTwiceWithin}
    limit 1`.execute(tx)
  if (rows[0]) return { id: rows[0].id, isNew: false }
  const { title, language } = await tx
    .selectFrom("events")
    .select(["title", "language"])
    .where("id", "=", eventId)
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto("notices")
    .values({
      kind: "message",
      event_id: eventId,
      event_title: JSON.stringify(title),
      event_language: language,
      user_id: by.userId,
      subject,
      body: text,
      answers: to,
      occurrence_ids: occurrence === undefined ? null : [occurrence],
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  await enqueue(tx, "notices.gather", { noticeId: id })
  return { id, isNew: true }
}
