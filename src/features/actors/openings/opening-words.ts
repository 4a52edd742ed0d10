import type { Messages } from "#i18n/messages.ts"
import type { Opening } from "./opening.ts"

/** Writes a period with both its first and last day: « Du 3 au 9 mars », « Du 30 mars au 2 avril », « 3 mars ». */
export function periodIn(t: Messages, from: string, to: string): string {
  if (from === to) return t.date(from, "monthDay")
  if (from.slice(0, 7) === to.slice(0, 7))
    return t("openings.days_of_month", { first: Number(from.slice(8, 10)), to: t.date(to, "monthDay") })
  return t("openings.days", { from: t.date(from, "monthDay"), to: t.date(to, "monthDay") })
}

/** Describes an opening besides its days: « Musique et danse · Salle équipée · Liège ». */
export function aboutIn(t: Messages, { categories, spaces, town }: Opening): string {
  const kinds = listed(
    t,
    categories.map((category) => t(`ui.category_${category}`)),
  )
  const rooms = listed(
    t,
    spaces.map((space) => t(`openings.space_${space}`)),
  )
  return [kinds, rooms, town].filter(Boolean).join(" · ")
}

/** Joins labels to one line in which only the first begins with a capital letter. */
function listed(t: Messages, labels: string[]): string {
  return t.list(labels.map((label, at) => (at > 0 ? label.charAt(0).toLowerCase() + label.slice(1) : label)))
}
