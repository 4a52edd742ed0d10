import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { hashOf, newSecret } from "#lib/secret.ts"
import { hashPassword, isPassword, isWeakHash } from "../passwords.server.ts"
import { type Device, openSession } from "../sessions/commands.server.ts"
import { lockIfPasswordMatches } from "../suspension/queries.server.ts"
import { takeCode } from "../second-factor/second-factor.server.ts"

export type Account = { id: number; password: string; hasSecondFactor: boolean }

/**
 * Finds the accounts that a username or an address may mean. An address belongs to the account that verified it, but the account
 * that added it last without verifying it may sign in with it too: otherwise whoever registers with an address would learn
 * whether it has an account.
 */
export async function findAccounts(db: Db, name: string): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select u.id, u.password, u.totp_confirmed_at is not null as "hasSecondFactor" from (
      select id, 0 as place from users where username = ${name.toLowerCase()}
      union all (select user_id, 1 from emails where lower(email) = lower(${name}) and verified_at is not null limit 1)
      union all (select user_id, 2 from emails where lower(email) = lower(${name}) and verified_at is null
        order by created_at desc limit 1)) as found
    join users u on u.id = found.id order by found.place`.execute(db)
  return rows
}

/**
 * Tells whether the account has a valid session from this network, so that strangers' attempts on other networks do not lock its
 * owner out.
 */
export async function hasSessionFrom(db: Db, userId: number, address: string | null): Promise<boolean> {
  if (!address) return false
  const found = await db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", userId)
    .where("address", "=", address)
    .where("expires_at", ">", sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Opens a session and returns its secret. A wrong password, an unknown account and a password that was changed during the check
 * get the same answer in the same time. Refuses `second_factor_needed` when only the code is missing, and `account_suspended` for
 * a suspended account.
 * @param replaced the secret of the session the browser had until now, which ends
 */
export async function signIn(
  db: Db,
  accounts: readonly Account[],
  given: { username: string; password: string; code?: string | undefined },
  device: Device,
  replaced: string | undefined,
): Promise<{ userId: number; secret: string }> {
  const account = (await whosePassword(accounts, given)) ?? refuseLogin()
  if (account.hasSecondFactor) {
    if (!given.code) refuse("second_factor_needed")
    if (!(await takeCode(db, account.id, given.code))) refuseFields({ code: ["accounts.code_wrong"] })
  }
  const verified = isWeakHash(account.password) ? await hashedAnew(db, account, given.password) : account.password

  const secret = newSecret()
  await writing(db, async (tx) => {
    if (!(await lockIfPasswordMatches(tx, account.id, verified, "share"))) refuseLogin()
    if (replaced) await tx.deleteFrom("sessions").where("hash", "=", hashOf(replaced)).execute()
    await openSession(tx, account.id, secret, device)
  })
  return { userId: account.id, secret }
}

/**
 * Returns the account that has this password. Two are tried for an address and one for a username, whether or not there are that
 * many, so that the time a refusal takes reveals nothing.
 */
async function whosePassword(
  accounts: readonly Account[],
  { username, password }: { username: string; password: string },
) {
  for (let at = 0; at < (username.includes("@") ? 2 : 1); at++)
    if (await isPassword(accounts[at]?.password, password)) return accounts[at]
  return undefined
}

function refuseLogin(): never {
  return refuseFields({ non_field_errors: ["accounts.login_wrong"] })
}

/** Hashes a correct password at the present cost, unless it has been changed, and returns the hash the account has then. */
async function hashedAnew(db: Db, account: Account, given: string): Promise<string> {
  const password = await hashPassword(given)
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ password })
    .where("id", "=", account.id)
    .where("password", "=", account.password)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return password
  // The hash was changed by another sign-in at the same moment, or by a new password.
  const now = await db.selectFrom("users").select("password").where("id", "=", account.id).executeTakeFirst()
  const isRight = await isPassword(now?.password, given)
  return now && isRight ? now.password : refuseLogin()
}

/** Ends the session a cookie belongs to; does nothing when there is none. */
export async function signOut(db: Db, secret: string): Promise<void> {
  await db.deleteFrom("sessions").where("hash", "=", hashOf(secret)).execute()
}
