import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { refuse } from "#lib/refusal.ts"
import type { DraftInput } from "./inputs.ts"
import { subjectNow } from "./queries.server.ts"
import type { SavedDraft } from "./representation.server.ts"

/** Most drafts of an account; more than that is not ordinary use. */
const mostDrafts = 100
const keptDays = 90

/** Saves the viewer's unsaved typing about a subject, in place of the former draft. Refuses `too_many`. */
export async function saveDraft(
  db: Db,
  viewer: SignedIn,
  given: string,
  { fields: typed, version = null }: DraftInput,
): Promise<SavedDraft> {
  return db.transaction().execute(async (tx) => {
    // Locks the account, because the number of its drafts is counted.
    await tx.selectFrom("users").select("id").where("id", "=", viewer.userId).forNoKeyUpdate().execute()
    const subject = await subjectNow(tx, given)
    // A form opened before the page was renamed would give the page its former name back.
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
 * Deletes the viewer's draft about a subject; repeating it changes nothing.
 * @param saved save time of the draft to delete (to the millisecond, as the API returned it): a draft saved later stays
 */
export async function deleteDraft(db: Db, viewer: SignedIn, given: string, saved?: string): Promise<void> {
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

/** Moves everybody's drafts about a page to its new name when the page is renamed. */
export async function moveDrafts(tx: Db, was: string, fid: string): Promise<void> {
  const [from, to] = [`actor-${was}`, `actor-${fid}`]
  await sql`delete from drafts where subject = ${to}
    and user_id in (select user_id from drafts where subject = ${from})`.execute(tx)
  await sql`update drafts set subject = ${to}, fields = case when fields ->> 'fid' = ${was}
      then jsonb_set(fields, '{fid}', to_jsonb(${fid}::text)) else fields end
    where subject = ${from}`.execute(tx)
}

/** Deletes drafts that were not saved again within 90 days. */
export async function sweepDrafts(db: Db): Promise<void> {
  await deleteInSteps(db, "drafts", sql`saved_at < now() - make_interval(days => ${keptDays})`)
}
