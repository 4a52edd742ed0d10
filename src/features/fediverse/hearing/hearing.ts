import type { RemoteActor } from "../remote/remote-actor.ts"
import type { RemoteEvent } from "../vocabulary/read-event.ts"

/** An event of somebody elsewhere, as it was read, and by whom it came. */
export type Heard = {
  event: RemoteEvent
  author: RemoteActor
  /** Who passed it on, and with which activity. */
  announcer?: { id: number; uri: string }
}

const day = 86_400_000
/** What begins later is no plan yet. */
const furthest = 2 * 366 * day

/** May it be stored here: is it for everybody or for those who follow, and not years ahead? */
export function isForUs({ visibility, event }: RemoteEvent, now: number): boolean {
  return visibility !== "direct" && visibility !== "unsaid" && startOf(event) <= now + furthest
}

/** Is any of it still to come? */
export function isAhead({ event }: RemoteEvent, now: number): boolean {
  const ends = event.occurrences[0]?.ends_at?.getTime() ?? startOf(event) + (event.all_day ? day : day / 8)
  return ends > now
}

function startOf({ occurrences }: RemoteEvent["event"]): number {
  return occurrences[0]?.starts_at.getTime() ?? Number.POSITIVE_INFINITY
}
