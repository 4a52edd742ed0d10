import type { Messages } from "#i18n/messages.ts"
import type { Profile } from "#features/accounts/profile.server.ts"

type Letter = Profile["newsletter"]

/** Monday is 1, as in ISO 8601; any week will do. */
export function weekdayName(t: Messages, weekday: number): string {
  return t.date(`2024-01-0${weekday}`, "weekday")
}

/** When the letter leaves, in a sentence. */
export function letterWords(t: Messages, { frequency, weekday, hour }: Letter): string {
  if (frequency === "daily") return t("account.letter_daily", { hour })
  if (frequency === "weekly") return t("account.letter_weekly", { weekday: weekdayName(t, weekday), hour })
  return frequency === "monthly" ? t("account.letter_monthly", { hour }) : t("account.letter_none")
}
