import type { Db } from "#db/connection.ts"
import { refuse } from "#lib/refusal.ts"

/**
 * Holds an account until the transaction ends: of a suspension at the same moment one waits for the other. Refuses
 * `account_suspended` whoever is shut out.
 * @param how `share` where nothing of the account is changed
 */
export async function holdUnlessSuspended(tx: Db, userId: number, how: "share" | "update"): Promise<void> {
  const one = tx.selectFrom("users").select("suspended_at").where("id", "=", userId)
  const { suspended_at } = await (how === "share" ? one.forShare() : one.forUpdate()).executeTakeFirstOrThrow()
  if (suspended_at) refuse("account_suspended")
}
