import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { saveActor } from "#features/actors/store.server.ts"
import { saveEvents } from "#features/events/store.server.ts"

let made = 0

/** Inserts a remote attendance and a comment on an event; returns their ids. */
export async function insertRemoteReactions(
  db: Db,
  event: number,
  isShown = false,
): Promise<{ attendance: number; comment: number }> {
  const uri = `https://elsewhere.example/${++made}`
  const { rows } = await sql<{ attendance: number; comment: number }>`
    with who as (
      insert into remote_actors (uri, host, type, username, inbox, key_id, public_key)
      values (${uri}, 'elsewhere.example', 'Person', 'anna', ${`${uri}/inbox`}, ${`${uri}#main-key`}, 'x') returning id),
    coming as (
      insert into fediverse_attendances (event_id, remote_actor_id, join_uri)
      select ${event}::bigint, id, ${`${uri}/join`} from who returning id),
    said as (
      insert into fediverse_reactions (uri, kind, event_id, remote_actor_id, content, shown_at)
      select ${`${uri}/note`}, 'reply', ${event}::bigint, id, '<p>Mot</p>', case when ${isShown} then now() end from who returning id)
    select (select id from coming) as attendance, (select id from said) as comment`.execute(db)
  return rows[0] as { attendance: number; comment: number }
}

type Thing = { fid: string; event: number }

/**
 * Creates what a call needs that belongs to somebody else: a page with its hidden owner, an event, a document; returns the path
 * of the call.
 */
export async function fixtureFor(db: Db, call: string, ownerId: number): Promise<{ path: string; thing: Thing }> {
  const pattern = call.split(" ")[1] as string
  const fid = `thing-${++made}`
  const page = await saveActor(db, { fid, type: "place", name: fid, language: "fr", status: "published" })
  const [event = 0] = await saveEvents(db, [
    {
      language: "fr",
      title: { fr: fid },
      category: "music",
      timezone: "Europe/Brussels",
      occurrences: [{ starts_at: new Date("2027-05-01T18:00:00Z"), ends_at: null }],
      organizer_ids: [page],
      lineup: [{ name: "Nour Amrani" }],
      workflow: "published",
    },
  ])
  const { rows } = await sql<Record<string, number>>`
    with hidden as (
      insert into relations (actor_id, user_id, relation, status, is_visible)
      values (${page}, ${ownerId}, 'owner', 'accepted', false) returning id),
    letter as (
      insert into contact_messages (actor_id, channel, name, subject, message)
      values (${page}, 'inbox', 'x', 'x', 'x') returning id),
    claim as (
      insert into claims (actor_id, user_id, reason) values (${page}, ${ownerId}, 'x') returning id),
    document as (
      insert into documents (actor_id, created_by, type, title, file, mime, size, stored, visibility)
      values (${page}, ${ownerId}, 'Document', 'Plan', ${fid}, 'application/pdf', 1, 1, 'managers') returning id),
    opening as (
      insert into openings (actor_id, side, kind, starts_on, ends_on, timezone, until_at, lat, lon, radius)
      values (${page}, 'house', 'demand', '2199-05-01', '2199-05-02', 'UTC', '2199-05-03', 50, 4, 50) returning id),
    webhook as (
      insert into webhooks (actor_id, url, host, events, secret)
      values (${page}, ${`https://${fid}.exemple.be/`}, 'exemple.be', '{event.created}', '\\x00') returning id)
    select (select id from hidden) as relations, (select id from letter) as messages, (select id from claim) as claims,
      (select id from document) as documents, (select id from opening) as openings, (select id from webhook) as webhooks, (select min(id) from occurrences where event_id = ${event}) as occurrences,
      (select min(id) from event_lineup where event_id = ${event}) as lineup`.execute(db)
  const ids = rows[0] ?? {}
  const elsewhere = await insertRemoteReactions(db, event)
  const kind = /\/(relations|messages|claims|documents|openings|webhooks)\/\{id\}/.exec(pattern)?.[1]
  const path = pattern
    .replace("{fid}", fid)
    .replace("{id}", String(kind ? ids[kind] : event))
    .replace("{occurrence}", String(ids.occurrences))
    .replace("{entry}", String(ids.lineup))
    .replace("{attendance}", String(elsewhere.attendance))
    .replace("{comment}", String(elsewhere.comment))
  return { path, thing: { fid, event } }
}

/** Returns everything that a write could have changed of a page and an event. */
export async function stateOf(db: Db, { fid, event }: Thing): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select json_build_array(a.version, a.updated_at, a.status, a.deleted_at, e.version, e.updated_at, e.workflow, e.deleted_at,
      (select json_agg(r order by id) from relations r where r.actor_id = a.id),
      (select json_agg(c) from changes c where c.actor_id = a.id or c.event_id = e.id),
      (select json_agg(l) from event_lineup l where l.event_id = e.id),
      (select json_agg(o) from event_organizers o where o.event_id = e.id),
      (select json_agg(m) from contact_messages m where m.actor_id = a.id),
      (select json_agg(d) from documents d where d.actor_id = a.id),
      (select json_agg(o) from openings o where o.actor_id = a.id),
      (select json_agg(w) from webhooks w where w.actor_id = a.id),
      (select json_agg(d) from webhook_deliveries d join webhooks w on w.id = d.webhook_id where w.actor_id = a.id),
      (select json_agg(f order by id) from fediverse_attendances f where f.event_id = e.id),
      (select json_agg(f order by id) from fediverse_reactions f where f.event_id = e.id),
      (select json_agg(c) from claims c where c.actor_id = a.id))::text as state
    from actors a, events e where a.fid = ${fid} and e.id = ${event}`.execute(db)
  return rows[0]?.state ?? "gone"
}
