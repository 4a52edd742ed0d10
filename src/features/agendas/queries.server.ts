import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import type { Language } from "#i18n/languages.ts"
import { isRemoteEventVisible } from "#features/events/elsewhere/queries.server.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import type { AgendasQuery } from "./inputs.ts"
import type { AgendaEntry, ManagedAgenda, PublicAgenda } from "./representation.server.ts"

type Site = { publicUrl: string; timezone: string }
type Page = { start: number; limit: number }

/**
 * Returns the id of an agenda that the viewer may use to filter events: one of their own by its id, or a published one by its
 * slug; else undefined.
 */
export async function readableAgenda(db: Db, viewer: Viewer, list: string): Promise<number | undefined> {
  if (/^\d{1,15}$/.test(list)) {
    const own = db.selectFrom("agendas").select("id").where("id", "=", Number(list))
    return (await own.where("user_id", "=", viewer?.userId ?? 0).executeTakeFirst())?.id
  }
  return (await byWord(db, list))?.id
}

/** The published agenda that has, or once had, this slug. */
async function byWord(db: Db, slug: string): Promise<{ id: number } | undefined> {
  return db
    .selectFrom("agenda_slugs")
    .innerJoin("agendas", "agendas.id", "agenda_slugs.agenda_id")
    .select("agendas.id")
    .where("agenda_slugs.slug", "=", slug)
    .where("agendas.is_published", "=", true)
    .executeTakeFirst()
}

type OwnRow = Omit<ManagedAgenda, "created" | "updated" | "url"> & { created_at: Date; updated_at: Date }

/** Lists a person's agendas by name; with `id`, only that agenda. */
export async function managedAgendas(
  db: Db,
  viewer: SignedIn,
  site: Site,
  { id, ...about }: Pick<AgendasQuery, "actor" | "event"> & { id?: number } = {},
): Promise<ManagedAgenda[]> {
  const has =
    about.event === undefined
      ? sql`n.actor_id = (select a.id from actors a where a.fid = ${about.actor ?? null})`
      : sql`n.event_id = ${about.event}`
  const isAsked = about.event !== undefined || about.actor !== undefined
  const { rows } = await sql<OwnRow>`
    select g.id, g.name, g.language, g.description, g.is_default, g.is_published as published, g.slug, g.shows_owner,
      counted.actors::int, counted.events::int, ${isAsked ? sql`exists (select from agenda_entries n where n.agenda_id = g.id and ${has})` : sql`null`} as has,
      g.created_at, g.updated_at
    from agendas g cross join lateral (
      select count(n.actor_id) as actors, count(n.event_id) as events from agenda_entries n where n.agenda_id = g.id) as counted
    where g.user_id = ${viewer.userId} ${id === undefined ? sql`` : sql`and g.id = ${id}`}
    order by plain(g.name), g.name, g.id limit 200`.execute(db)
  return rows.map(({ created_at, updated_at, has: holds, ...row }) => ({
    ...row,
    url: row.published && row.slug ? `${site.publicUrl}${paths.agenda(row.slug)}` : null,
    ...(isAsked ? { has: Boolean(holds) } : {}),
    created: isoAt(created_at, site.timezone),
    updated: isoAt(updated_at, site.timezone),
  }))
}

type EntryRow = {
  kind: AgendaEntry["kind"]
  actor: { fid: string; type: "person" | "group" | "place" | "organizer"; name: string } | null
  event: (Omit<NonNullable<AgendaEntry["event"]>, "url" | "start"> & { start: string; timezone: string }) | null
  added: Date
  total: number
}

/** Lists the entries of an agenda that its owner may see: pages by name, then events by date with past ones last. */
export async function entriesOf(
  db: Db,
  viewer: SignedIn,
  agendaId: number,
  site: Site,
  page: Page,
): Promise<{ entries: AgendaEntry[]; total: number }> {
  const mine = sql`select r.actor_id from relations r where r.user_id = ${viewer.userId} and r.status = 'accepted'`
  const { rows } = await sql<EntryRow>`
    select n.kind, n.created_at as added, count(*) over () as total,
      case when a.id is not null then json_build_object('fid', a.fid, 'type', a.type, 'name', a.name) end as actor,
      case when e.id is not null then json_build_object('id', e.id, 'title', e.title, 'language', e.language,
        'start', o.starts_at, 'timezone', e.timezone, 'all_day', e.all_day,
        'is_running', o.starts_at <= now() and o.until_at > now(), 'is_over', o.until_at <= now(),
        'is_cancelled', e.status = 'cancelled' or o.status = 'cancelled',
        'place', (select p.name from actors p where p.id = e.place_id)) end as event
    from agenda_entries n
    left join actors a on a.id = n.actor_id and a.deleted_at is null and (a.status = 'published' or a.id in (${mine}))
    left join events e on e.id = n.event_id and e.deleted_at is null and (e.listed or (e.workflow = 'remote' and ${isRemoteEventVisible(viewer.userId, "e.id")}) or exists (
      select from event_organizers eo where eo.event_id = e.id and eo.status = 'accepted' and eo.actor_id in (${mine})))
    left join lateral (select starts_at, until_at, status from occurrences where event_id = e.id
      order by until_at <= now(), case when until_at > now() then starts_at end, starts_at desc limit 1) as o on true
    where n.agenda_id = ${agendaId} and (a.id is not null or o.starts_at is not null)
    order by n.kind, a.sort_name, o.until_at <= now(), case when o.until_at > now() then o.starts_at end, o.starts_at desc, n.id
    limit ${page.limit} offset ${page.start}`.execute(db)
  const entries = rows.map(({ kind, actor, event, added }): AgendaEntry => {
    const { timezone, ...shown } = event ?? { timezone: site.timezone }
    return {
      kind,
      actor: actor && { ...actor, url: `${site.publicUrl}${paths.actor(actor.fid)}` },
      event:
        event &&
        ({
          ...shown,
          start: isoAt(new Date(event.start), timezone),
          url: `${site.publicUrl}${paths.event(event.id)}`,
        } as AgendaEntry["event"]),
      added: isoAt(added, site.timezone),
    }
  })
  const total = Number(rows[0]?.total ?? 0)
  if (rows.length > 0 || page.start === 0) return { entries, total }
  return { entries, total: (await entriesOf(db, viewer, agendaId, site, { start: 0, limit: 1 })).total }
}

type PublicRow = {
  name: string
  language: Language
  description: PublicAgenda["description"]
  slug: string
  owner: { fid: string; type: "person"; name: string } | null
  created_at: Date
  updated_at: Date
}

/** Returns the published agenda that has, or once had, this slug; undefined when there is none, or it is private. */
export async function findAgenda(
  db: Db,
  slug: string,
  site: Site,
): Promise<(PublicAgenda & { id: number }) | undefined> {
  const found = await byWord(db, slug)
  if (!found) return undefined
  const { rows } = await sql<PublicRow>`
    select g.name, g.language, g.description, g.slug, g.created_at, g.updated_at,
      case when a.id is not null then json_build_object('fid', a.fid, 'type', a.type, 'name', a.name) end as owner
    from agendas g join users u on u.id = g.user_id
    left join actors a on g.shows_owner and a.id = u.identity_id and a.status = 'published'
    where g.id = ${found.id} and g.is_published`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { owner, created_at, updated_at, ...rest } = row
  return {
    id: found.id,
    ...rest,
    url: `${site.publicUrl}${paths.agenda(row.slug)}`,
    owner: owner && { ...owner, url: `${site.publicUrl}${paths.actor(owner.fid)}` },
    created: isoAt(created_at, site.timezone),
    updated: isoAt(updated_at, site.timezone),
  }
}

/** Lists the published pages of an agenda by name, with their total count. */
export async function pagesOf(db: Db, agendaId: number, site: Site, page: Page) {
  const pages = db
    .selectFrom("agenda_entries as n")
    .innerJoin("actors as a", "a.id", "n.actor_id")
    .where("n.agenda_id", "=", agendaId)
    .where("a.status", "=", "published")
  const [rows, { count }] = await Promise.all([
    pages
      .select(["a.fid", "a.type", "a.name"])
      .orderBy("a.sort_name")
      .orderBy("a.id")
      .limit(page.limit)
      .offset(page.start)
      .execute(),
    pages.select((is) => is.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ])
  const actors = rows.map((row) => ({
    ...row,
    type: row.type as "person",
    url: `${site.publicUrl}${paths.actor(row.fid)}`,
  }))
  return { actors, total: Number(count) }
}
