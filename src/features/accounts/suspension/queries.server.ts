import type { Db } from "#db/connection.ts"
import { refuse } from "#lib/refusal.ts"

/**
 * Holds an account until the transaction ends: of a suspension at the same moment one waits for the other. Refuses
 * `account_suspended` whoever is shut out.
 * @param how `share` where nothing of the account is changed
 */
export async function holdUnlessSuspended(tx: Db, userId: number, how: "share" | "update"): Promise<void> {
  const user = await held(tx, userId, how)
  if ((user ?? refuse("sign_in_needed")).suspended_at) refuse("account_suspended")
}

/**
 * The same for whoever gave a password: to verify it takes a while, in which it may have been changed or reset, and the account
 * deleted. Only after the right password is anybody told of a suspension.
 * @param verified the hash that the password was verified against
 * @returns whether it still is that of the account
 */
export async function holdWithPassword(
  tx: Db,
  userId: number,
  verified: string,
  how: "share" | "update",
): Promise<boolean> {
  const user = await held(tx, userId, how)
  if (user?.password !== verified) return false
  if (user.suspended_at) refuse("account_suspended")
  return true
}

async function held(tx: Db, userId: number, how: "share" | "update") {
  const one = tx.selectFrom("users").select(["suspended_at", "password"]).where("id", "=", userId)
  return (how === "share" ? one.forShare() : one.forUpdate()).executeTakeFirst()
}
