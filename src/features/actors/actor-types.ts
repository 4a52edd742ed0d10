/** The four types of actors. */
export const actorTypes = ["person", "group", "place", "organizer"] as const
export type ActorType = (typeof actorTypes)[number]

/** The pattern of a `fid`: the identifier used in addresses and calls, and the local part of the Fediverse handle. */
export const fidPattern = /^[a-z0-9_][a-z0-9_.-]{1,28}[a-z0-9_]$/

/** Tells whether a value is one of the four actor types. */
export function isActorType(value: unknown): value is ActorType {
  return actorTypes.includes(value as ActorType)
}
