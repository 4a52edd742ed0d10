import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { refuse } from "#lib/refusal.ts"
import type { NewPlace, PlaceChange } from "../inputs.ts"
import type { SignedIn } from "../viewer.ts"

const mostPlaces = 50

/** Saves a place and returns its id. Refuses `too_many`. */
export async function savePlace(db: Db, viewer: SignedIn, place: NewPlace): Promise<number> {
  return writing(db, async (tx) => {
    await tx.selectFrom("users").select("id").where("id", "=", viewer.userId).forUpdate().execute()
    const { count } = await tx
      .selectFrom("saved_places")
      .select((is) => is.fn.countAll<number>().as("count"))
      .where("user_id", "=", viewer.userId)
      .executeTakeFirstOrThrow()
    if (count >= mostPlaces) refuse("too_many")
    const { id } = await tx
      .insertInto("saved_places")
      .values({ ...place, user_id: viewer.userId })
      .returning("id")
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Changes a place; fields left out keep their value. Refuses `not_found`. */
export async function changePlace(db: Db, viewer: SignedIn, id: number, change: PlaceChange): Promise<void> {
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const found =
    Object.keys(said).length > 0
      ? await db
          .updateTable("saved_places")
          .set(said)
          .where("id", "=", id)
          .where("user_id", "=", viewer.userId)
          .returning("id")
          .executeTakeFirst()
      : await db
          .selectFrom("saved_places")
          .select("id")
          .where("id", "=", id)
          .where("user_id", "=", viewer.userId)
          .executeTakeFirst()
  if (!found) refuse("not_found")
}

/** Removes a place. Refuses `not_found`. */
export async function removePlace(db: Db, viewer: SignedIn, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("saved_places")
    .where("id", "=", id)
    .where("user_id", "=", viewer.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) refuse("not_found")
}
