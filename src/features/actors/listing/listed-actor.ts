import type { Actor } from "../actor.ts"

/** What a line of the directory needs of an actor. */
export type ListedActor = Pick<
  Actor,
  "fid" | "type" | "name" | "avatar" | "tags" | "category" | "is_followed" | "notify"
> & {
  location: { locality: string | null } | null
  distance?: number | undefined
}

/** What a card of the directory shows of a page, and not more than that. */
export function listed(actor: Actor): ListedActor {
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
