import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { refuse } from "#lib/refusal.ts"
import type { DraftInput } from "./inputs.ts"
import { subjectNow } from "./queries.server.ts"
import type { SavedDraft } from "./representation.server.ts"

/** Beyond so many at once, something else is going on. */
const mostDrafts = 100
const keptDays = 90

/** Keeps what the viewer is typing about a subject, in the place of what was kept before. Refuses `too_many`. */
export async function keepDraft(
  db: Db,
  viewer: SignedIn,
  given: string,
  { fields: typed, version = null }: DraftInput,
): Promise<SavedDraft> {
  return db.transaction().execute(async (tx) => {
    // One at a time for one account: how many there are is counted.
    await tx.selectFrom("users").select("id").where("id", "=", viewer.userId).forNoKeyUpdate().execute()
    const subject = await subjectNow(tx, given)
    // A form that was opened before somebody renamed the page would give it its former name back.
    const isOld = given !== subject && `actor-${typed.fid}` === given
    const fields = isOld ? { ...typed, fid: subject.slice("actor-".length) } : typed
    const { others } = await tx
      .selectFrom("drafts")
      .select((is) => is.fn.countAll<number>().as("others"))
      .where("user_id", "=", viewer.userId)
      .where("subject", "<>", subject)
      .executeTakeFirstOrThrow()
    if (Number(others) >= mostDrafts) refuse("too_many")
    const said = { fields: JSON.stringify(fields), version, saved_at: sql<Date>`clock_timestamp()` }
    const kept = await tx
      .insertInto("drafts")
      .values({ user_id: viewer.userId, subject, ...said })
      .onConflict((known) => known.columns(["user_id", "subject"]).doUpdateSet(said))
      .returning(["version", "saved_at"])
      .executeTakeFirstOrThrow()
    return { version: kept.version, saved: kept.saved_at.toISOString() }
  })
}

/**
 * Forgets what the viewer was typing about a subject. Doing it again is the same.
 * @param saved when the one that is meant was kept (to the millisecond, as it is told): what was kept since stays
 */
export async function dropDraft(db: Db, viewer: SignedIn, given: string, saved?: string): Promise<void> {
  const subject = await subjectNow(db, given)
  await db
    .deleteFrom("drafts")
    .where("user_id", "=", viewer.userId)
    .where("subject", "=", subject)
    .$if(saved !== undefined, (meant) =>
      meant.where(sql`date_trunc('milliseconds', saved_at)`, "<=", sql`${saved}::timestamptz`),
    )
    .execute()
}

/** A page is called otherwise from now on: what anybody is typing about it goes along. */
export async function moveDrafts(tx: Db, was: string, fid: string): Promise<void> {
  const [from, to] = [`actor-${was}`, `actor-${fid}`]
  await sql`delete from drafts where subject = ${to}
    and user_id in (select user_id from drafts where subject = ${from})`.execute(tx)
  await sql`update drafts set subject = ${to}, fields = case when fields ->> 'fid' = ${was}
      then jsonb_set(fields, '{fid}', to_jsonb(${fid}::text)) else fields end
    where subject = ${from}`.execute(tx)
}

/** Forgets what nobody came back to. */
export async function sweepDrafts(db: Db): Promise<void> {
  await deleteInSteps(db, "drafts", sql`saved_at < now() - make_interval(days => ${keptDays})`)
}
