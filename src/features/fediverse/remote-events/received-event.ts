import type { RemoteActor } from "../remote/remote-actor.ts"
import type { RemoteEvent } from "../vocabulary/read-event.ts"

/** A remote event as it was read, with its author and the account that announced it, if any. */
export type ReceivedEvent = {
  event: RemoteEvent
  author: RemoteActor
  /** The account that announced it, and the id of its Announce. */
  announcer?: { id: number; uri: string }
}

const day = 86_400_000
/** Longest time ahead that an event may begin; later ones are not stored. */
const furthest = 2 * 366 * day

/** Returns whether an event may be stored: its audience is everybody or followers, and it is not years ahead. */
export function isStorable({ visibility, event }: RemoteEvent, now: number): boolean {
  return visibility !== "direct" && visibility !== "unsaid" && startOf(event) <= now + furthest
}

/** Returns whether an event, or a part of it, is still to come. */
export function isUpcoming({ event }: RemoteEvent, now: number): boolean {
  const ends = event.occurrences[0]?.ends_at?.getTime() ?? startOf(event) + (event.all_day ? day : day / 8)
  return ends > now
}

function startOf({ occurrences }: RemoteEvent["event"]): number {
  return occurrences[0]?.starts_at.getTime() ?? Number.POSITIVE_INFINITY
}
