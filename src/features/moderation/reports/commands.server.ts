import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { deleteInSteps, setInSteps } from "#db/in-steps.ts"
import { writing } from "#db/writing.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import { enqueueAll } from "#queue/enqueue.ts"
import { refuse } from "#lib/refusal.ts"
import { requestCorrection } from "../deciding/commands.server.ts"
import { hideActor, hideComment, hideEvent, showActor, showEvent, unhideComment } from "../hiding/commands.server.ts"
import type { Reported, ReportChange } from "./inputs.ts"
import { queueReportNotice } from "./notifying/commands.server.ts"

/** Most open reports of one server: no more are accepted until some are decided. */
const mostOpen = 100

/** A report from a person on another server. */
export type Complaint = {
  host: string
  remoteActorId: number
  text: string
  events: number[]
  actors: number[]
  reactions: number[]
}

/** Stores a report from another server and notifies moderators; does nothing when too many of that server are open. */
export async function fileReport(tx: Db, complaint: Complaint): Promise<void> {
  const { host, remoteActorId, text, events, actors, reactions } = complaint
  // Reports of one server wait for each other: otherwise simultaneous ones would exceed the limit.
  await sql`select pg_advisory_xact_lock(hashtextextended('reports ' || ${host}, 0))`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into reports (host, remote_actor_id, text)
    select ${host}, ${remoteActorId}::bigint, ${text}
    where (select count(*) from reports where host = ${host} and status = 'open') < ${mostOpen} returning id`.execute(
    tx,
  )
  if (!rows[0]) return
  await sql`
    insert into report_subjects (report_id, event_id, actor_id, reaction_id)
    select ${rows[0].id}::bigint, id, null::bigint, null::bigint from unnest(${events}::bigint[]) id
    union all select ${rows[0].id}::bigint, null, id, null from unnest(${actors}::bigint[]) id
    union all select ${rows[0].id}::bigint, null, null, id from unnest(${reactions}::bigint[]) id`.execute(tx)
  await queueReportNotice(tx)
}

/**
 * Closes a report and, as decided, hides the content, asks its page for a correction, or shows it again: all or nothing.
 * Repeating it changes nothing: the first decision counts. The people who reported it here are mailed the decision once, so a
 * different decision is refused after that (`report_decided`), and so is one with another reason, which nobody would read.
 */
export async function decideReport(db: Db, viewer: Viewer, id: number, decision: ReportChange): Promise<void> {
  demand(viewer, "moderate", {})
  await writing(db, async (tx) => {
    const { rows } = await sql<{
      decided: string | null
      isOpen: boolean
      due: string
      told: string | null
      toldDue: string | null
    }>`
      select decision as decided, status = 'open' as "isOpen", (current_date + ${decision.days}::int)::text as due,
        reason as told, due_on::text as "toldDue"
      from reports where id = ${id} for update`.execute(tx)
    const { decided, isOpen, due, told, toldDue } = rows[0] ?? refuse("not_found")
    const reason = decision.reason ?? null
    // An open report gives moderators access to its content, so it is closed last.
    if (decision.hide) {
      const hides = await reportedIn(tx, id, decision.hide)
      const isNew = await hides.hide(tx, viewer, reason)
      if (isNew && decided !== null && decided !== "hidden") refuse("report_decided")
      if (!isNew && !isOpen && reason !== null && reason !== told) refuse("report_decided")
    }
    if (decision.correct) {
      await reportedIn(tx, id, decision.correct)
      if (decided !== null && decided !== "correction") refuse("report_decided")
      if (!isOpen && (reason !== told || due !== toldDue)) refuse("report_decided")
      if (isOpen) await requestCorrection(tx, viewer, decision.correct, { reason, due })
    }
    const isClosing = !decision.hide && !decision.correct && !decision.show
    if (isClosing && !isOpen && reason !== null && reason !== told) refuse("report_decided")
    if (decision.show) {
      const shows = await reportedIn(tx, id, decision.show)
      await shows.show(tx, viewer)
    }
    if (isOpen) await closeReport(tx, viewer, id, { reason, due: decision.correct ? due : null })
  })
}

/**
 * Closes a report. The stored decision is the present state of the content, not the requested one: it may have been hidden before
 * the decision, and a draft cannot be hidden. The reason of a decision that nobody is mailed is for other moderators.
 */
async function closeReport(
  tx: Db,
  viewer: Viewer,
  id: number,
  { reason, due }: { reason: string | null; due: string | null },
): Promise<void> {
  await sql`
    update reports set status = 'closed', closed_at = now(), closed_by = ${viewer?.userId ?? null}::bigint,
      decision = became.decision, due_on = ${due}::date,
      reason = case became.decision when 'hidden' then coalesce(became.reason, ${reason}) else ${reason} end
    from (
      select case when ${due !== null} then 'correction' when count(*) > 0 then 'hidden' else 'none' end as decision,
        min(coalesce(e.hidden_reason, a.hidden_reason)) as reason
      from report_subjects s
      left join events e on e.id = s.event_id left join actors a on a.id = s.actor_id
      left join fediverse_reactions f on f.id = s.reaction_id
      where s.report_id = ${id} and coalesce(e.hidden_at, a.hidden_at, f.hidden_at) is not null) became
    where id = ${id}`.execute(tx)
  // Each address is mailed once, however often it was left; through the account it belongs to, where there is one.
  const { rows } = await sql<{ statementId: number }>`
    select distinct on (lower(coalesce(said.email, m.email, 'user ' || said.user_id))) said.id as "statementId"
    from report_statements said
    left join emails m on m.user_id = said.user_id and m.is_primary and m.verified_at is not null
    where said.report_id = ${id} and num_nonnulls(said.user_id, said.email) = 1
    order by lower(coalesce(said.email, m.email, 'user ' || said.user_id)), said.user_id nulls last, said.id`.execute(
    tx,
  )
  await enqueueAll(tx, "moderation.decided-mail", rows)
}

/**
 * Deletes who reported what, here or elsewhere, and their words, three months after the decision, and the report itself after a
 * year: until then it counts in the history of the page.
 */
export async function sweepReports(db: Db): Promise<void> {
  const isOld = sql`status = 'closed' and closed_at < now() - interval '3 months'`
  await setInSteps(
    db,
    "report_statements",
    sql`user_id = null, email = null, text = '', name = null`,
    sql`(num_nonnulls(user_id, email, name) > 0 or text <> '') and report_id in (select id from reports where ${isOld})`,
  )
  await setInSteps(
    db,
    "reports",
    sql`remote_actor_id = null, text = ''`,
    sql`${isOld} and (remote_actor_id is not null or text <> '')`,
  )
  await deleteInSteps(db, "reports", sql`status = 'closed' and closed_at < now() - interval '1 year'`)
}

type Hiding = {
  /** Returns whether it was visible before. */
  hide: (tx: Db, viewer: Viewer, reason: string | null) => Promise<boolean>
  show: (tx: Db, viewer: Viewer) => Promise<void>
}

/** Returns the functions that hide and show one content of a report; refuses content the report does not name. */
async function reportedIn(tx: Db, reportId: number, reported: Reported): Promise<Hiding> {
  const { subject, ...hiding } = hidingOf(reported)
  const { rows } = await sql`select from report_subjects s where s.report_id = ${reportId} and ${subject}`.execute(tx)
  return rows.length > 0 ? hiding : refuse("not_found")
}

function hidingOf(reported: Reported): Hiding & { subject: RawBuilder<unknown> } {
  if ("event" in reported) {
    const id = reported.event
    return {
      subject: sql`s.event_id = ${id}::bigint`,
      hide: (tx, viewer, reason) => hideEvent(tx, viewer, id, reason),
      show: (tx, viewer) => showEvent(tx, viewer, id),
    }
  }
  if ("page" in reported) {
    const fid = reported.page
    return {
      subject: sql`s.actor_id = (select id from actors where fid = ${fid})`,
      hide: (tx, viewer, reason) => hideActor(tx, viewer, fid, reason),
      show: (tx, viewer) => showActor(tx, viewer, fid),
    }
  }
  const id = reported.comment
  return {
    subject: sql`s.reaction_id = ${id}::bigint`,
    hide: (tx, viewer) => hideComment(tx, viewer, id),
    show: (tx, viewer) => unhideComment(tx, viewer, id),
  }
}
