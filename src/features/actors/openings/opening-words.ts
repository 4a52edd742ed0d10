import type { Messages } from "#i18n/messages.ts"
import type { Opening } from "./opening.ts"

/** « Du 3 mars au 9 mars », « 3 mars »: days that count at both ends. */
export function periodIn(t: Messages, from: string, to: string): string {
  if (from === to) return t.date(from, "monthDay")
  return t("openings.days", { from: t.date(from, "monthDay"), to: t.date(to, "monthDay") })
}

/** « Musique, Danse · Salle équipée · Liège »: what an opening says beside its days. */
export function aboutIn(t: Messages, { categories, spaces, town }: Opening): string {
  const kinds = t.list(categories.map((category) => t(`ui.category_${category}`)))
  const rooms = t.list(spaces.map((space) => t(`openings.space_${space}`)))
  return [kinds, rooms, town].filter(Boolean).join(" · ")
}
