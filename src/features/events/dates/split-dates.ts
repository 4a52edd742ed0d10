import type { Occurrence } from "../event.ts"
import type { Dated } from "./shown-date.ts"

/**
 * Splits dates into past and coming ones, at the date the API calls the next one. A cancelled date is never the next: with
 * `today`, a cancelled date from that day on still counts as coming.
 */
export function splitDates({ next, occurrences }: Dated, today?: string): { past: Occurrence[]; coming: Occurrence[] } {
  const at = next ? occurrences.findIndex(({ id }) => id === next.id) : occurrences.length
  const isPast = ({ status, start }: Occurrence, nth: number) =>
    nth < at && !(today !== undefined && status === "cancelled" && start.slice(0, 10) >= today)
  return { past: occurrences.filter(isPast), coming: occurrences.filter((one, nth) => !isPast(one, nth)) }
}
