import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"

/**
 * Every table that holds personal data and which of its rows belong to a person: this is what an export contains and what a
 * deletion empties. A test fails when a table refers to users and is missing here.
 */
const mine: Record<string, (userId: number) => RawBuilder<unknown>> = {
  users: (id) => sql`select * from users where id = ${id}`,
  emails: (id) => sql`select * from emails where user_id = ${id}`,
  sessions: (id) => sql`select * from sessions where user_id = ${id}`,
  api_tokens: (id) => sql`select * from api_tokens where user_id = ${id}`,
  programs: (id) => sql`
    select id, client_id, name, website, redirects, created_at, updated_at from programs where user_id = ${id}`,
  program_grants: (id) => sql`
    select g.id, p.name as program, p.website, g.scopes, g.redirect, g.created_at, g.exchanged_at, g.last_used_at, g.expires_at
    from program_grants g join programs p on p.id = g.program_id where g.user_id = ${id}`,
  mailed_tokens: (id) => sql`select * from mailed_tokens where user_id = ${id}`,
  personal_calendars: (id) => sql`select * from personal_calendars where user_id = ${id}`,
  recovery_codes: (id) => sql`select * from recovery_codes where user_id = ${id}`,
  saved_places: (id) => sql`select * from saved_places where user_id = ${id}`,
  uploads: (id) => sql`select name, size, words, created_at from uploads where user_id = ${id}`,
  drafts: (id) => sql`select * from drafts where user_id = ${id}`,
  identities: (id) => sql`select * from identities where user_id = ${id}`,
  follows: (id) => sql`
    select follows.*, actors.fid from follows join actors on actors.id = follows.actor_id where user_id = ${id}`,
  fediverse_follows: (id) => sql`
    select f.created_at, r.uri, r.username, r.host from fediverse_follows f
      join remote_actors r on r.id = f.remote_actor_id where f.user_id = ${id}`,
  relations: (id) => sql`
    select relations.*, actors.fid from relations join actors on actors.id = relations.actor_id
    where user_id = ${id} or lower(relations.email) in (${addresses(id)})`,
  actors: (id) => sql`select * from actors where id in (${pages(id)})`,
  former_fids: (id) => sql`select * from former_fids where actor_id in (${pages(id)})`,
  former_events: (id) => sql`select * from former_events where event_id in (${events(id)})`,
  rooms: (id) => sql`select * from rooms where actor_id in (${pages(id)})`,
  links: (id) => sql`select * from links where actor_id in (${pages(id)})`,
  openings: (id) => sql`select * from openings where actor_id in (${pages(id)})`,
  webhooks: (id) => sql`
    select w.id, actors.fid, w.url, w.description, w.events, w.is_active, w.off_reason, w.created_at, w.updated_at
    from webhooks w join actors on actors.id = w.actor_id where w.created_by = ${id} or w.actor_id in (${pages(id)})`,
  contacts: (id) => sql`select * from contacts where actor_id in (${pages(id)})`,
  documents: (id) => sql`
    select * from documents where created_by = ${id} or actor_id in (${pages(id)}) or event_id in (${events(id)})`,
  events: (id) => sql`select * from events where id in (${events(id)})`,
  occurrences: (id) => sql`select * from occurrences where event_id in (${events(id)})`,
  event_organizers: (id) => sql`
    select event_organizers.*, actors.fid from event_organizers join actors on actors.id = actor_id where event_id in (${events(id)})`,
  event_lineup: (id) => sql`select * from event_lineup where event_id in (${events(id)})`,
  event_prices: (id) => sql`select * from event_prices where event_id in (${events(id)})`,
  event_images: (id) => sql`select * from event_images where event_id in (${events(id)})`,
  event_sources: (id) => sql`select * from event_sources where event_id in (${events(id)})`,
  agendas: (id) => sql`select * from agendas where user_id = ${id}`,
  agenda_slugs: (id) => sql`select * from agenda_slugs where user_id = ${id}`,
  agenda_entries: (id) => sql`
    select agenda_entries.*, actors.fid from agenda_entries left join actors on actors.id = agenda_entries.actor_id
    where agenda_id in (select id from agendas where user_id = ${id})`,
  attendances: (id) => sql`select * from attendances where user_id = ${id}`,
  fediverse_joins: (id) => sql`select * from fediverse_joins where user_id = ${id}`,
  fediverse_reactions: (id) => sql`select id, event_id, uri, shown_at from fediverse_reactions where shown_by = ${id}`,
  reports: (id) => sql`select id, status, closed_at from reports where closed_by = ${id}`,
  report_statements: (id) => sql`
    select said.*, e.id as event_id, a.fid, s.reaction_id as comment_id from report_statements said
      left join report_subjects s on s.report_id = said.report_id
      left join events e on e.id = s.event_id left join actors a on a.id = s.actor_id
    where said.user_id = ${id} or lower(said.email) in (${addresses(id)})`,
  admin_log: (id) => sql`
    select id, action, host, hosts, reason, created_at, admin_id = ${id} as done from admin_log
    where admin_id = ${id} or user_id = ${id}`,
  event_confirmations: (id) => sql`select * from event_confirmations where user_id = ${id}`,
  notices: (id) => sql`
    select * from notices where user_id = ${id} or id in (select notice_id from deliveries where user_id = ${id})`,
  notice_people: (id) => sql`select * from notice_people where user_id = ${id}`,
  deliveries: (id) => sql`select * from deliveries where user_id = ${id}`,
  subscriptions: (id) => sql`select * from subscriptions where user_id = ${id} or lower(email) in (${addresses(id)})`,
  newsletter_issues: (id) => sql`
    select * from newsletter_issues where subscription_id in (
      select id from subscriptions where user_id = ${id} or lower(email) in (${addresses(id)}))`,
  notice_events: (id) => sql`select * from notice_events where user_id = ${id}`,
  push_devices: (id) => sql`select * from push_devices where user_id = ${id}`,
  changes: (id) => sql`
    select * from changes where user_id = ${id} or actor_id in (${pages(id)}) or event_id in (${events(id)})`,
  contact_messages: (id) => sql`
    select contact_messages.*, actors.fid from contact_messages join actors on actors.id = actor_id
    where user_id = ${id} or lower(email) in (${addresses(id)})`,
  contact_reads: (id) => sql`select * from contact_reads where user_id = ${id}`,
  claims: (id) =>
    sql`select claims.*, actors.fid from claims join actors on actors.id = actor_id where user_id = ${id}`,
  locations: (id) => sql`
    select * from locations where id in (select location_id from actors where id in (${pages(id)}))
      or id in (select location_id from events where id in (${events(id)}))`,
}
export const personalTables = Object.keys(mine)

/**
 * Columns left out of the export: hashes and search indexes mean nothing to a reader, and the person's own authenticator app
 * holds the secret of the second factor.
 */
const leftOut = ["password", "hash", "totp_secret", "totp_last_step", "filters_digest", "search", "sort_name"]

/** Returns all rows that belong to a person, table by table, as JSON objects. */
export async function personalRows(db: Db, userId: number): Promise<Record<string, object[]>> {
  const all: Record<string, object[]> = {}
  for (const [table, rows] of Object.entries(mine)) {
    const { rows: found } = await sql<{ row: object }>`
      select to_jsonb(mine) - ${leftOut}::text[] as row from (${rows(userId)}) as mine`.execute(db)
    all[table] = found.map(({ row }) => row)
  }
  return all
}

/** Selects the person's verified addresses: rows created under one of them without signing in are theirs too. */
function addresses(userId: number) {
  return sql`select lower(email) from emails where user_id = ${userId} and verified_at is not null`
}

/** Selects the pages the person owns. */
function pages(userId: number) {
  return sql`select actor_id from relations where user_id = ${userId} and relation = 'owner' and status = 'accepted'`
}

/** Selects the events hosted by one of the person's pages. */
function events(userId: number) {
  return sql`select event_id from event_organizers where position = 0 and actor_id in (${pages(userId)})`
}
