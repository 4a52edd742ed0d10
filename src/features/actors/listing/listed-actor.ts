import type { Actor } from "../actor.ts"

/** The part of an actor that a row of the directory needs. */
export type ListedActor = Pick<
  Actor,
  "fid" | "type" | "name" | "avatar" | "tags" | "category" | "is_followed" | "notify"
> & {
  location: { locality: string | null } | null
  distance?: number | undefined
}

/** Reduces an actor to what a card of the directory shows. */
export function listedActor(actor: Actor): ListedActor {
  const { fid, type, name, avatar, tags, category, is_followed, notify, location, distance } = actor
  return {
    fid,
    type,
    name,
    avatar,
    tags: tags.slice(0, 2),
    category,
    is_followed,
    ...(notify ? { notify } : {}),
    location: location && { locality: location.locality },
    ...(distance === undefined ? {} : { distance }),
  }
}
