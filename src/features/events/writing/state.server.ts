import { type RawBuilder, sql } from "kysely"

/** Selects everything of an event that its editors write, as JSON: equal values before and after mean nothing has changed. */
export function stateOfEvent(id: number): RawBuilder<unknown> {
  return sql`select jsonb_build_array(
    to_jsonb(e) - '{version,updated_at,sequence,search}'::text[],
    (select to_jsonb(l) from locations l where l.id = e.location_id),
    array(select to_jsonb(o) - 'next_from' from occurrences o where o.event_id = e.id order by o.starts_at),
    array(select to_jsonb(eo) from event_organizers eo where eo.event_id = e.id order by eo.position, eo.actor_id),
    array(select to_jsonb(p) from event_lineup p where p.event_id = e.id order by p.position, p.id),
    array(select to_jsonb(p) from event_prices p where p.event_id = e.id order by p.position),
    array(select to_jsonb(i) from event_images i where i.event_id = e.id order by i.position),
    array(select to_jsonb(d) - '{version,updated_at,search}'::text[] from documents d
      where d.id in (select document_id from event_images where event_id = e.id) order by d.id),
    array(select jsonb_build_array(c.actor_id, c.part, c.status) from event_confirmations c
      where c.event_id = e.id order by c.actor_id, c.part))
    from events e where e.id = ${id}`
}
