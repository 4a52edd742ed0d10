import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Category } from "#features/events/categories.ts"
import { listEvents } from "#features/events/queries.server.ts"
import { addDays, dateAt } from "#lib/time.ts"
import { documentsById, type Site } from "../../queries.server.ts"
import type { RadioItem } from "./radio.ts"

/** Number of days from today, and largest numbers of events and of sounds. */
const days = 7
const mostEvents = 150
const mostSounds = 50

type RadioQuery = { near: { lat: number; lon: number }; radius: number; category?: Category[] | undefined }

/**
 * Lists the people and groups who play around a place this week, by date, each once with the newest of their public sounds: those
 * in a line-up, and those who organise the event themselves.
 */
export async function listRadio(db: Db, { near, radius, category }: RadioQuery, site: Site): Promise<RadioItem[]> {
  const to = addDays(dateAt(new Date(), site.timezone), days - 1)
  const filters = { filter: "future" as const, near, radius, to, ...(category ? { category } : {}) }
  const page = { start: 0, limit: mostEvents }
  const { events } = await listEvents(db, null, filters, site, page, async () => ({ total: 0, isEstimate: true }))
  if (events.length === 0) return []
  const { rows } = await sql<{ event_id: number; document_id: number }>`
    with asked as (
      select id, position from unnest(${events.map(({ id }) => id)}::bigint[]) with ordinality as given(id, position)),
    players as (
      select asked.position, asked.id, l.actor_id, l.position as place
        from asked join event_lineup l on l.event_id = asked.id and l.actor_id is not null
      union all
      select asked.position, asked.id, o.actor_id, 1000 + o.position
        from asked join event_organizers o on o.event_id = asked.id and o.status = 'accepted'
        join actors a on a.id = o.actor_id and a.type in ('person', 'group')),
    first as (
      select distinct on (actor_id) position, id, actor_id, place from players order by actor_id, position, place)
    select first.id as event_id, newest.id as document_id
    from first join actors a on a.id = first.actor_id and a.status = 'published'
    cross join lateral (
      select d.id from documents d where d.actor_id = a.id and d.type = 'Audio' and d.visibility = 'public'
        and exists (select from sounds s where s.document_id = d.id and s.state in ('ready', 'original'))
      order by d.created_at desc, d.id desc limit 1) newest
    order by first.position, first.place limit ${mostSounds}`.execute(db)
  const documents = await documentsById(
    db,
    rows.map((row) => row.document_id),
    site,
  )
  return rows.flatMap(({ event_id, document_id }) => {
    const event = events.find(({ id }) => id === event_id)
    const sound = documents.get(document_id)
    if (!event || !sound) return []
    const { id, title, language, category: of, all_day, next, start, place, location, distance } = event
    const told = {
      id,
      title,
      language,
      category: of,
      all_day,
      start: next?.start ?? start,
      place: place?.name ?? location?.name ?? null,
      city: location?.locality ?? null,
      distance: distance ?? null,
    }
    return [{ event: told, sound }]
  })
}
