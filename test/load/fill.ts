import { sql } from "kysely"
import type { Db } from "#db/connection.ts"

/**
 * Fills an empty, migrated database like that of a busy country: `events` events with ten dates each on average, from three years
 * ago to a year ahead, some of them exhibitions of two months, in 2,000 venues (two of five in one town) and by 3,000 artists.
 * Words have natural frequencies: "concert" is in one title of five, "polonaise" in one of a hundred, "word17x" in one of a
 * thousand, "rare17x" in one.
 */
export async function fillAgenda(db: Db, events: number): Promise<void> {
  const categories = sql`(array['music', 'theatre', 'dance', 'exhibition', 'film', 'talk', 'circus', 'workshop', 'young', 'party', 'other'])`
  await sql`
    insert into locations (name, street, postal_code, locality, country, lat, lon, precision)
    select 'House ' || n, n || ' rue Longue', '1000',
      (array['Bruxelles', 'Liège', 'Gent', 'Namur', 'Lille', 'Amsterdam'])[1 + town], 'BE',
      (array[50.85, 50.63, 51.05, 50.47, 50.63, 52.37])[1 + town] + (n * 7919 % 1000 - 500) / 10000.0,
      (array[4.35, 5.57, 3.72, 4.87, 3.06, 4.9])[1 + town] + (n * 104729 % 1000 - 500) / 10000.0, 'exact'
    from (select n, case when n % 5 < 2 then 0 else n % 6 end as town from generate_series(1, 2000) n) as houses
  `.execute(db)
  await sql`
    insert into actors (fid, type, status, name, language, location_id, category, access)
    select 'house_' || n, 'place', 'published', 'House ' || n, 'fr', (select min(id) from locations) + n - 1, 'music',
      case when n % 3 = 0 then '{"step_free": "yes"}'::jsonb else '{}' end
    from generate_series(1, 2000) n
    union all
    select 'artist_' || n, case when n % 2 = 0 then 'person' else 'group' end, 'published', 'Artist ' || md5(n::text), 'fr',
      null, 'music', '{}'
    from generate_series(1, 3000) n
  `.execute(db)
  // Sixty of a hundred events have one date, thirty have ten, eight have fifty, two have 125.
  const made = sql`(select n, now() - interval '3 years' + (n * 48271::bigint % 2147483647) % 4000 * (interval '4 years' / 4000) as first,
      case when n % 100 < 60 then 1 when n % 100 < 90 then 10 when n % 100 < 98 then 50 else 125 end as dates,
      n % 50 = 1 as is_long
    from generate_series(1, ${events}::int) n) as made`
  await sql`
    insert into events (uid, language, title, summary, description, category, tags, timezone, place_id, workflow, languages, is_free)
    select md5(n::text)::uuid, 'fr',
      jsonb_build_object('fr', concat_ws(' ', case when n % 5 = 0 then 'Concert' end, case when n % 100 = 0 then 'Polonaise' end,
        'word' || n % 997 || 'x', 'mot' || n % 9973 || 'y', 'rare' || n || 'x')),
      jsonb_build_object('fr', repeat('Une soirée comme il y en a peu, dans la grande salle. ', 3)),
      jsonb_build_object('fr', '<p>' || repeat('Une soirée comme il y en a peu, dans la grande salle. ', 20) || '</p>'),
      ${categories}[1 + n % 11], array['tag' || n % 13, 'label' || n % 5003], 'Europe/Brussels',
      (select min(id) from actors) + n * 31::bigint % 2000, 'published',
      case when n % 4 = 0 then array['en'] else '{}' end, n % 7 = 0
    from ${made} order by n
  `.execute(db)
  await sql`
    insert into occurrences (event_id, listed, category, starts_at, ends_at, until_at, next_from)
    select event_id, true, category, starts_at, until_at, until_at,
      coalesce(lag(until_at) over (partition by event_id order by starts_at), '-infinity')
    from (
      select e.id as event_id, e.category, first + nth * interval '2 days' as starts_at,
        first + nth * interval '2 days' + case when is_long and dates = 1 then interval '60 days' else interval '2 hours' end as until_at
      from ${made} join events e on e.uid = md5(n::text)::uuid, generate_series(0, dates - 1) nth
    ) as dates order by event_id, starts_at
  `.execute(db)
  await sql`
    insert into event_organizers (event_id, actor_id, position)
    select e.id, (select min(id) from actors) + 2000 + (e.id * 17 + nth * 101) % 3000, nth
    from events e, generate_series(0, 1) nth where nth = 0 or e.id % 2 = 0
  `.execute(db)
  await sql`
    insert into event_lineup (event_id, position, actor_id, name)
    select e.id, 0, a.id, a.name from events e join actors a on a.id = (select min(id) from actors) + 2000 + e.id * 13 % 3000
  `.execute(db)
  await sql`
    update events e set search = search_document(concat_ws(' ', e.title ->> 'fr', array_to_string(e.tags, ' '),
      p.name, p.fid, l.locality, a.name, a.fid))
    from actors p, locations l, event_lineup u, actors a
    where p.id = e.place_id and l.id = p.location_id and u.event_id = e.id and a.id = u.actor_id
  `.execute(db)
  await sql`
    insert into search_words (word)
    select distinct word from events, unnest(tsvector_to_array(search)) word on conflict do nothing
  `.execute(db)
  // As many words again without digits: the spelling help searches those.
  await sql`
    insert into search_words (word)
    select distinct left(translate(md5(n::text), '0123456789', 'ghijklmnop'), 5 + n % 7) from generate_series(1, ${events}::int) n
    on conflict do nothing
  `.execute(db)
}

/**
 * Fills the feed of a network that has events already: a line for each event, and links of its pages for the rest, one a minute
 * until now, mixed.
 */
export async function fillFeed(db: Db, lines: number): Promise<void> {
  await sql`
    insert into links (actor_id, position, url)
    select (select min(id) from actors) + n % 5000, n / 5000, 'https://artist.example/' || n
    from generate_series(1, ${lines}::int - (select count(*)::int from events)) n`.execute(db)
  await sql`
    insert into activities (model, type, actor_id, object_id, created_at)
    select model, 'Create', actor_id, object_id, now() - interval '1 minute' * row_number() over (order by mixed)
    from (
      select 'contents.Event' as model, o.actor_id, o.event_id as object_id, md5('event' || o.event_id) as mixed
      from event_organizers o where o.position = 0
      union all select 'links.Link', actor_id, id, md5('link' || id) from links
    ) as made order by mixed desc`.execute(db)
}
