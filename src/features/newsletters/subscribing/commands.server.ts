import { createHash } from "node:crypto"
import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { gatherFaults } from "#lib/faults.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { hashOf, isSecret } from "#lib/secret.ts"
import type { Language } from "#i18n/languages.ts"
import { enqueue } from "#queue/enqueue.ts"
import type { NewSubscription, SubscriptionChange } from "../inputs.ts"
import { type Filters, mostConfirmationMails, mostPerAddress } from "../newsletter.ts"
import { subscriptionOf, type SubscriptionRow } from "./queries.server.ts"

type Named = Pick<SubscriptionChange, "actors" | "places" | "lists" | "categories" | "q">

/** Resolves pages and lists to ids. Refuses unknown ones, in the fields `actors` and `lists`, all faults at once. */
async function filtersOf(db: Db, given: Named, before: Filters = {}): Promise<Filters> {
  const faults = gatherFaults()
  const [actors, lists] = await Promise.all([actorIds(db, given.actors ?? []), listIds(db, given.lists ?? [])])
  const lost = (names: string[], found: { name: string }[]) =>
    names.filter((name) => !found.some((one) => one.name === name))
  const [noActor] = lost(given.actors ?? [], actors)
  const [noList] = lost(given.lists ?? [], lists)
  if (noActor !== undefined) faults.note("actors", { id: "newsletter.no_page", with: { name: noActor } })
  if (noList !== undefined) faults.note("lists", { id: "newsletter.no_list", with: { name: noList } })
  faults.refuse()
  const ids = (rows: { id: number }[]) => [...new Set(rows.map(({ id }) => id))].toSorted((a, b) => a - b)
  const all: Filters = {
    ...before,
    ...(given.actors ? { actors: ids(actors) } : {}),
    ...(given.lists ? { lists: ids(lists) } : {}),
    ...(given.places ? { places: given.places } : {}),
    ...(given.categories ? { categories: given.categories.toSorted() } : {}),
    ...(given.q === undefined ? {} : given.q === null ? { q: "" } : { q: given.q }),
  }
  // Empty filters are left out, so that equal selections are always stored the same way.
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value.length > 0))
}

async function actorIds(db: Db, fids: string[]): Promise<{ id: number; name: string }[]> {
  if (fids.length === 0) return []
  const rows = db.selectFrom("actors").select(["id", "fid as name"])
  return rows.where("fid", "in", fids).where("status", "=", "published").execute()
}

async function listIds(db: Db, slugs: string[]): Promise<{ id: number; name: string }[]> {
  if (slugs.length === 0) return []
  return db
    .selectFrom("agenda_slugs")
    .innerJoin("agendas", "agendas.id", "agenda_slugs.agenda_id")
    .select(["agendas.id", "agenda_slugs.slug as name"])
    .where("agenda_slugs.slug", "in", slugs)
    .where("agendas.is_published", "=", true)
    .execute()
}

function digestOf(filters: Filters): Buffer {
  return createHash("sha256")
    .update(JSON.stringify(filters, Object.keys(filters).toSorted().concat(["name", "lat", "lon", "radius"])))
    .digest()
}

/** Returns the hash under which an address is counted, without what follows a plus: that reaches the same person. */
function countedAddress(email: string): Buffer {
  const [local = "", domain = ""] = email.toLowerCase().split("@")
  return hashOf(`${local.replace(/\+.*$/, "") || local}@${domain}`)
}

/**
 * Stores an unconfirmed newsletter for an address and queues the mail with its confirmation link. The answer does not reveal
 * whether the address is known; after too many requests in a day, nothing happens. Refuses unknown pages and lists.
 */
export async function subscribe(
  db: Db,
  given: NewSubscription & { language: Language; timezone: string },
): Promise<void> {
  const { email, language, frequency, weekday, hour, timezone, ...named } = given
  const filters = await filtersOf(db, named)
  await writing(db, async (tx) => {
    const address = countedAddress(email)
    await sql`select pg_advisory_xact_lock(hashtext('subscriptions'), hashtext(encode(${address}, 'hex')))`.execute(tx)
    const { rows } = await sql<{ asks: number }>`
      select count(*)::int as asks from (select from subscription_asks
        where address = ${address} and created_at > now() - interval '1 day' limit ${mostConfirmationMails}) as asks`.execute(
      tx,
    )
    if ((rows[0]?.asks ?? 0) >= mostConfirmationMails) return
    await tx.insertInto("subscription_asks").values({ address }).execute()
    const { rows: made } = await sql<{ id: number }>`
      insert into subscriptions as known (email, language, frequency, weekday, hour, timezone, filters, filters_digest)
      values (${email}, ${language}, ${frequency}, ${weekday}, ${hour}, ${timezone}, ${JSON.stringify(filters)},
        ${digestOf(filters)})
      on conflict (lower(email), filters_digest, language, frequency, weekday, hour, timezone)
        where email is not null and confirmed_at is null do update set created_at = now()
      returning id`.execute(tx)
    await enqueue(tx, "newsletters.confirm-mail", { subscriptionId: made[0]?.id ?? 0 })
  })
}

/**
 * Begins a newsletter by its confirmation link and returns its id. If the address already has a newsletter with the same filters,
 * that one takes the new settings. For ten minutes the link returns the newsletter that it began, unless that was ended, to a
 * person who presses again because the answer was lost. Refuses the field `token`, and `too_many` newsletters of one address.
 */
export async function confirmSubscription(db: Db, token: string): Promise<number> {
  if (!isSecret(token)) return refuseFields({ token: ["accounts.link_used"] })
  const hash = hashOf(token)
  return writing(db, async (tx) => {
    const asked = await tx
      .selectFrom("subscription_links")
      .innerJoin("subscriptions", "subscriptions.id", "subscription_links.subscription_id")
      .selectAll("subscriptions")
      .where("subscription_links.hash", "=", hash)
      .where("subscription_links.expires_at", ">", sql<Date>`now()`)
      .where("subscriptions.stopped_at", "is", null)
      .forUpdate()
      .executeTakeFirst()
    if (!asked?.email || !asked.filters_digest) return refuseFields({ token: ["accounts.link_used"] })
    if (asked.confirmed_at) return asked.id
    const email = asked.email.toLowerCase()
    await holdAddress(tx, email)
    const { rows: held } = await sql<{ id: number; same: boolean }>`
      select id, filters_digest = ${asked.filters_digest} as same from subscriptions
      where lower(email) = ${email} and confirmed_at is not null for update`.execute(tx)
    const same = held.find((one) => one.same)
    if (!same && held.length >= mostPerAddress) refuse("too_many")
    await tx
      .deleteFrom("subscription_links")
      .where("subscription_id", "=", asked.id)
      .where("hash", "!=", hash)
      .execute()
    await tx
      .updateTable("subscription_links")
      .set({ expires_at: sql`least(expires_at, now() + interval '10 minutes')` })
      .where("hash", "=", hash)
      .execute()
    const begun = { confirmed_at: sql<Date>`now()`, is_planned: false, ...running }
    if (!same) {
      await tx.updateTable("subscriptions").set(begun).where("id", "=", asked.id).execute()
      return asked.id
    }
    const { language, frequency, weekday, hour, timezone } = asked
    await tx.deleteFrom("subscriptions").where("id", "=", asked.id).execute()
    await tx
      .updateTable("subscriptions")
      .set({ language, frequency, weekday, hour, timezone, ...begun })
      .where("id", "=", same.id)
      .execute()
    return same.id
  })
}

const running = { stopped_at: null, stopped_because: null, hard_bounces: 0 }

/**
 * Changes a newsletter by its link. Fields that are left out stay the same, and a stopped newsletter resumes. For an account,
 * only language and schedule change, in the account's own settings. Refuses `not_found`, and unknown pages and lists.
 */
export async function changeSubscription(db: Db, token: string, change: SubscriptionChange): Promise<void> {
  await writing(db, async (tx) => {
    const held = await heldBy(tx, token)
    const { language, frequency, weekday, hour, timezone, ...named } = change
    if (held.user_id !== null) {
      await tx
        .updateTable("users")
        .set({
          newsletter_language: language,
          newsletter_frequency: frequency,
          newsletter_weekday: weekday,
          newsletter_hour: hour,
          updated_at: sql`now()`,
        })
        .where("id", "=", held.user_id)
        .execute()
      return
    }
    const filters = await filtersOf(tx, named, held.filters)
    const digest = digestOf(filters)
    await holdAddress(tx, held.email ?? "")
    const twin = await tx
      .selectFrom("subscriptions")
      .select("id")
      .where(sql<string>`lower(email)`, "=", held.email?.toLowerCase() ?? "")
      .where("filters_digest", "=", digest)
      .where("confirmed_at", "is not", null)
      .where("id", "<>", held.id)
      .executeTakeFirst()
    if (twin) return refuseFields({ non_field_errors: ["newsletter.twin"] })
    await tx
      .updateTable("subscriptions")
      .set({
        language,
        frequency,
        weekday,
        hour,
        timezone,
        filters: JSON.stringify(filters),
        filters_digest: digest,
        is_planned: false,
        ...running,
      })
      .where("id", "=", held.id)
      .execute()
  })
}

/** Ends a newsletter by its link; repeating it does no harm. Refuses `not_found`. */
export async function endSubscription(db: Db, token: string): Promise<void> {
  await writing(db, async (tx) => {
    const held = await heldBy(tx, token)
    if (held.user_id === null) {
      await tx
        .updateTable("subscriptions")
        .set({ stopped_at: sql`coalesce(stopped_at, now())`, stopped_because: "reader", next_due_at: null })
        .where("id", "=", held.id)
        .execute()
    } else {
      await tx
        .updateTable("users")
        .set({ newsletter_frequency: "none", updated_at: sql`now()` })
        .where("id", "=", held.user_id)
        .where("newsletter_frequency", "<>", "none")
        .execute()
    }
    // Issues that are queued are not sent any more.
    await sql`delete from newsletter_issues where subscription_id = ${held.id} and state = 'queued' and tries = 0`.execute(
      tx,
    )
  })
}

/** Locks an address until the end of the transaction: no other newsletter of it begins or changes meanwhile. */
async function holdAddress(tx: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('subscriptions'), hashtext(${email.toLowerCase()}))`.execute(tx)
}

async function heldBy(tx: Db, token: string): Promise<SubscriptionRow> {
  return (await subscriptionOf(tx, token, { isLocked: true })) ?? refuse("not_found")
}
