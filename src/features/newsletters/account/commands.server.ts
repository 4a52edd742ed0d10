import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { refuse } from "#lib/refusal.ts"
import { enqueue } from "#queue/enqueue.ts"
import type { NewsletterChange } from "../inputs.ts"

/**
 * Changes the newsletter settings of an account; fields that are left out stay the same. A newsletter stopped by bounces
 * resumes.
 */
export async function changeNewsletter(db: Db, viewer: SignedIn, change: NewsletterChange): Promise<void> {
  await writing(db, async (tx) => {
    await tx
      .updateTable("users")
      .set({
        newsletter_frequency: change.frequency,
        newsletter_language: change.language,
        newsletter_weekday: change.weekday,
        newsletter_hour: change.hour,
        updated_at: sql`now()`,
      })
      .where("id", "=", viewer.userId)
      .execute()
    await tx
      .updateTable("subscriptions")
      .set({ stopped_at: null, stopped_because: null, hard_bounces: 0, is_planned: false })
      .where("user_id", "=", viewer.userId)
      .where("stopped_at", "is not", null)
      .execute()
  })
}

/**
 * Queues a trial mail of the issue that an account would get now; it does not count as an issue. Refuses
 * `email_not_verified`.
 */
export async function sendTrial(db: Db, viewer: SignedIn): Promise<void> {
  await writing(db, async (tx) => {
    const address = await tx
      .selectFrom("emails")
      .select("id")
      .where("user_id", "=", viewer.userId)
      .where("is_primary", "=", true)
      .where("verified_at", "is not", null)
      .executeTakeFirst()
    if (!address) refuse("email_not_verified")
    await enqueue(tx, "newsletters.trial", { userId: viewer.userId })
  })
}
