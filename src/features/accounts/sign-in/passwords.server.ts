import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { publishAwaiting } from "#features/actors/awaiting/commands.server.ts"
import { noteConfirmedAnswers } from "#features/notices/answers/commands.server.ts"
import { gatherFaults } from "#lib/faults.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { hashOf, newSecret } from "#lib/secret.ts"
import { enqueue } from "#queue/enqueue.ts"
import { hashPassword, isPassword, weaknessesOf } from "../passwords.server.ts"
import { lockSession } from "../sessions/commands.server.ts"
import { lockUnlessSuspended, lockIfPasswordMatches } from "../suspension/queries.server.ts"
import type { PasswordChange } from "../inputs.ts"
import type { SignedIn } from "../viewer.ts"

/**
 * Changes the password of an account. All other sessions end, as do the permissions of programs and, unless the request keeps
 * them, the API tokens and the secret address of the calendar; this session gets a new secret, which is returned, and the main
 * address is notified. Refuses field by field.
 */
export async function changePassword(db: Db, viewer: SignedIn, given: PasswordChange): Promise<string> {
  const account = await accountOf(db, viewer.userId)
  const faults = gatherFaults()
  if (!(await isPassword(account.password, given.old_password))) faults.note("old_password", "accounts.password_wrong")
  if (given.new_password === given.old_password) faults.note("new_password", "accounts.password_same")
  const weaknesses = weaknessesOf(given.new_password, [account.username, account.name, ...account.emails])
  for (const weakness of weaknesses) faults.note("new_password", weakness)
  faults.refuse()
  const password = await hashPassword(given.new_password)

  const secret = newSecret()
  await writing(db, async (tx) => {
    // Of two simultaneous changes the second one verified a password that has just been replaced.
    if (!(await lockIfPasswordMatches(tx, viewer.userId, account.password, "update")))
      refuseFields({ old_password: ["accounts.password_wrong"] })
    await lockSession(tx, viewer)
    await tx
      .updateTable("users")
      .set({ password, password_changed_at: sql`now()`, updated_at: sql`now()` })
      .where("id", "=", viewer.userId)
      .execute()
    const mine = tx
      .updateTable("sessions")
      .set({ hash: hashOf(secret) })
      .where("id", "=", viewer.sessionId ?? 0)
    await tx
      .deleteFrom("sessions")
      .where("user_id", "=", viewer.userId)
      .where("id", "!=", viewer.sessionId ?? 0)
      .execute()
    await mine.execute()
    if (!given.keep_tokens) await endTokens(tx, viewer.userId)
    await endPrograms(tx, viewer.userId)
    await tx.deleteFrom("mailed_tokens").where("user_id", "=", viewer.userId).where("purpose", "=", "reset").execute()
    await mailAccountNotice(tx, viewer.userId, "password-changed")
  })
  return secret
}

/**
 * Sends a link to choose a new password if the address belongs to an account: either a verified address, or the main address of
 * an account that has verified none yet. For any other address, or when enough mails were sent (`isSent` false), the same work is
 * done without a recipient. A person who is suspended when the mail is to be sent gets none.
 */
export async function requestReset(
  db: Db,
  { email, next }: { email: string; next?: string | undefined },
  isSent = true,
): Promise<void> {
  const { rows } = await sql<{ userId: number; emailId: number }>`
    select e.user_id as "userId", e.id as "emailId" from emails e
    where lower(e.email) = lower(${email}) and (e.verified_at is not null or (e.is_primary
      and not exists (select from emails other where other.user_id = e.user_id and other.verified_at is not null)))
    order by e.verified_at is null, e.created_at desc limit 1`.execute(db)
  const target = (isSent && rows[0]) || { userId: 0, emailId: 0 }
  await writing(db, (tx) => enqueue(tx, "accounts.mail", { kind: "reset", ...target, next }))
}

/** Finds the account of a mailed password link without using it up. Refuses the field `token` when the link no longer works. */
export async function resetLink(
  db: Db,
  token: string,
): Promise<{ user_id: number; email_id: number; expires_at: Date }> {
  const link = await db
    .selectFrom("mailed_tokens")
    .select(["user_id", "email_id", "expires_at"])
    .where("hash", "=", hashOf(token))
    .where("purpose", "=", "reset")
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst()
  return link ?? refuseFields({ token: ["accounts.link_used"] })
}

/**
 * Sets a new password by a mailed link, once. All sessions, API tokens and permissions of programs end, as does the secret address
 * of the calendar, in case an intruder had them, and addresses that were not verified are removed. An account that nobody had verified yet belongs from now on to the person who
 * opened the link, and to nobody who prepared it before. Refuses `account_suspended` for a suspended account; its link stays
 * valid.
 */
export async function confirmReset(db: Db, given: { token: string; new_password: string }): Promise<void> {
  const link = await resetLink(db, given.token)
  const account = await accountOf(db, link.user_id)
  const weaknesses = weaknessesOf(given.new_password, [account.username, account.name, ...account.emails])
  if (weaknesses.length > 0) refuseFields({ new_password: weaknesses })
  const password = await hashPassword(given.new_password)

  await writing(db, async (tx) => {
    // Locks the account before its links, in the same order as a change of password does.
    await lockUnlessSuspended(tx, link.user_id, "update")
    const used = await tx.deleteFrom("mailed_tokens").where("hash", "=", hashOf(given.token)).executeTakeFirst()
    if (used.numDeletedRows === 0n) refuseFields({ token: ["accounts.link_used"] })
    await tx.deleteFrom("mailed_tokens").where("user_id", "=", link.user_id).where("purpose", "=", "reset").execute()
    await tx.deleteFrom("sessions").where("user_id", "=", link.user_id).execute()
    await endTokens(tx, link.user_id)
    await endPrograms(tx, link.user_id)
    await tx
      .updateTable("users")
      .set({ password, password_changed_at: sql`now()`, updated_at: sql`now()` })
      .where("id", "=", link.user_id)
      .execute()
    // Addresses that nobody has verified may be an intruder's, who could verify them later and set another password.
    await tx
      .deleteFrom("emails")
      .where("user_id", "=", link.user_id)
      .where("id", "!=", link.email_id)
      .where("verified_at", "is", null)
      .execute()
    if (!account.isVerified) {
      await tx.deleteFrom("recovery_codes").where("user_id", "=", link.user_id).execute()
      await tx
        .updateTable("users")
        .set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: null })
        .where("id", "=", link.user_id)
        .execute()
      // Opening the link verifies the address, unless another account has verified it meanwhile.
      const { numAffectedRows } = await sql`
        update emails set verified_at = now() where id = ${link.email_id} and verified_at is null
          and not exists (select from emails other where lower(other.email) = lower(emails.email) and other.verified_at is not null)`.execute(
        tx,
      )
      if (numAffectedRows && (await publishAwaiting(tx, link.user_id))) await noteConfirmedAnswers(tx, link.user_id)
    }
    await mailAccountNotice(tx, link.user_id, "password-changed")
  })
}

/** Revokes API tokens and the secret address of the calendar. */
async function endTokens(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom("api_tokens").where("user_id", "=", userId).execute()
  await tx.deleteFrom("personal_calendars").where("user_id", "=", userId).execute()
}

async function endPrograms(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom("program_grants").where("user_id", "=", userId).execute()
}

/**
 * Checks the viewer's password again before an action that cannot be undone. Refuses the field `password`.
 * @returns the hash it was verified against, for `requireConfirmedPassword`
 */
export async function confirmPassword(db: Db, viewer: SignedIn, password: string): Promise<string> {
  const account = await accountOf(db, viewer.userId)
  if (!(await isPassword(account.password, password))) refuseFields({ password: ["accounts.password_wrong"] })
  return account.password
}

/** Locks the account for an action confirmed by a password, which must still be the account's. Refuses the field `password`. */
export async function requireConfirmedPassword(tx: Db, userId: number, confirmed: string): Promise<void> {
  if (!(await lockIfPasswordMatches(tx, userId, confirmed, "update")))
    refuseFields({ password: ["accounts.password_wrong"] })
}

/** Enqueues a mail to the main address about a change of the account. */
export async function mailAccountNotice(
  tx: Db,
  userId: number,
  kind: "password-changed" | "factor-on" | "factor-off" | "suspended" | "restored",
): Promise<void> {
  const main = await tx
    .selectFrom("emails")
    .select("id")
    .where("user_id", "=", userId)
    .where("is_primary", "=", true)
    .executeTakeFirst()
  if (main) await enqueue(tx, "accounts.mail", { kind, userId, emailId: main.id })
}

async function accountOf(db: Db, userId: number) {
  const { rows } = await sql<{
    username: string
    name: string | null
    password: string
    emails: string[]
    isVerified: boolean
  }>`
    select username, name, password, array(select email from emails where user_id = users.id) as emails,
      exists (select from emails where user_id = users.id and verified_at is not null) as "isVerified"
    from users where id = ${userId}`.execute(db)
  return rows[0] ?? refuse("sign_in_needed")
}
