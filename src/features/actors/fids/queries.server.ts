import type { Db } from "#db/connection.ts"
import { newSecret } from "#lib/secret.ts"
import type { ActorType } from "../actor-types.ts"
import { fidFrom } from "../picked.ts"
import { fidPattern } from "../actor-types.ts"
import { isReservedFid } from "./reserved-fids.ts"

/**
 * Can a page be given this identifier? Not one that is taken, was ever taken, is kept for the site, or is none.
 * @param actorId the page that is to have it, whose own former ones it may take again
 */
export async function isFidFree(db: Db, fid: string, actorId?: number): Promise<boolean> {
  return fidPattern.test(fid) && !isReservedFid(fid) && (await takenOf(db, [fid], actorId)).size === 0
}

/** The first free one made of a wish: itself, or with a number behind it; undefined when none of the first few is free. */
export async function freeFidLike(db: Db, wish: string): Promise<string | undefined> {
  const ways = [wish, ...Array.from({ length: 20 }, (_, index) => `${wish.slice(0, 27)}-${index + 2}`)].filter(
    (fid) => fidPattern.test(fid) && !isReservedFid(fid),
  )
  const taken = await takenOf(db, ways)
  return ways.find((fid) => !taken.has(fid))
}

/**
 * A free identifier for a page of this name: `theatre-du-port`, with a number behind it when that is taken; of a name
 * without a letter of ours, of its type. Between this and its use somebody may take it: then ask again.
 * @param isCrowded whether others take the same ones just now; then chance decides
 */
export async function freeFidFor(db: Db, name: string, type: ActorType, isCrowded: boolean): Promise<string> {
  const wish = fidFrom(name) || type
  const free = isCrowded ? undefined : await freeFidLike(db, wish)
  return (
    free ??
    `${wish.slice(0, 20)}-${newSecret()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, "")
      .slice(0, 8)}`
  )
}

async function takenOf(db: Db, fids: string[], except = 0): Promise<Set<string>> {
  if (fids.length === 0) return new Set()
  const [now, once] = await Promise.all([
    db.selectFrom("actors").select("fid").where("fid", "in", fids).where("id", "<>", except).execute(),
    db
      .selectFrom("former_fids")
      .select("fid")
      .where("fid", "in", fids)
      .where("actor_id", "is distinct from", except)
      .execute(),
  ])
  return new Set([...now, ...once].map(({ fid }) => fid))
}
