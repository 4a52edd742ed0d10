import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { actorFor } from "#features/actors/access/queries.server.ts"
import { type CheckedAnswer, readCaptcha } from "#features/contact/captcha/commands.server.ts"
import { eventFor, heldEvent } from "#features/events/access/queries.server.ts"
import { inLanguage, type Language, type Translated } from "#i18n/languages.ts"
import { gatherFaults, type PartlyValid } from "#lib/faults.ts"
import { onOneLine } from "#lib/text/one-line.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { queueReportNotice } from "../reports/notifying/commands.server.ts"
import { hasSingleSubject, type NewReport, hasRequiredText } from "./inputs.ts"

/**
 * Most statements stored about one event, page or comment: they are enough to decide, and further ones are accepted but not
 * stored.
 */
const mostStatements = 200

/** Most characters stored of a name. */
const longestName = 300

/** The reported content: its column in `report_subjects`, its id, and its name; for a comment the event it is under. */
export type ReportedContent = {
  column: "event_id" | "actor_id" | "reaction_id"
  id: number
  title: Translated
  main: Language
}

const tables = { event_id: "events", actor_id: "actors", reaction_id: "fediverse_reactions" } as const

/**
 * Returns the content the viewer reports, which must be visible to them: drafts only to their managers, comments only while they
 * are shown.
 */
async function reportable(
  db: Db,
  viewer: Viewer,
  { event, page, comment }: Partial<NewReport>,
): Promise<ReportedContent> {
  if (event !== undefined) {
    const { id, title, language } = await eventFor(db, viewer, event)
    return { column: "event_id", id, title, main: language }
  }
  if (page !== undefined) {
    const { id, name, language } = await actorFor(db, viewer, page)
    return { column: "actor_id", id, title: { [language]: name }, main: language }
  }
  const shown = await db
    .selectFrom("fediverse_reactions")
    .select(["id", "event_id"])
    .where("id", "=", comment ?? 0)
    .where("kind", "=", "reply")
    .where("shown_at", "is not", null)
    .executeTakeFirst()
  const under = shown && (await heldEvent(db, viewer, shown.event_id))
  return under ? { column: "reaction_id", id: shown.id, title: under.title, main: under.language } : refuse("not_found")
}

/** Checks the reported content, and the proof of a visitor without an account; refuses with all errors at once. */
export async function checkReport(
  db: Db,
  viewer: Viewer,
  given: NewReport,
): Promise<{ thing: ReportedContent; answered: CheckedAnswer | undefined }> {
  const thing = await reportable(db, viewer, given)
  return { thing, answered: viewer ? undefined : await provenBy(db, given.captcha) }
}

/** Reports what is wrong with the valid fields of a report without sending it; refuses as sending it would. */
export async function judgeReport(db: Db, viewer: Viewer, { given, faulty }: PartlyValid<NewReport>): Promise<void> {
  const faults = gatherFaults()
  const isNamed = !["event", "page", "comment"].some((name) => faulty.has(name))
  if (isNamed && !hasSingleSubject(given)) faults.note("non_field_errors", "errors.report_one")
  else if (isNamed) await reportable(db, viewer, given)
  if (!hasRequiredText(given) && !faulty.has("text")) faults.note("text", "errors.required")
  if (!viewer && !faulty.has("captcha")) await faults.noting(() => provenBy(db, given.captcha))
  faults.refuse()
}

function provenBy(db: Db, captcha: string | undefined): Promise<CheckedAnswer> {
  return captcha === undefined ? refuseFields({ captcha: ["errors.required"] }) : readCaptcha(db, captcha)
}

/**
 * Adds a statement to the open report of the content, creating the report and notifying moderators if there is none. A further
 * statement of a signed-in user replaces their former one. Those of visitors without an account are added: an address proves
 * nothing, and anybody who knows it could otherwise replace another person's words. The same words are stored only once.
 */
export async function report(
  db: Db,
  viewer: Viewer,
  thing: ReportedContent,
  given: Pick<NewReport, "reason" | "text" | "email"> & { language: Language },
): Promise<void> {
  const said = { ...given, name: viewer && nameIn(thing, given.language) }
  const of = sql.ref(`s.${thing.column}`)
  await writing(db, async (tx) => {
    // Statements about the same content wait for each other: otherwise two people could open two reports.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reported ${thing.column} ${thing.id}`}, 0))`.execute(tx)
    const { rows } = await sql<{ id: number }>`
      select r.id from reports r join report_subjects s on s.report_id = r.id
      where r.status = 'open' and r.host is null and ${of} = ${thing.id} order by r.id limit 1 for update of r`.execute(
      tx,
    )
    const id = rows[0]?.id ?? (await openReport(tx, thing))
    await sayIn(tx, id, viewer, said)
  })
}

/** Returns the name of the content as a reader in this language sees it. */
function nameIn({ title, main }: ReportedContent, language: Language): string {
  return [...onOneLine(inLanguage(title, language, main).text)].slice(0, longestName).join("")
}

async function openReport(tx: Db, { column, id }: ReportedContent): Promise<number> {
  // Content deleted for good meanwhile can no longer be reported.
  const there = await sql`select from ${sql.table(tables[column])} where id = ${id} for key share`.execute(tx)
  if (there.rows.length === 0) refuse("not_found")
  const { rows } = await sql<{ id: number }>`
    with opened as (insert into reports (host) values (null) returning id)
    insert into report_subjects (report_id, ${sql.ref(column)}) select id, ${id}::bigint from opened
    returning report_id as id`.execute(tx)
  await queueReportNotice(tx)
  return (rows[0] as { id: number }).id
}

type Statement = Pick<NewReport, "reason" | "text" | "email"> & {
  language: Language
  /** The name as the account saw it; not stored for visitors, whose mail names only the kind of content. */
  name: string | null
}

async function sayIn(
  tx: Db,
  id: number,
  viewer: Viewer,
  { reason, text, email, language, name }: Statement,
): Promise<void> {
  const user = viewer?.userId ?? null
  const address = viewer ? null : (email ?? null)
  const { rows: before } = viewer
    ? await sql`
        update report_statements set reason = ${reason}, text = ${text}, language = ${language}, name = ${name}
        where report_id = ${id} and user_id = ${user} returning id`.execute(tx)
    : await sql`
        select id from report_statements
        where report_id = ${id} and user_id is null and lower(email) is not distinct from lower(${address}::text)
          and reason = ${reason} and text = ${text}`.execute(tx)
  if (before.length > 0) return
  await sql`
    insert into report_statements (report_id, user_id, email, language, reason, text, name)
    select ${id}::bigint, ${user}::bigint, ${address}::text, ${language}, ${reason}, ${text}, ${name}::text
    where (select count(*) from report_statements where report_id = ${id}) < ${mostStatements}`.execute(tx)
}
