import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import { writing } from "#db/writing.ts"
import { doneBy } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { actorFor, demand, type HeldActor, isStaff } from "#features/actors/access/queries.server.ts"
import { logAccess } from "#features/actors/access/commands.server.ts"
import { changed } from "#features/changes/commands.server.ts"
import { gatherFaults, type PartlyValid } from "#lib/faults.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { enqueueAll } from "#queue/enqueue.ts"
import { type CheckedAnswer, readCaptcha } from "./captcha/commands.server.ts"
import type { MessageChange, NewMessage } from "./inputs.ts"
import { channelsOf } from "./queries.server.ts"

/** Returns the page the viewer may write to; refuses a page without readers, and channels that it does not offer. */
async function writablePage(
  db: Db,
  viewer: Viewer,
  fid: string,
  channel: NewMessage["channel"] | undefined,
): Promise<HeldActor> {
  const page = await actorFor(db, viewer, fid)
  if (page.status !== "published") return refuse("contact_closed")
  const offered = await channelsOf(db, page.id)
  if (offered.length === 0) return refuse("contact_closed")
  if (channel !== undefined && !offered.includes(channel))
    return refuseFields({ channel: [{ id: "errors.choices", with: { choices: offered.join(", ") } }] })
  return page
}

/** Checks a message; returns its page and the checked answer to the challenge. Refuses with all errors at once. */
export async function checkMessage(
  db: Db,
  viewer: Viewer,
  fid: string,
  given: NewMessage,
): Promise<{ page: HeldActor; answered: CheckedAnswer }> {
  const faults = gatherFaults()
  const page = await faults.noting(() => writablePage(db, viewer, fid, given.channel))
  const answered = await faults.noting(() => readCaptcha(db, given.captcha))
  faults.refuse()
  // No error was noted, so both exist.
  return { page: page as HeldActor, answered: answered as CheckedAnswer }
}

/** Reports what is wrong with the valid fields of a message without sending it; refuses as sending it would. */
export async function judgeMessage(
  db: Db,
  viewer: Viewer,
  fid: string,
  { given, faulty }: PartlyValid<NewMessage>,
): Promise<void> {
  const faults = gatherFaults()
  await faults.noting(() => writablePage(db, viewer, fid, given.channel))
  if (given.channel === "email" && given.email === undefined && !faulty.has("email"))
    faults.note("email", "contact-questions.email_needed")
  const { captcha } = given
  if (captcha !== undefined) await faults.noting(() => readCaptcha(db, captcha))
  faults.refuse()
}

/** Stores a message in the inbox of a page and notifies its people by mail. */
export async function sendMessage(db: Db, viewer: Viewer, page: HeldActor, given: NewMessage): Promise<void> {
  await writing(db, async (tx) => {
    const isTheirs =
      viewer && given.email
        ? await tx
            .selectFrom("emails")
            .select("id")
            .where("user_id", "=", viewer.userId)
            .where(sql<boolean>`lower(email) = lower(${given.email})`)
            .where("verified_at", "is not", null)
            .executeTakeFirst()
        : undefined
    const { id } = await tx
      .insertInto("contact_messages")
      .values({
        actor_id: page.id,
        channel: given.channel,
        user_id: viewer?.userId ?? null,
        name: given.name,
        email: given.email ?? null,
        email_verified: isTheirs !== undefined,
        subject: given.subject,
        message: given.message,
      })
      .returning("id")
      .executeTakeFirstOrThrow()
    if (given.channel !== "email") return
    const { rows: readers } = await sql<{ userId: number }>`
      select r.user_id as "userId" from relations r
      join emails e on e.user_id = r.user_id and e.is_primary and e.verified_at is not null
      where r.actor_id = ${page.id} and ${isStaff} order by r.id limit ${mostMailed}`.execute(tx)
    await enqueueAll(
      tx,
      "contact.mail",
      readers.map(({ userId }) => ({ userId, messageId: id })),
    )
  })
}

/** Most people of a page who are mailed; the others find the message in the inbox. */
const mostMailed = 50

/**
 * Returns the page whose messages the viewer is about to read. Access that they have only as a moderator or administrator is
 * logged.
 */
export async function openMessages(db: Db, viewer: Viewer, fid: string): Promise<HeldActor> {
  const page = await actorFor(db, viewer, fid)
  demand(viewer, "see_drafts", page)
  await logAccess(db, viewer, "messages_seen", { actor: page.id }, page)
  return page
}

/** Marks a message as read or unread for the viewer, and archives it or restores it for all. */
export async function changeMessage(
  db: Db,
  viewer: Viewer,
  fid: string,
  id: number,
  given: MessageChange,
): Promise<HeldActor> {
  return writing(db, async (tx) => {
    const { page, me } = await messageFor(tx, viewer, fid, id)
    if (given.is_read === true) {
      await tx
        .insertInto("contact_reads")
        .values({ message_id: id, user_id: me.userId })
        .onConflict((existing) => existing.columns(["message_id", "user_id"]).doNothing())
        .execute()
    } else if (given.is_read === false) {
      await tx.deleteFrom("contact_reads").where("message_id", "=", id).where("user_id", "=", me.userId).execute()
    }
    if (given.is_archived !== undefined) {
      await tx
        .updateTable("contact_messages")
        .set({ archived_at: given.is_archived ? sql`coalesce(archived_at, now())` : null })
        .where("id", "=", id)
        .execute()
    }
    return page
  })
}

/** Deletes a message for all people of the page. */
export async function deleteMessage(db: Db, viewer: Viewer, fid: string, id: number): Promise<void> {
  await writing(db, async (tx) => {
    const { page, me } = await messageFor(tx, viewer, fid, id)
    await tx.deleteFrom("contact_messages").where("id", "=", id).execute()
    // The log says that a message was deleted; its content is gone.
    await changed(tx, {
      by: doneBy(me, "edit", { relations: page.relations }),
      subject: { actor: page.id },
      kind: "message_deleted",
      isPublic: false,
    })
  })
}

async function messageFor(tx: Db, viewer: Viewer, fid: string, id: number) {
  const page = await actorFor(tx, viewer, fid)
  demand(viewer, "edit", page)
  const held = await tx
    .selectFrom("contact_messages")
    .select("id")
    .where("id", "=", id)
    .where("actor_id", "=", page.id)
    .forUpdate()
    .executeTakeFirst()
  if (!held) refuse("message_not_found")
  return { page, me: viewer as NonNullable<Viewer> }
}

/** Deletes messages and decided claims after a year, and answers to challenges that have expired. */
export async function sweepContact(db: Db): Promise<void> {
  await deleteInSteps(db, "captcha_answers", sql`expires_at < now()`)
  await deleteInSteps(db, "contact_messages", sql`created_at < now() - interval '1 year'`)
  await deleteInSteps(db, "claims", sql`decided_at < now() - interval '1 year'`)
}
