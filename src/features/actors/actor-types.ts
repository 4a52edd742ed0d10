/** What an actor can be. */
export const actorTypes = ["person", "group", "place", "organizer"] as const
export type ActorType = (typeof actorTypes)[number]

/** `fid`: the identifier used in addresses and calls, and the local part of the Fediverse handle. */
export const fidPattern = /^[a-z0-9_][a-z0-9_.-]{1,28}[a-z0-9_]$/

/** Is this one of the four types of pages? */
export function isActorType(value: unknown): value is ActorType {
  return actorTypes.includes(value as ActorType)
}
