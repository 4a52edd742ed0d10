import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { hashOf, newSecret } from "#lib/secret.ts"
import { renderLetter } from "#mail/layout.ts"
import type { Mailer } from "#mail/transport.ts"
import { inLanguagePath, outsidePaths } from "#web/paths.ts"
import { confirmHours } from "../newsletter.ts"

/**
 * Mails the link that confirms a newsletter. The link is made here, so that only its hash is ever stored. A retry sends the
 * same Message-ID with a new link, and both links work.
 */
export async function sendConfirmMail(
  db: Db,
  config: Config,
  mailer: Mailer,
  jobId: string,
  { subscriptionId }: { subscriptionId: number },
): Promise<void> {
  const asked = await db
    .selectFrom("subscriptions")
    .select(["email", "language"])
    .where("id", "=", subscriptionId)
    .where("confirmed_at", "is", null)
    .executeTakeFirst()
  if (!asked?.email) return
  const token = newSecret()
  await db
    .insertInto("subscription_links")
    .values({
      hash: hashOf(token),
      subscription_id: subscriptionId,
      expires_at: sql`now() + make_interval(hours => ${confirmHours})`,
    })
    .execute()
  const language = asked.language as Language
  const t = messagesIn(language)
  const letter = await renderLetter({
    language,
    subject: t("newsletter.confirm_subject"),
    heading: t("newsletter.confirm_subject"),
    paragraphs: [t("newsletter.confirm_text")],
    action: {
      label: t("newsletter.confirm_action"),
      url: `${config.publicUrl}${inLanguagePath(outsidePaths.confirmNewsletter({ token }), language)}`,
    },
    notes: [t("newsletter.confirm_hours", { hours: confirmHours })],
    footer: t("newsletter.confirm_footer", { site: config.siteName }),
    site: { name: config.siteName, url: config.publicUrl },
  })
  await mailer.send({ to: { address: asked.email }, id: `${jobId}.newsletter`, ...letter })
}
