import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { byPerson, bySystem, type By } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { enqueue } from "#queue/enqueue.ts"
import type { ProfileAddress } from "../inputs.ts"
import type { SignedIn } from "../viewer.ts"

const mostIdentities = 20

/** Adds a profile on another site, to be verified soon by its link back. Refuses the field `url`, and `too_many`. */
export async function addIdentity(db: Db, viewer: SignedIn, { url, handle }: ProfileAddress): Promise<number> {
  return writing(db, async (tx) => {
    await tx.selectFrom("users").select("id").where("id", "=", viewer.userId).forUpdate().execute()
    const { count } = await tx
      .selectFrom("identities")
      .select((is) => is.fn.countAll<number>().as("count"))
      .where("user_id", "=", viewer.userId)
      .executeTakeFirstOrThrow()
    if (count >= mostIdentities) refuse("too_many")
    const row = await tx
      .insertInto("identities")
      .values({ user_id: viewer.userId, url, handle })
      .onConflict((existing) => existing.columns(["user_id", "url"]).doNothing())
      .returning("id")
      .executeTakeFirst()
    if (!row) return refuseFields({ url: ["accounts.identity_known"] })
    await enqueue(tx, "accounts.check-identity", { userId: viewer.userId, identityId: row.id })
    return row.id
  })
}

/** Requests another check of a profile. Refuses `not_found`. */
export async function requestCheck(db: Db, viewer: SignedIn, id: number): Promise<void> {
  await writing(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("identities")
      .set({ state: "pending" })
      .where("id", "=", id)
      .where("user_id", "=", viewer.userId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse("not_found")
    await enqueue(tx, "accounts.check-identity", { userId: viewer.userId, identityId: id })
  })
}

/** Removes a profile on another site. Refuses `not_found`. */
export async function removeIdentity(db: Db, viewer: SignedIn, id: number): Promise<void> {
  await writing(db, async (tx) => {
    const gone = await tx
      .deleteFrom("identities")
      .where("id", "=", id)
      .where("user_id", "=", viewer.userId)
      .returning("state")
      .executeTakeFirst()
    if (!gone) refuse("not_found")
    if (gone.state === "verified") await tell(tx, byPerson(viewer.userId), viewer.userId, "identity_removed")
  })
}

type Found = { state: "verified" | "unreachable" | "no_link"; url?: string | undefined }

/** Stores the result of checking a profile, and its real address if a handle led to it. */
export async function saveCheckResult(db: Db, id: number, found: Found): Promise<void> {
  await writing(db, (tx) => write(tx, id, found))
}

async function write(tx: Db, id: number, found: Found): Promise<void> {
  const before = await tx
    .selectFrom("identities")
    .select("verified_at")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return
  const after = await tx
    .updateTable("identities")
    .set({
      state: found.state,
      checked_at: sql`now()`,
      verified_at: found.state === "verified" ? sql`coalesce(verified_at, now())` : null,
    })
    .where("id", "=", id)
    .returning(["user_id", "verified_at"])
    .executeTakeFirstOrThrow()
  if (found.url) await moveTo(tx, id, found.url)
  const isVerified = after.verified_at !== null
  if (isVerified !== (before.verified_at !== null))
    await tell(tx, bySystem("schedule"), after.user_id, isVerified ? "identity_verified" : "identity_removed")
}

/** Records the change: once a profile is verified, everybody sees whose it is. */
function tell(tx: Db, by: By, user: number, kind: "identity_verified" | "identity_removed") {
  return changed(tx, { by, subject: { user }, kind, isPublic: true })
}

/** Stores the real address of a profile, unless the person has a profile under that address already. */
async function moveTo(tx: Db, id: number, url: string): Promise<void> {
  await sql`
    update identities set url = ${url} where id = ${id}
      and not exists (select from identities other where other.user_id = identities.user_id and other.url = ${url})`.execute(
    tx,
  )
}
