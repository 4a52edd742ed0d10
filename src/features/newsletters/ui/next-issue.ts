import type { Messages } from "#i18n/messages.ts"
import { isoAt } from "#lib/time.ts"

/** « jeudi 26 novembre, 08:00 », on the clocks of the newsletter; nothing when none is due. */
export function nextInWords(t: Messages, { next, timezone }: { next: string | null; timezone: string }): string {
  if (!next) return ""
  const local = isoAt(new Date(next), timezone)
  return `${t.date(local, "long")}, ${t.time(local)}`
}
