import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import { raiseContentVersion } from "#features/changes/commands.server.ts"
import { type GazetteerPlace, type PostalTown, type Postcode, postcodesOf, townsOf } from "./gazetteer-source.server.ts"

/**
 * Edition of the gazetteer. Raise it whenever the data or their preparation change: the new edition then replaces the former one.
 */
const edition = 1

/** Whether this edition, or that of a later version, is completely loaded. */
export async function isGazetteerFilled(db: Db): Promise<boolean> {
  const state = await db.selectFrom("gazetteer_state").select("edition").executeTakeFirst()
  return (state?.edition ?? 0) >= edition
}

/**
 * Loads the gazetteer, some hundred places at a time: searches find what is already loaded. Starting again, or twice at once,
 * gives the same result. Places that only a former edition had are deleted at the end.
 * @param file of GeoNames; in tests a part of it
 */
export async function fillGazetteer(db: Db, file?: string): Promise<void> {
  if (await isGazetteerFilled(db)) return
  const belgian: PostalTown[] = []
  for await (const places of townsOf(file)) {
    await putPlaces(db, places)
    belgian.push(...places.filter(({ country, kind }) => country === "BE" && kind === "town"))
  }
  for await (const { places, postcodes } of postcodesOf(belgian)) {
    await putPlaces(db, places)
    await putPostcodes(db, postcodes)
  }
  await deleteInSteps(db, "gazetteer_places", sql`edition < ${edition}`)
  await sql`insert into gazetteer_state (edition) values (${edition})
    on conflict (id) do update set edition = excluded.edition, filled_at = now()
    where gazetteer_state.edition < excluded.edition`.execute(db)
  await sql`analyze gazetteer_places, gazetteer_names`.execute(db)
  await raiseContentVersion(db)
}

async function putPlaces(db: Db, places: GazetteerPlace[]): Promise<void> {
  if (places.length === 0) return
  const given = JSON.stringify(places)
  await db.transaction().execute(async (tx) => {
    // In order, so that two processes loading the same places cannot deadlock; rows that exist already stay.
    const { rows } = await sql<{ id: number }>`
      insert into gazetteer_places (id, kind, name, names, region, regions, country, lat, lon, population, edition)
      select id, kind, name, names, region, regions, country, lat, lon, population, ${edition}
      from jsonb_to_recordset(${given}::jsonb) as given (id bigint, kind text, name text, names jsonb, region text,
        regions jsonb, country text, lat float8, lon float8, population int)
      order by id
      on conflict (id) do update set kind = excluded.kind, name = excluded.name, names = excluded.names,
        region = excluded.region, regions = excluded.regions, country = excluded.country, lat = excluded.lat,
        lon = excluded.lon, population = excluded.population, edition = excluded.edition
      where gazetteer_places.edition < excluded.edition
      returning id`.execute(tx)
    const put = rows.map(({ id }) => id)
    await sql`delete from gazetteer_names where place_id = any(${put}::bigint[])`.execute(tx)
    // « La Louvière » is also searched as « Louvière », 's-Hertogenbosch as Hertogenbosch.
    await sql`
      insert into gazetteer_names (place_id, key, rank, population)
      select distinct on (id, key) id, key, rank, population from (
        select id, left(place_key(called), 150) as key, rank, population
        from jsonb_to_recordset(${given}::jsonb) as given (id bigint, name text, names jsonb, others jsonb, population int)
        cross join lateral (
          select name as called, 0 as rank
          union all select value, 0 from jsonb_each_text(names)
          union all select value, 1 from jsonb_array_elements_text(others)
          union all select regexp_replace(own, ${article}, '', 'i'), 0
            from (select name as own union all select value from jsonb_each_text(names)) as owns) as all_names) as keyed
      where key <> '' and id = any(${put}::bigint[])
      order by id, key, rank
      on conflict (place_id, key) do nothing`.execute(tx)
  })
}

const article = "^(la|le|les|l['’]|de|den|het|the|'s-|'t )\\s*(?=[[:alpha:]'’-]{3})"

async function putPostcodes(db: Db, postcodes: Postcode[]): Promise<void> {
  await sql`
    insert into gazetteer_names (place_id, key, rank, population, lat, lon)
    select distinct on (g.place_id, place_key(g.text)) g.place_id, place_key(g.text), 2, p.population, g.lat, g.lon
    from jsonb_to_recordset(${JSON.stringify(postcodes)}::jsonb) as g (place_id bigint, text text, lat float8, lon float8)
    join gazetteer_places p on p.id = g.place_id
    order by g.place_id, place_key(g.text)
    on conflict (place_id, key) do nothing`.execute(db)
}
