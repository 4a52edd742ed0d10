import type { Messages } from "#i18n/messages.ts"
import { isoAt } from "#lib/time.ts"

/** Returns « jeudi 26 novembre à 08:00 », in the newsletter's time zone; an empty string when no issue is due. */
export function nextIssueTime(t: Messages, { next, timezone }: { next: string | null; timezone: string }): string {
  if (!next) return ""
  const local = isoAt(new Date(next), timezone)
  return t("subscribe.moment", { date: t.date(local, "long"), time: t.time(local) })
}
