import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import type { Language } from "#i18n/languages.ts"
import { isoAt } from "#lib/time.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import { linkSecret, signToken } from "../links/queries.server.ts"
import type { Newsletter } from "../representation.server.ts"
import { coveredFollows } from "../selecting/queries.server.ts"
import { nextOf, type SubscriptionRow } from "../subscribing/queries.server.ts"

type Row = Omit<Newsletter, "state" | "next" | "last"> & {
  user_id: number
  subscription: number | null
  key: string | null
  stopped_because: SubscriptionRow["stopped_because"]
  next_due_at: Date | null
  is_planned: boolean | null
  issue: number | null
  issue_language: Language | null
  sent_at: Date | null
}

/** Returns the newsletter of an account and what it covers; undefined when there is no such account. */
export async function newsletterOf(
  db: Db,
  viewer: SignedIn,
  site: { publicUrl: string },
): Promise<Newsletter | undefined> {
  const { rows } = await sql<Row>`
    select u.id as user_id, u.newsletter_frequency as frequency, coalesce(u.newsletter_language, u.language) as language,
      u.newsletter_language is null as account_language, u.newsletter_weekday as weekday, u.newsletter_hour as hour, u.timezone,
      (select email from emails m where m.user_id = u.id and m.is_primary and m.verified_at is not null) as email,
      (select count(*)::int from (${coveredFollows(sql`u.id`)}) as told) as followed,
      (select count(*)::int from saved_places p where p.user_id = u.id) as places,
      s.id as subscription, s.key, s.stopped_because, s.next_due_at, s.is_planned,
      last.id as issue, last.language as issue_language, last.sent_at
    from users u left join subscriptions s on s.user_id = u.id
    left join lateral (select id, language, sent_at from newsletter_issues i
      where i.subscription_id = s.id and i.state = 'sent' order by i.id desc limit 1) as last on true
    where u.id = ${viewer.userId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const {
    user_id,
    subscription,
    key,
    stopped_because,
    next_due_at,
    is_planned,
    issue,
    issue_language,
    sent_at,
    ...rest
  } = row
  const state =
    rest.frequency === "none" ? "none" : stopped_because ? "bounced" : rest.email === null ? "no_address" : "active"
  const held = {
    ...rest,
    id: 0,
    user_id,
    filters: {},
    key: "",
    stopped_because,
    next_due_at,
    is_planned: is_planned ?? false,
  }
  return {
    ...rest,
    state,
    next: nextOf(held),
    last:
      subscription !== null && key !== null && issue !== null && issue_language && sent_at
        ? {
            url: `${site.publicUrl}${inLanguagePath(paths.newsletter(signToken(await linkSecret(db), "issue", issue, key)), issue_language)}`,
            sent: isoAt(sent_at, rest.timezone),
          }
        : null,
  }
}
