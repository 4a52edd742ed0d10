import { type RawBuilder, sql } from "kysely"

/** Selects everything that editors of a page write, as JSON, so that equal states show that nothing changed. */
export function stateOfActor(id: number): RawBuilder<unknown> {
  return sql`select jsonb_build_array(
    to_jsonb(a) - '{version,updated_at,search}'::text[],
    (select to_jsonb(l) from locations l where l.id = a.location_id),
    array(select to_jsonb(r) from rooms r where r.actor_id = a.id order by r.position, r.id),
    array(select to_jsonb(l) from links l where l.actor_id = a.id order by l.position, l.id),
    array(select to_jsonb(c) - 'id' from contacts c where c.actor_id = a.id order by c.position, c.id),
    array(select to_jsonb(d) - '{version,updated_at,search}'::text[] from documents d
      where d.id in (a.avatar_id, a.banner_id) order by d.id))
    from actors a where a.id = ${id}`
}
