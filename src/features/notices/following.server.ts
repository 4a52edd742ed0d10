import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { type By, type Changed, eventsIn, type LoggedChange } from "#features/changes/change.ts"
import type { ChangeKind } from "#features/changes/kinds.ts"
import type { Event } from "#features/events/event.ts"
import { publicEvents } from "#features/events/removal/queries.server.ts"
import { type Edit, noteClaim, noteEdits, noteInvitation, noteReturns, noteWithdrawals } from "./commands.server.ts"
import { requestConfirmations } from "./confirmations/commands.server.ts"
import { preserveNotices } from "./preserved/commands.server.ts"

// Writes notices from every change, whoever makes it: for attendees, followers, people with the event in a list, and pages asked.

/** Writes the notices of these changes, in their transaction, while the former state can still be read. */
export async function noteChanges(tx: Db, changes: Changed[]): Promise<void> {
  for (const [, those] of Map.groupBy(changes, ({ by }) => JSON.stringify(by))) {
    const { by } = those[0] as Changed
    await noteGone(tx, by, those)
    await noteBack(tx, by, those)
    await noteEdits(tx, by, await worthNoting(tx, those.flatMap(editsIn)))
    await noteAsked(tx, by, those)
  }
}

const isGone = ({ kind }: Changed) => kind === "deleted" || kind === "purged"

/** Writes the notices of deleted events with their former state; some deletions exclude followers. */
async function noteGone(tx: Db, by: By, changes: Changed[]): Promise<void> {
  const gone = changes.filter(isGone)
  const known = gone.filter(({ subject, before }) => "event" in subject && before)
  for (const [, those] of Map.groupBy(known, ({ noticeContext }) => JSON.stringify(noticeContext))) {
    const { reason, toFollowers = true } = those[0]?.noticeContext ?? {}
    await noteWithdrawals(
      tx,
      by,
      those.map(({ before }) => before as Event),
      { reason: reason ?? null, toFollowers },
    )
  }
  await preserveNotices(tx, eventsIn(gone.filter(({ noticeContext }) => noticeContext?.outlives)))
}

/** Writes the notices of events that are public again, for people who were notified of the withdrawal. */
async function noteBack(tx: Db, by: By, changes: Changed[]): Promise<void> {
  const back = changes.filter(({ kind, after }) => !after && (kind === "restored" || kind === "published"))
  const ids = eventsIn(back)
  if (ids.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select distinct event_id as id from notices where event_id = any(${ids}::bigint[]) and kind = 'withdrawn'`.execute(
    tx,
  )
  const events = await publicEvents(
    tx,
    rows.map(({ id }) => id),
  )
  await noteReturns(tx, by, events)
}

/** Kinds of changes that come with the whole event before and after. */
const edits: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  "updated",
  "published",
  "scheduled",
  "withdrawn",
  "cancelled",
  "postponed",
  "rescheduled",
  "moved_online",
  "tentative",
  "date_changed",
  "date_cancelled",
])

function editsIn({ kind, subject, before, after, noticeContext }: Changed): Edit[] {
  if (!("event" in subject) || !edits.has(kind) || !isWhole(before) || !isWhole(after)) return []
  const { lost, reason, toFollowers } = noticeContext ?? {}
  return [{ before, after, lost, reason, toFollowers }]
}

/** Most notices in a day about one event of another server, which may change it as often as it likes. */
const mostElsewhere = 5

/** Leaves out edits of remote events that concern nobody here, or of which people have heard often enough today. */
async function worthNoting(tx: Db, all: Edit[]): Promise<Edit[]> {
  const isRemote = ({ after }: Edit) => after.workflow === "remote"
  const ids = all.filter(isRemote).map(({ after }) => after.id)
  if (ids.length === 0) return all
  const { rows } = await sql<{ id: number }>`
    select given.id from unnest(${ids}::bigint[]) as given(id)
    where (exists (select from attendances t where t.event_id = given.id)
        or exists (select from agenda_entries n where n.event_id = given.id))
      and (select count(*) from notices n where n.event_id = given.id and n.started_at > now() - interval '1 day')
        < ${mostElsewhere}`.execute(tx)
  return all.filter((one) => !isRemote(one) || rows.some(({ id }) => id === one.after.id))
}

function isWhole(event: object | undefined): event is Event {
  return event !== undefined && "occurrences" in event && "workflow" in event
}

/** Writes the notices for invited people, and for those whose claim to a page was decided. */
async function noteAsked(tx: Db, by: By, changes: Changed[]): Promise<void> {
  for (const { subject, noticeContext } of changes) {
    if (!("actor" in subject)) continue
    const { invitation, claim } = noticeContext ?? {}
    if (invitation) await noteInvitation(tx, by, { ...invitation, actor_id: subject.actor })
    if (claim) await noteClaim(tx, by, { ...claim, actor_id: subject.actor })
  }
}

/** Kinds of changes after which an event names no further page. */
const namesNobodyNew: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  "withdrawn",
  "deleted",
  "purged",
  "hidden",
  "answered",
  "detached",
  "message_sent",
  "document_added",
  "document_changed",
  "document_deleted",
])

/** Returns whether a change concerns a public event that may name pages which were not asked yet. */
export function mayRequestConfirmations({
  subject,
  kind,
  isPublic,
  by,
}: Pick<Changed, "subject" | "kind" | "isPublic" | "by">) {
  return "event" in subject && isPublic && !namesNobodyNew.has(kind) && by.through !== "sample"
}

/** Asks the pages that changed events name, and that have not answered, to confirm: once for each page and event. */
export async function requestConfirmationsAfter(tx: Db, changes: LoggedChange[]): Promise<void> {
  for (const [, those] of Map.groupBy(changes, ({ by }) => JSON.stringify(by)))
    await requestConfirmations(tx, (those[0] as LoggedChange).by, eventsIn(those))
}
