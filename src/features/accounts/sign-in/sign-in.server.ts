import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { hashOf, newSecret } from "#lib/secret.ts"
import { hashPassword, isPassword, isWeakHash } from "../passwords.server.ts"
import { type Device, openSession } from "../sessions/commands.server.ts"
import { holdWithPassword } from "../suspension/queries.server.ts"
import { takeCode } from "../second-factor/second-factor.server.ts"

export type Account = { id: number; password: string; hasSecondFactor: boolean }

/**
 * The account that a username or an address names. An address belongs to who has verified it; until somebody has, the last
 * who claimed it may sign in by it.
 */
export async function findAccount(db: Db, name: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select u.id, u.password, u.totp_confirmed_at is not null as "hasSecondFactor" from users u
    where u.id = coalesce(
      (select id from users where username = ${name.toLowerCase()}),
      (select user_id from emails where lower(email) = lower(${name})
        order by verified_at is null, created_at desc limit 1))`.execute(db)
  return rows[0]
}

/** Has this account a living session from there? Then a stranger's tries elsewhere do not shut its owner out. */
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
 * Opens a session and returns its secret. A wrong password and an unknown account are the same to whoever asks, in words
 * and in time; so is one that was changed while it was verified. Refuses `second_factor_needed` when only the code is missing, and `account_suspended` whoever is shut out.
 * @param replaced the secret of the session the browser came with: it ends
 */
export async function signIn(
  db: Db,
  account: Account | undefined,
  given: { password: string; code?: string | undefined },
  device: Device,
  replaced: string | undefined,
): Promise<{ userId: number; secret: string }> {
  const isRight = await isPassword(account?.password, given.password)
  if (!account || !isRight) return refuseLogin()
  if (account.hasSecondFactor) {
    if (!given.code) refuse("second_factor_needed")
    if (!(await takeCode(db, account.id, given.code))) refuseFields({ code: ["accounts.code_wrong"] })
  }
  const verified = isWeakHash(account.password) ? await hashedAnew(db, account, given.password) : account.password

  const secret = newSecret()
  await db.transaction().execute(async (tx) => {
    if (!(await holdWithPassword(tx, account.id, verified, "share"))) refuseLogin()
    if (replaced) await tx.deleteFrom("sessions").where("hash", "=", hashOf(replaced)).execute()
    await openSession(tx, account.id, secret, device)
  })
  return { userId: account.id, secret }
}

function refuseLogin(): never {
  return refuseFields({ non_field_errors: ["accounts.login_wrong"] })
}

/** Hashes with more care a password that is right, unless it has been changed, and returns the hash it has then. */
async function hashedAnew(db: Db, account: Account, given: string): Promise<string> {
  const password = await hashPassword(given)
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ password })
    .where("id", "=", account.id)
    .where("password", "=", account.password)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return password
  // By another sign-in at the same moment, or to another password.
  const now = await db.selectFrom("users").select("password").where("id", "=", account.id).executeTakeFirst()
  const isRight = await isPassword(now?.password, given)
  return now && isRight ? now.password : refuseLogin()
}

/** Ends the session a cookie names; nothing happens when there is none. */
export async function signOut(db: Db, secret: string): Promise<void> {
  await db.deleteFrom("sessions").where("hash", "=", hashOf(secret)).execute()
}
