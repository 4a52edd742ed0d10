import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import { writing } from "#db/writing.ts"
import { mailIssues } from "./issues/commands.server.ts"
import { confirmHours } from "./newsletter.ts"

/** Most issues with a lost job that one run mails. */
const lostAtOnce = 1000

/**
 * Deletes newsletters that were not confirmed or were stopped a month ago, and issues after a year; queues issues again whose
 * mail jobs were lost.
 */
export async function sweepNewsletters(db: Db): Promise<void> {
  await deleteInSteps(db, "subscription_asks", sql`created_at < now() - interval '1 day'`)
  await deleteInSteps(db, "subscription_links", sql`expires_at < now()`)
  await deleteInSteps(
    db,
    "subscriptions",
    sql`confirmed_at is null and created_at < now() - make_interval(hours => ${confirmHours})`,
  )
  await deleteInSteps(db, "subscriptions", sql`email is not null and stopped_at < now() - interval '30 days'`)
  await deleteInSteps(db, "newsletter_issues", sql`created_at < now() - interval '1 year'`)
  await writing(db, async (tx) => {
    // Issues older than two days are outdated: the next one covers their content.
    const { rows } = await sql<{ id: number }>`
      select id from newsletter_issues where state = 'queued' and created_at < now() - interval '6 hours'
        and created_at > now() - interval '2 days' order by id limit ${lostAtOnce}`.execute(tx)
    await mailIssues(
      tx,
      rows.map(({ id }) => id),
    )
  })
}
