import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { refreshSearch } from "#features/events/search.server.ts"
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

    const files = await deletePages(tx, await pagesToDelete(tx, user.id))
    await sql`delete from pgboss.job where data ->> 'userId' = ${String(user.id)}`.execute(tx)
    // Invitations that wait for one of these addresses wait for nobody now.
    const addresses = emails.filter((one) => one.verified_at).map((one) => one.email.toLowerCase())
    await sql`delete from relations where lower(email) = any(${addresses}::text[])`.execute(tx)
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

/** Deletes pages with what is theirs and returns the files to remove. Other people's events stay, without them. */
async function deletePages(tx: Db, pages: number[]): Promise<string[]> {
  if (pages.length === 0) return []
  const ids = sql`${pages}::bigint[]`
  const { rows: hosted } = await sql<{ id: number }>`
    select event_id as id from event_organizers hosts where position = 0 and actor_id = any(${ids})
      and not exists (select from event_organizers other where other.event_id = hosts.event_id
        and other.status = 'accepted' and other.actor_id <> all(${ids}))`.execute(tx)
  const events = sql`${hosted.map(({ id }) => id)}::bigint[]`
  const { rows: mentioned } = await sql<{ id: number }>`
    select id from events where place_id = any(${ids}) and id <> all(${events})
    union select event_id from event_organizers where actor_id = any(${ids}) and event_id <> all(${events})
    union select event_id from event_lineup where actor_id = any(${ids}) and event_id <> all(${events})`.execute(tx)
  const { rows: files } = await sql<{ file: string }>`
    select file from documents where actor_id = any(${ids}) or event_id = any(${events})`.execute(tx)
  const { rows: spots } = await sql<{ id: number }>`
    select location_id as id from actors where id = any(${ids}) and location_id is not null
    union select location_id from events where id = any(${events}) and location_id is not null`.execute(tx)
  const { rows: words } = await sql<{ word: string }>`
    select distinct word from (
      select search from actors where id = any(${ids}) union all select search from events where id = any(${events})
    ) as gone, unnest(tsvector_to_array(search)) as word`.execute(tx)

  await sql`delete from events where id = any(${events})`.execute(tx)
  // What takes place there still does, at the address without the page.
  await sql`
    update events set location_id = coalesce(events.location_id, actors.location_id), place_id = null, room_id = null
    from actors where actors.id = events.place_id and actors.id = any(${ids})`.execute(tx)
  await sql`delete from event_organizers where actor_id = any(${ids})`.execute(tx)
  await sql`
    update event_organizers set position = 0 from (
      select event_id, min(position) as first from event_organizers where event_id = any(${mentioned.map(({ id }) => id)}::bigint[])
      group by event_id having min(position) > 0
    ) as left_over where left_over.event_id = event_organizers.event_id and position = first`.execute(tx)
  await sql`
    insert into former_fids (fid) select fid from actors where id = any(${ids}) on conflict (fid) do nothing`.execute(
    tx,
  )
  await sql`delete from actors where id = any(${ids})`.execute(tx)
  await sql`
    delete from locations where id = any(${spots.map(({ id }) => id)}::bigint[])
      and not exists (select from actors where location_id = locations.id)
      and not exists (select from events where location_id = locations.id)`.execute(tx)
  await refreshSearch(
    tx,
    mentioned.map(({ id }) => id),
  )
  await sql`
    delete from search_words where word = any(${words.map(({ word }) => word)}::text[])
      and not exists (select from events where listed and search @@ phraseto_tsquery('simple', word))
      and not exists (select from actors where status = 'published' and search @@ phraseto_tsquery('simple', word))`.execute(
    tx,
  )
  return files.map(({ file }) => file)
}
