import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import type { Event } from "#features/events/event.ts"
import { enqueue } from "#queue/enqueue.ts"
import {
  type Change,
  changeToTell,
  type Facts,
  graceSeconds,
  mergedChange,
  type NoticeKind,
  returning,
  withdrawal,
} from "./notice.ts"

type By = Pick<SignedIn, "userId"> | null

/**
 * Notes what people have to be told of an edit, in the transaction that makes it. They are told after a short while:
 * what is corrected by then is told once, as it is, and what was taken back is not told at all.
 * @param lost whose answers went with a date that was taken away
 * @param reason why it was taken off the agenda, if it was
 */
export async function noteChange(
  tx: Db,
  by: By,
  before: Event,
  after: Event,
  { lost = [], reason = null }: { lost?: number[]; reason?: string | null | undefined } = {},
): Promise<void> {
  if (before.workflow !== "published" && after.workflow === "published") return noteReturn(tx, by, after)
  const found = changeToTell(before, after, Date.now(), reason)
  if (!found) return
  const { change, replaced } = await withEarlier(tx, found, after)
  await writeNotice(tx, by, change, { before, after, lost, replaced })
}

/** Notes, in the transaction that deletes it, that an event is there no more. */
export async function noteWithdrawal(
  tx: Db,
  by: By,
  event: Event,
  { reason = null, toFollowers = true }: { reason?: string | null; toFollowers?: boolean },
): Promise<void> {
  const change = withdrawal(event, reason)
  if (!change) return
  const noted = await withEarlier(tx, change, event)
  await writeNotice(tx, by, noted.change, { before: event, after: event, replaced: noted.replaced, toFollowers })
}

/**
 * Notes that an event is public again. Who was told that it was withdrawn is told that it is back; when nobody was yet,
 * nobody is, but for what changed meanwhile.
 */
export async function noteReturn(tx: Db, by: By, event: Event): Promise<void> {
  if (event.workflow !== "published") return
  const { rows } = await sql<{ id: number; kind: NoticeKind; was: Facts; wereTold: boolean }>`
    select id, kind, was, started_at is not null as "wereTold" from notices
    where event_id = ${event.id} and kind in ('withdrawn', 'returned') order by id desc limit 1 for update`.execute(tx)
  const last = rows[0]
  if (last?.kind !== "withdrawn") return
  const change = returning(last.was, event, last.wereTold) ?? "nothing"
  await writeNotice(tx, by, change, { before: event, after: event, replaced: last.wereTold ? [] : [last.id] })
}

type Noted = { before: Event; after: Event; replaced: number[]; lost?: number[]; toFollowers?: boolean }

async function writeNotice(
  tx: Db,
  by: By,
  change: Change | "nothing",
  { before, after, replaced, lost = [], toFollowers = true }: Noted,
): Promise<void> {
  if (change === "nothing") {
    if (replaced.length > 0) await tx.deleteFrom("notices").where("id", "in", replaced).execute()
    return
  }
  const isGone = change.kind === "withdrawn"
  const host = isGone ? (before.organizers[0]?.fid ?? null) : null
  // What it was called when people could see it: of a draft nobody else learns what it is called now.
  const { title, language } = isGone ? before : after
  const { rows } = await sql<{ id: number }>`
    insert into notices (kind, event_id, actor_id, occurrence_ids, user_id, was, becomes, event_title, event_language, followed)
    values (${change.kind}, ${after.id}, (select id from actors where fid = ${host}), ${change.occurrences}::bigint[],
      ${by?.userId ?? null}::bigint, ${JSON.stringify(change.was)}::jsonb, ${JSON.stringify(change.becomes)}::jsonb,
      ${JSON.stringify(title)}::jsonb, ${language}, array(
        select id from actors where fid = any(${toFollowers ? pagesOf(before, after) : []}::text[])
        union select unnest(followed) from notices where id = any(${replaced}::bigint[])))
    returning id`.execute(tx)
  const noticeId = (rows[0] as { id: number }).id
  await sql`
    insert into notice_people (notice_id, user_id)
    select ${noticeId}::bigint, user_id from unnest(${lost}::bigint[]) as lost(user_id)
    union select ${noticeId}::bigint, user_id from notice_people where notice_id = any(${replaced}::bigint[])`.execute(
    tx,
  )
  if (replaced.length > 0) await tx.deleteFrom("notices").where("id", "in", replaced).execute()
  await enqueue(tx, "notices.gather", { noticeId }, { startAfter: graceSeconds })
}

/** Who answered for dates that are about to be taken away. */
export async function answeredFor(tx: Db, occurrenceIds: number[]): Promise<number[]> {
  if (occurrenceIds.length === 0) return []
  const rows = await tx
    .selectFrom("attendances")
    .select("user_id")
    .distinct()
    .where("occurrence_id", "in", occurrenceIds)
    .where("value", "<>", "declined")
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Host and house, as they were and as they are: whose followers are told. */
function pagesOf(before: Event, after: Event): string[] {
  const pages = [before, after].flatMap(({ organizers, place }) => [organizers[0]?.fid, place?.fid])
  return [...new Set(pages.filter((fid) => fid !== undefined))]
}

/** What was noted a moment ago and nobody has been told yet becomes one with it. */
async function withEarlier(tx: Db, change: Change, event: Event) {
  const { rows } = await sql<{
    id: number
    kind: NoticeKind
    was: Facts
    becomes: Facts
    occurrences: number[] | null
  }>`
    select id, kind, was, becomes, to_json(occurrence_ids) as occurrences from notices
    where event_id = ${event.id} and started_at is null and kind not in ('message', 'confirmation', 'invitation', 'answers')
      and created_at > now() - make_interval(secs => ${graceSeconds})
    order by id desc limit 20 for update skip locked`.execute(tx)
  let merged: Change | "nothing" = change
  const replaced: number[] = []
  for (const { id, ...earlier } of rows) {
    const both: Change | "nothing" | undefined = mergedChange(earlier, merged, event.occurrences.length > 1)
    if (!both) continue
    replaced.push(id)
    merged = both
    if (merged === "nothing") break
  }
  return { change: merged, replaced }
}

/** Asks the pages that these published events name, and that have not answered: each once for each event. */
export async function askToConfirm(tx: Db, by: Pick<SignedIn, "userId"> | null, eventIds: number[]): Promise<void> {
  if (eventIds.length === 0) return
  const { rows } = await sql<{ id: number }>`
    with named(event_id, actor_id, part) as (
      select event_id, actor_id, 'organizer' from event_organizers
        where event_id = any(${eventIds}::bigint[]) and position > 0 and status = 'pending'
      union select event_id, actor_id, 'performer' from event_lineup
        where event_id = any(${eventIds}::bigint[]) and actor_id is not null and not confirmed
      union select e.id, e.place_id, 'place' from events e
        where e.id = any(${eventIds}::bigint[]) and e.place_id is not null
          and not exists (select from event_confirmations ec
            where ec.event_id = e.id and ec.actor_id = e.place_id and ec.part = 'place')
          and not exists (select from event_organizers eo where eo.event_id = e.id and eo.actor_id = e.place_id)
    )
    insert into notices (kind, event_id, actor_id, user_id, becomes, event_title, event_language)
    select 'confirmation', event_id, actor_id, ${by?.userId ?? null}::bigint, jsonb_build_object('part', json_agg(part order by part)),
      (array_agg(e.title))[1], min(e.language)
    from named join events e on e.id = event_id and e.workflow = 'published' and e.last_until > now()
    where exists (select from relations r where r.actor_id = named.actor_id and r.status = 'accepted'
      and r.relation in ('owner', 'member', 'assistant') and r.user_id is distinct from ${by?.userId ?? null}::bigint and r.user_id is not null)
    group by event_id, actor_id
    on conflict (event_id, actor_id) where kind = 'confirmation' do nothing returning id`.execute(tx)
  for (const { id } of rows) await enqueue(tx, "notices.gather", { noticeId: id }, { startAfter: graceSeconds })
}

/** Tells whoever was invited to a page, here; the mail is written where people are invited. */
export async function noteInvitation(
  tx: Db,
  by: Pick<SignedIn, "userId">,
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

/** Tells who said that a page is theirs what was decided, here; the mail is written where it is decided. */
export async function noteClaim(
  tx: Db,
  by: Pick<SignedIn, "userId">,
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

/** Writes to everybody who answered an event so; returns the notice's id. */
export async function sendMessage(
  tx: Db,
  by: SignedIn,
  eventId: number,
  { subject, text, to, occurrence }: Message,
): Promise<number> {
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
  return id
}
