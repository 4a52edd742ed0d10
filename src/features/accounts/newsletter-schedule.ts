import type { Messages } from "#i18n/messages.ts"
import type { Profile } from "#features/accounts/profile.server.ts"

type Letter = Profile["newsletter"]

/** Names a weekday by its ISO 8601 number, where Monday is 1. The date is in a week of January 2024 that begins on a Monday. */
export function weekdayName(t: Messages, weekday: number): string {
  return t.date(`2024-01-0${weekday}`, "weekday")
}

/** Says in a sentence when the newsletter is sent. */
export function newsletterScheduleWords(t: Messages, { frequency, weekday, hour }: Letter): string {
  if (frequency === "daily") return t("account.letter_daily", { hour })
  if (frequency === "weekly") return t("account.letter_weekly", { weekday: weekdayName(t, weekday), hour })
  return frequency === "monthly" ? t("account.letter_monthly", { hour }) : t("account.letter_none")
}
