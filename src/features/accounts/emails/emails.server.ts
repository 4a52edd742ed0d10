import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { publishAwaiting } from "#features/actors/awaiting/commands.server.ts"
import { noteConfirmedAnswers } from "#features/notices/answers/commands.server.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { hashOf } from "#lib/secret.ts"
import { enqueue } from "#queue/enqueue.ts"
import { writing } from "#db/writing.ts"
import { lockSession } from "../sessions/commands.server.ts"
import { hasJustSignedIn } from "../sessions/queries.server.ts"
import { requireConfirmedPassword } from "../sign-in/passwords.server.ts"
import { lockUnlessSuspended } from "../suspension/queries.server.ts"
import type { NewEmail } from "../inputs.ts"
import type { SignedIn } from "../viewer.ts"

const mostEmails = 10

/** Finds the account that has verified an address. */
export async function findEmailOwner(db: Db, email: string): Promise<{ userId: number; emailId: number } | undefined> {
  return db
    .selectFrom("emails")
    .select(["user_id as userId", "id as emailId"])
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("verified_at", "is not", null)
    .executeTakeFirst()
}

/**
 * Adds an address, which has to be verified by the link mailed to it. The answer does not reveal whether another account has
 * verified the address already; in that case the owner of the address gets a mail instead. The main address is notified. Refuses
 * the fields `email` and `password`, and `too_many`.
 * @param confirmed the password hash that the request was verified against; without it, the session has to be a new one
 */
export async function addEmail(
  db: Db,
  viewer: SignedIn,
  { email, next }: NewEmail,
  confirmed: string | undefined,
): Promise<number> {
  return writing(db, async (tx) => {
    if (confirmed !== undefined) await requireConfirmedPassword(tx, viewer.userId, confirmed)
    else if (!(await hasJustSignedIn(tx, viewer))) refuseFields({ password: ["errors.required"] })
    const own = await lockEmails(tx, viewer)
    if (own.some((one) => one.email.toLowerCase() === email.toLowerCase())) {
      refuseFields({ email: ["accounts.email_yours"] })
    }
    if (own.length >= mostEmails) refuse("too_many")
    const main = own.find((one) => one.is_primary)
    const { id } = await tx
      .insertInto("emails")
      .values({ user_id: viewer.userId, email, is_primary: !main })
      .returning("id")
      .executeTakeFirstOrThrow()

    const holder = await findEmailOwner(tx, email)
    await enqueue(
      tx,
      "accounts.mail",
      holder ? { kind: "already-registered", ...holder } : { kind: "verify", userId: viewer.userId, emailId: id, next },
    )
    if (main)
      await enqueue(tx, "accounts.mail", { kind: "email-added", userId: viewer.userId, emailId: main.id, addedId: id })
    return id
  })
}

/**
 * Sends the verification link again. If another account has verified the address, its owner is told of the request instead.
 * Refuses `not_found`.
 * @param isSent false when enough mails were sent to the address
 */
export async function sendVerification(
  db: Db,
  viewer: SignedIn,
  id: number,
  next: string | undefined,
  isSent: boolean,
): Promise<void> {
  const own = await ownEmail(db, viewer, id)
  if (own.verified_at || !isSent) return
  const holder = await findEmailOwner(db, own.email)
  await writing(db, (tx) =>
    enqueue(
      tx,
      "accounts.mail",
      holder ? { kind: "already-registered", ...holder } : { kind: "verify", userId: viewer.userId, emailId: id, next },
    ),
  )
}

/**
 * Verifies the address that a mailed link was sent to, and publishes the page that waited for it. The link works for another ten
 * minutes, without effect, for a person who presses again because the answer was lost. Refuses the field `token`, and
 * `account_suspended`.
 */
export async function verifyEmail(db: Db, token: string): Promise<void> {
  const taken = (error: { constraint?: string }) => {
    if (error.constraint === "emails_verified") refuseFields({ token: ["accounts.link_taken"] })
    throw error
  }
  await writing(db, async (tx) => {
    const hash = hashOf(token)
    const link = await tx
      .updateTable("mailed_tokens")
      .set({ expires_at: sql`least(expires_at, now() + interval '10 minutes')` })
      .where("hash", "=", hash)
      .where("purpose", "=", "verify")
      .where("expires_at", ">", sql<Date>`now()`)
      .returning(["email_id", "user_id"])
      .executeTakeFirst()
    if (!link) return refuseFields({ token: ["accounts.link_used"] })
    // The row stays locked, so that a first attendance answered meanwhile sees afterwards that the address is verified. A
    // suspended account publishes nothing this way; the link works again once the suspension ends.
    await lockUnlessSuspended(tx, link.user_id, "update")
    await tx
      .updateTable("emails")
      .set({ verified_at: sql`coalesce(verified_at, now())` })
      .where("id", "=", link.email_id)
      .execute()
    // A main address that was mistyped and never verified is replaced: mails go to the main address alone.
    const main = await mainOf(tx, link.user_id)
    if (!main?.verified_at) await lead(tx, link.user_id, link.email_id)
    await tx
      .deleteFrom("mailed_tokens")
      .where("email_id", "=", link.email_id)
      .where("purpose", "=", "verify")
      .where("hash", "!=", hash)
      .execute()
    if (await publishAwaiting(tx, link.user_id)) await noteConfirmedAnswers(tx, link.user_id)
  }).catch(taken)
}

/**
 * Makes an address the main one; the former one is notified. Refuses `not_found` and, until it is verified,
 * `email_not_verified`.
 */
export async function makePrimary(db: Db, viewer: SignedIn, id: number): Promise<void> {
  await writing(db, async (tx) => {
    await lockEmails(tx, viewer)
    const own = await ownEmail(tx, viewer, id)
    if (!own.verified_at) refuse("email_not_verified")
    const former = await mainOf(tx, viewer.userId)
    await lead(tx, viewer.userId, id)
    if (former && former.id !== id)
      await enqueue(tx, "accounts.mail", {
        kind: "primary-changed",
        userId: viewer.userId,
        emailId: former.id,
        primaryId: id,
      })
  })
}

/** Makes an address the main one in place of the present main address. */
async function lead(tx: Db, userId: number, id: number) {
  const own = tx.updateTable("emails").where("user_id", "=", userId)
  await own.set({ is_primary: false }).where("is_primary", "=", true).execute()
  await own.set({ is_primary: true }).where("id", "=", id).execute()
}

async function mainOf(tx: Db, userId: number) {
  return tx
    .selectFrom("emails")
    .select(["id", "verified_at"])
    .where("user_id", "=", userId)
    .where("is_primary", "=", true)
    .executeTakeFirst()
}

/** Removes an address. Refuses `not_found` and, for the main one, `email_primary`. */
export async function removeEmail(db: Db, viewer: SignedIn, id: number): Promise<void> {
  await writing(db, async (tx) => {
    await lockEmails(tx, viewer)
    if ((await ownEmail(tx, viewer, id)).is_primary) refuse("email_primary")
    await tx.deleteFrom("emails").where("id", "=", id).execute()
  })
}

async function ownEmail(db: Db, viewer: SignedIn, id: number) {
  const found = await db
    .selectFrom("emails")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", viewer.userId)
    .executeTakeFirst()
  return found ?? refuse("not_found")
}

/** Locks the person's session until the transaction ends and returns their addresses. */
async function lockEmails(tx: Db, viewer: SignedIn) {
  await lockSession(tx, viewer)
  return tx.selectFrom("emails").select(["id", "email", "is_primary"]).where("user_id", "=", viewer.userId).execute()
}
