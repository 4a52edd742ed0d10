import type { ExpressionBuilder } from "kysely"
import type { Db } from "#db/connection.ts"
import type { DB } from "#db/schema.ts"
import { newSecret } from "#lib/secret.ts"
import type { ActorType } from "../actor-types.ts"
import { fidFrom } from "../picked.ts"
import { fidPattern } from "../actor-types.ts"
import { isReservedFid } from "./reserved-fids.ts"

/**
 * Tells whether a page can be given this identifier: it must be well formed, not reserved, and never used by another page.
 * @param actorId the page that would get it, which may take one of its own former identifiers again
 */
export async function isFidFree(db: Db, fid: string, actorId?: number): Promise<boolean> {
  return fidPattern.test(fid) && !isReservedFid(fid) && (await takenOf(db, [fid], actorId)).size === 0
}

/** Returns the condition that a page has this identifier, or had it before it was renamed. */
export function isCalled(fid: string) {
  return (page: ExpressionBuilder<DB, "actors">) =>
    page.or([
      page("fid", "=", fid),
      page("id", "=", page.selectFrom("former_fids").select("actor_id").where("former_fids.fid", "=", fid)),
    ])
}

/**
 * Returns the first free identifier like a wish: the wish itself or with a number appended; undefined when the first few are all
 * taken.
 */
export async function freeFidLike(db: Db, wish: string): Promise<string | undefined> {
  const ways = [wish, ...Array.from({ length: 20 }, (_, index) => `${wish.slice(0, 27)}-${index + 2}`)].filter(
    (fid) => fidPattern.test(fid) && !isReservedFid(fid),
  )
  const taken = await takenOf(db, ways)
  return ways.find((fid) => !taken.has(fid))
}

/**
 * Makes a free identifier for a page of this name, such as `theatre-du-port`, with a number appended when it is taken; a name
 * without Latin letters gives an identifier made from the type. It may be taken before it is used: then call this again.
 * @param isCrowded whether others are taking similar ones right now; then the end is random
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
