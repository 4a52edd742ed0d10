import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { isStaff } from "#features/actors/access/queries.server.ts"
import { hostedBy } from "#features/actors/removal/commands.server.ts"
import { byPerson, type Changed } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import type { Language } from "#i18n/languages.ts"
import { refuse } from "#lib/refusal.ts"
import { enqueue } from "#queue/enqueue.ts"
import { requireConfirmedPassword } from "../sign-in/passwords.server.ts"
import type { SignedIn } from "../viewer.ts"

/** This many events, upcoming ones first, are hidden before the request is answered; the job hides the rest. */
const hiddenAtOnce = 500

/** A password hash that matches no password: argon2id (RFC 9106) never produces all zeros. */
const noPassword = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`

/**
 * Deletes an account: from now on nobody can sign in to it or act for it, its username and addresses are free again, and the
 * pages that nobody else owns or works on are hidden with their events. A job removes what is left. A page that others work on
 * passes to its longest-standing member, or if there is none to its longest-standing assistant, to suspended ones last; a person's
 * own page is never passed on. The `fid` of a page that was public stays reserved.
 * @param confirmed the password hash that the request was verified against, if a password was required; it must still be the
 * account's hash
 * @returns the addresses the account had
 */
export async function deleteAccount(db: Db, viewer: SignedIn, confirmed?: string): Promise<{ addresses: string[] }> {
  return writing(db, async (tx) => {
    if (confirmed !== undefined) await requireConfirmedPassword(tx, viewer.userId, confirmed)
    const user = await tx
      .selectFrom("users")
      .select(["id", "username", "name", "language"])
      .where("id", "=", viewer.userId)
      .where("deleted_at", "is", null)
      .forUpdate()
      .executeTakeFirst()
    if (!user) return refuse("sign_in_needed")
    const emails = await tx.selectFrom("emails").selectAll().where("user_id", "=", user.id).execute()

    const { gone, passedOn } = await pagesToDelete(tx, user.id)
    const hidden = await hidePages(tx, user.id, gone)
    const withdrawn = await forgetPerson(
      tx,
      user.id,
      emails.filter((one) => one.verified_at).map((one) => one.email.toLowerCase()),
    )
    const by = byPerson(user.id)
    await changed(
      tx,
      [...passedOn, ...hidden, ...withdrawn].map((one) => ({ by, ...one })),
    )
    await enqueue(tx, "accounts.remove", { accountId: user.id })
    const main = emails.find((one) => one.is_primary && one.verified_at)
    if (main) {
      const name = user.name ?? user.username
      await enqueue(tx, "accounts.mail", {
        kind: "account-deleted",
        to: main.email,
        name,
        language: user.language as Language,
      })
    }
    return { addresses: emails.map((one) => one.email) }
  })
}

/**
 * Hides the account's pages and their events, and removes the person from all other pages. The pages the account still owns tell
 * the job what to remove.
 */
async function hidePages(tx: Db, userId: number, pages: number[]): Promise<Change[]> {
  const { rows: left } = await sql<{ id: number; isPublic: boolean }>`
    delete from relations where user_id = ${userId} and actor_id <> all(${pages}::bigint[])
    returning actor_id as id, status = 'accepted' and is_visible as "isPublic"`.execute(tx)
  const leaving = left.map(({ id, isPublic }): Change => ({ subject: { actor: id }, kind: "left", isPublic }))
  if (pages.length === 0) return leaving
  const { rows: actors } = await sql<{ id: number; isPublic: boolean }>`
    update actors set deleted_at = now(), deleted_status = status, status = 'draft', version = version + 1, updated_at = now()
    where id = any(${pages}::bigint[]) and deleted_at is null
    returning id, deleted_status <> 'draft' as "isPublic"`.execute(tx)
  const { rows: events } = await sql<{ id: number; isPublic: boolean }>`
    update events set deleted_at = now(), deleted_workflow = workflow, workflow = 'draft', version = version + 1, updated_at = now()
    where id = any(${await hostedBy(tx, pages, hiddenAtOnce, false)}::bigint[]) and deleted_at is null
    returning id, deleted_workflow = 'published' as "isPublic"`.execute(tx)
  return [
    ...leaving,
    ...actors.map(({ id, isPublic }): Change => ({ subject: { actor: id }, kind: "deleted", isPublic })),
    // People who answered one of these events are notified when it is removed for good (removal.server.ts).
    ...events.map(({ id, isPublic }): Change => ({ subject: { event: id }, kind: "deleted", isPublic })),
  ]
}

type Change = Omit<Changed, "by">

/** Empties the account's row so that only its number remains for the removal job, and nothing identifies the person. */
async function forgetPerson(tx: Db, userId: number, addresses: string[]): Promise<Change[]> {
  const own = [
    "sessions",
    "api_tokens",
    "program_grants",
    "programs",
    "mailed_tokens",
    "recovery_codes",
    "personal_calendars",
    "saved_places",
    "identities",
    "claims",
  ] as const
  for (const table of own) await tx.deleteFrom(table).where("user_id", "=", userId).execute()
  // Nobody can accept the invitations sent to these addresses any more.
  await sql`delete from relations where lower(email) = any(${addresses}::text[])`.execute(tx)
  await sql`delete from subscriptions where lower(email) = any(${addresses}::text[])`.execute(tx)
  await sql`delete from contact_messages where lower(email) = any(${addresses}::text[])`.execute(tx)
  // Moderators still see that something was reported and for which reason, but not the person and their words.
  await sql`
    update report_statements set user_id = null, email = null, text = '', name = null
    where user_id = ${userId} or lower(email) = any(${addresses}::text[])`.execute(tx)
  await tx.deleteFrom("emails").where("user_id", "=", userId).execute()
  const withdrawn = await tx
    .updateTable("agendas")
    .set({ is_published: false })
    .where("user_id", "=", userId)
    .where("is_published", "=", true)
    .returning("id")
    .execute()
  await sql`
    update users set deleted_at = now(), username = '_' || left(replace(gen_random_uuid()::text, '-', ''), 28), password = ${noPassword},
      name = null, identity_id = null, is_moderator = false, is_admin = false, totp_secret = null, totp_confirmed_at = null,
      newsletter_frequency = 'none', notify = '{}', notify_app = '{}', stop_key = gen_random_uuid(), updated_at = now()
    where id = ${userId}`.execute(tx)
  return withdrawn.map(({ id }) => ({ subject: { agenda: id }, kind: "withdrawn", isPublic: true }))
}

/** Finds the pages whose last owner leaves, passes on those it can, and returns the ids of the others. */
async function pagesToDelete(tx: Db, userId: number): Promise<{ gone: number[]; passedOn: Change[] }> {
  const { rows } = await sql<{ id: number; heir: number | null }>`
    select a.id, case when a.type <> 'person' then (
      select r.id from relations r where r.actor_id = a.id and r.user_id <> ${userId} and r.status = 'accepted'
      order by ${isStaff} desc, r.relation = 'member' desc, r.created_at, r.id limit 1) end as heir
    from actors a join relations own on own.actor_id = a.id
    where own.user_id = ${userId} and own.relation = 'owner' and own.status = 'accepted'
      and not exists (select from relations other where other.actor_id = a.id and other.user_id <> ${userId}
        and other.relation = 'owner' and other.status = 'accepted')
    for update of a`.execute(tx)
  const heirs = rows.flatMap(({ heir }) => (heir === null ? [] : [heir]))
  if (heirs.length > 0) await tx.updateTable("relations").set({ relation: "owner" }).where("id", "in", heirs).execute()
  return {
    gone: rows.flatMap(({ id, heir }) => (heir === null ? [id] : [])),
    // A member who was shown publicly may now be shown as owner.
    passedOn: rows.flatMap(({ id, heir }) =>
      heir === null ? [] : [{ subject: { actor: id }, kind: "transferred", isPublic: true }],
    ),
  }
}
