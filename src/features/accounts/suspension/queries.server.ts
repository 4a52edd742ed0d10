import type { Db } from "#db/connection.ts"
import { refuse } from "#lib/refusal.ts"

/**
 * Locks an account until the transaction ends, so that a simultaneous suspension waits. Refuses `account_suspended` for a
 * suspended account.
 * @param how `share` when the account itself is not changed
 */
export async function lockUnlessSuspended(tx: Db, userId: number, how: "share" | "update"): Promise<void> {
  const user = await held(tx, userId, how)
  if ((user ?? refuse("sign_in_needed")).suspended_at) refuse("account_suspended")
}

/**
 * The same after a password check. The check takes a while, in which the password may have been changed or reset, or the account
 * deleted. A suspension is revealed only to a person who gave the right password.
 * @param verified the hash that the password was verified against
 * @returns whether it is still the account's hash
 */
export async function lockIfPasswordMatches(
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
