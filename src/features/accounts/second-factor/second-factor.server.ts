import { randomBytes } from "node:crypto"
import { sql } from "kysely"
import { Secret, TOTP } from "otpauth"
import qrcode from "qrcode"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { hashOf } from "#lib/secret.ts"
import { lockSession } from "../sessions/commands.server.ts"
import { requireConfirmedPassword, mailAccountNotice } from "../sign-in/passwords.server.ts"
import type { SignedIn } from "../viewer.ts"

// TOTP (RFC 6238) with the parameters every authenticator app supports: SHA-1, six digits, thirty seconds.
const period = 30
const recoveryCodeCount = 10
const alphabet = "abcdefghijklmnopqrstuvwxyz234567"

/** Tells whether the second factor is on and how many recovery codes are left. */
export async function secondFactorOf(
  db: Db,
  viewer: SignedIn,
): Promise<{ enabled: boolean; recovery_codes_left: number }> {
  const { rows } = await sql<{ enabled: boolean; recovery_codes_left: number }>`
    select totp_confirmed_at is not null as enabled,
      (select count(*)::int from recovery_codes where user_id = users.id) as recovery_codes_left
    from users where id = ${viewer.userId}`.execute(db)
  return rows[0] ?? refuse("sign_in_needed")
}

/**
 * Generates a secret for the authenticator app; the second factor is on only once a code was confirmed. Refuses
 * `second_factor_on`, the field `password`.
 */
export async function prepareSecondFactor(db: Db, viewer: SignedIn, confirmed: string, issuer: string) {
  const secret = new Secret({ size: 20 }).base32
  await writing(db, async (tx) => {
    await requireConfirmedPassword(tx, viewer.userId, confirmed)
    const { numUpdatedRows } = await tx
      .updateTable("users")
      .set({ totp_secret: secret, totp_last_step: null })
      .where("id", "=", viewer.userId)
      .where("totp_confirmed_at", "is", null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse("second_factor_on")
  })
  const url = totp(secret, { issuer, label: viewer.username }).toString()
  return { secret, url, qr: await qrcode.toString(url, { type: "svg", margin: 2 }) }
}

/**
 * Turns the second factor on and returns the recovery codes, which are shown only here. Refuses the field `code`,
 * `second_factor_off`.
 */
export async function confirmSecondFactor(db: Db, viewer: SignedIn, code: string): Promise<string[]> {
  return writing(db, async (tx) => {
    await lockSession(tx, viewer)
    const user = await factorOf(tx, viewer.userId)
    if (user.totp_confirmed_at) refuse("second_factor_on")
    if (!user.totp_secret) return refuse("second_factor_off")
    const step = stepOf(user.totp_secret, code)
    if (step === undefined) return refuseFields({ code: ["accounts.code_wrong"] })
    await tx
      .updateTable("users")
      .set({ totp_confirmed_at: sql`now()`, totp_last_step: step })
      .where("id", "=", viewer.userId)
      .execute()
    await mailAccountNotice(tx, viewer.userId, "factor-on")
    return writeRecoveryCodes(tx, viewer.userId)
  })
}

/** Replaces the recovery codes with new ones. Refuses `second_factor_off`, the field `password`. */
export async function renewRecoveryCodes(db: Db, viewer: SignedIn, confirmed: string): Promise<string[]> {
  return writing(db, async (tx) => {
    await requireConfirmedPassword(tx, viewer.userId, confirmed)
    if (!(await factorOf(tx, viewer.userId)).totp_confirmed_at) refuse("second_factor_off")
    return writeRecoveryCodes(tx, viewer.userId)
  })
}

/** Turns the second factor off; does nothing when it is off already. Refuses the field `password`. */
export async function removeSecondFactor(db: Db, viewer: SignedIn, confirmed: string): Promise<void> {
  await writing(db, async (tx) => {
    await requireConfirmedPassword(tx, viewer.userId, confirmed)
    const user = await factorOf(tx, viewer.userId)
    await tx
      .updateTable("users")
      .set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: null })
      .where("id", "=", viewer.userId)
      .execute()
    await tx.deleteFrom("recovery_codes").where("user_id", "=", viewer.userId).execute()
    if (user.totp_confirmed_at) await mailAccountNotice(tx, viewer.userId, "factor-off")
  })
}

/** Accepts a code of the app or a recovery code, each only once. True when the code was valid. */
export async function takeCode(db: Db, userId: number, given: string): Promise<boolean> {
  const code = given.toLowerCase().replaceAll(/[\s-]/g, "")
  if (!/^\d{6}$/.test(code)) {
    const { numDeletedRows } = await db
      .deleteFrom("recovery_codes")
      .where("user_id", "=", userId)
      .where("hash", "=", hashOf(code))
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const user = await db.selectFrom("users").select("totp_secret").where("id", "=", userId).executeTakeFirst()
  const step = user?.totp_secret ? stepOf(user.totp_secret, code) : undefined
  if (step === undefined) return false
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ totp_last_step: step })
    .where("id", "=", userId)
    .where((is) => is.or([is("totp_last_step", "is", null), is("totp_last_step", "<", step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function writeRecoveryCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    Array.from(randomBytes(16), (byte) => alphabet[byte & 31]).join(""),
  )
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute()
  await tx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, hash: hashOf(code) })))
    .execute()
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join("-"))
}

async function factorOf(tx: Db, userId: number) {
  const user = await tx
    .selectFrom("users")
    .select(["totp_secret", "totp_confirmed_at"])
    .where("id", "=", userId)
    .executeTakeFirst()
  return user ?? refuse("sign_in_needed")
}

/** Returns the thirty-second step a code belongs to, allowing for the step before and after now; undefined when it is invalid. */
function stepOf(secret: string, code: string): number | undefined {
  const delta = totp(secret).validate({ token: code.replaceAll(/\s/g, ""), window: 1 })
  return delta === null ? undefined : Math.floor(Date.now() / 1000 / period) + delta
}

function totp(secret: string, names: { issuer: string; label: string } = { issuer: "", label: "" }) {
  return new TOTP({ ...names, algorithm: "SHA1", digits: 6, period, secret: Secret.fromBase32(secret) })
}
