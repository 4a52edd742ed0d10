import type { Db } from "#db/connection.ts"
import { fidPattern } from "../actor-types.ts"
import { isReservedFid } from "../reserved-fids.ts"

/** Can a page be given this identifier? Not one that is taken, was ever taken, is kept for the site, or is none. */
export async function isFidFree(db: Db, fid: string): Promise<boolean> {
  return fidPattern.test(fid) && !isReservedFid(fid) && (await takenOf(db, [fid])).size === 0
}

/** The first free one made of a wish: itself, or with a number behind it; undefined when none of the first few is free. */
export async function freeFidLike(db: Db, wish: string): Promise<string | undefined> {
  const ways = [wish, ...Array.from({ length: 20 }, (_, index) => `${wish.slice(0, 27)}-${index + 2}`)].filter(
    (fid) => fidPattern.test(fid) && !isReservedFid(fid),
  )
  const taken = await takenOf(db, ways)
  return ways.find((fid) => !taken.has(fid))
}

async function takenOf(db: Db, fids: string[]): Promise<Set<string>> {
  if (fids.length === 0) return new Set()
  const [now, once] = await Promise.all([
    db.selectFrom("actors").select("fid").where("fid", "in", fids).execute(),
    db.selectFrom("former_fids").select("fid").where("fid", "in", fids).execute(),
  ])
  return new Set([...now, ...once].map(({ fid }) => fid))
}
