import type { Occurrence } from "../event.ts"
import type { Dated } from "./shown-date.ts"

/**
 * What is over and what is not, by the date the API calls the next one. What was called off is never that: such a date is
 * still to come from `today` on, where that is said.
 */
export function parted({ next, occurrences }: Dated, today?: string): { past: Occurrence[]; coming: Occurrence[] } {
  const at = next ? occurrences.findIndex(({ id }) => id === next.id) : occurrences.length
  const isPast = ({ status, start }: Occurrence, nth: number) =>
    nth < at && !(today !== undefined && status === "cancelled" && start.slice(0, 10) >= today)
  return { past: occurrences.filter(isPast), coming: occurrences.filter((one, nth) => !isPast(one, nth)) }
}
