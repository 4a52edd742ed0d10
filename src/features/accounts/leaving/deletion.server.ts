import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { removeForGood } from "#features/actors/removal/commands.server.ts"
import type { Language } from "#i18n/languages.ts"
import { refuse } from "#lib/refusal.ts"
import { enqueue } from "#queue/enqueue.ts"
import type { SignedIn } from "../viewer.ts"

/** What a deletion leaves to be done outside of the database. */
export type Left = { addresses: string[]; files: string[] }

/**
 * Deletes an account and everything that belongs to it, at once: sessions, tokens, preferences, and the pages nobody else
 * has in hand, with their events and files. A page others work on passes to the member, else the assistant, who has been
 * there longest; a person's own page passes to nobody. The word of an address that was public stays taken.
 */
export async function deleteAccount(db: Db, viewer: SignedIn): Promise<Left> {
  return db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom("users")
      .select(["id", "username", "name", "language"])
      .where("id", "=", viewer.userId)
      .forUpdate()
      .executeTakeFirst()
    if (!user) return refuse("sign_in_needed")
    const emails = await tx.selectFrom("emails").selectAll().where("user_id", "=", user.id).execute()

    const files = await removeForGood(tx, { pages: await pagesToDelete(tx, user.id) })
    // What they brought and nothing used yet.
    const { rows: unused } = await sql<{ file: string }>`
      delete from documents where created_by = ${user.id} and actor_id is null and event_id is null
      returning file`.execute(tx)
    files.push(...unused.map(({ file }) => file))
    await sql`delete from pgboss.job where data ->> 'userId' = ${String(user.id)}`.execute(tx)
    // Invitations that wait for one of these addresses wait for nobody now.
    const addresses = emails.filter((one) => one.verified_at).map((one) => one.email.toLowerCase())
    await sql`delete from relations where lower(email) = any(${addresses}::text[])`.execute(tx)
    await sql`delete from contact_messages where lower(email) = any(${addresses}::text[])`.execute(tx)
    await tx.deleteFrom("users").where("id", "=", user.id).execute()

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
    return { addresses: emails.map((one) => one.email), files }
  })
}

/** Pages whose last owner leaves: passed on where that is possible; the ids of the others. */
async function pagesToDelete(tx: Db, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; heir: number | null }>`
    select a.id, case when a.type <> 'person' then (
      select r.id from relations r where r.actor_id = a.id and r.user_id <> ${userId} and r.status = 'accepted'
      order by r.relation = 'member' desc, r.created_at, r.id limit 1) end as heir
    from actors a join relations own on own.actor_id = a.id
    where own.user_id = ${userId} and own.relation = 'owner' and own.status = 'accepted'
      and not exists (select from relations other where other.actor_id = a.id and other.user_id <> ${userId}
        and other.relation = 'owner' and other.status = 'accepted')
    for update of a`.execute(tx)
  const heirs = rows.flatMap(({ heir }) => (heir === null ? [] : [heir]))
  if (heirs.length > 0) await tx.updateTable("relations").set({ relation: "owner" }).where("id", "in", heirs).execute()
  return rows.flatMap(({ id, heir }) => (heir === null ? [id] : []))
}
