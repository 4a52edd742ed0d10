import { type RawBuilder, sql } from "kysely"
import { isTypo, wordsOf } from "#db/search-terms.ts"
import type { Db } from "#db/connection.ts"
import { countryName } from "#i18n/country-name.ts"
import { type Language, languages, type Translated } from "#i18n/languages.ts"
import type { FoundPlace } from "../place.ts"

type Row = FoundPlace & { tier: number; place_id: number; regions: Translated }

/**
 * Finds places of the gazetteer by typed text: those of exactly that name, then those whose name begins with it, and when there
 * are none, those with a similar spelling. Among them, local names and those in our languages come before other names, and larger
 * places before smaller ones; only a hamlet of exactly that name comes after cities whose name begins with it: « Brux » is
 * Brussels. Accents, case, hyphens and articles do not count. A country or a region may follow a comma or stand in brackets; a
 * postcode may precede the name. With `country` (ISO 3166-1), only places in it are found.
 */
export async function searchGazetteer(
  db: Db,
  text: string,
  { language, limit, country }: { language: Language; limit: number; country?: string | undefined },
): Promise<FoundPlace[]> {
  const { name, where } = parted(text)
  const keys = keysOf(name)
  if (keys.length === 0) return []
  const most = where ? mostSifted : limit
  let found = await begun(db, keys, language, most, country)
  // An unknown postcode says less than the name after it.
  const bare = /^\d[\d ]*? (\p{L}.*)$/u.exec(keys[0] as string)?.[1]
  if (found.length === 0 && bare) found = await begun(db, [bare], language, most, country)
  if (!found.some(({ tier }) => tier <= tiers.begun)) {
    const near = await misspelt(db, bare ?? (keys[0] as string), language, most, country)
    found = [...near, ...found.filter((one) => !near.some(({ place_id }) => place_id === one.place_id))]
  }
  const inPlace = where ? found.filter((one) => isIn(one, where)) : found
  return (inPlace.length > 0 ? inPlace : found).slice(0, limit).map(shown)
}

/** The parts of an address that tell where a town is. */
type Town = { [_ in "postal_code" | "locality" | "region" | "country"]?: string | null | undefined }

/**
 * Returns the position of each of these towns; undefined where none is given, where none has exactly this name, and where several
 * do and neither postcode nor region nor size tells which is meant. One statement for all.
 */
export async function townPoints(
  db: Db,
  towns: readonly (Town | undefined)[],
): Promise<({ lat: number; lon: number } | undefined)[]> {
  const asked = towns.flatMap((town, at) =>
    town?.locality
      ? [
          {
            at,
            key: keysOf(town.locality)[0] ?? "",
            code: /^\d{4,5}$/.exec(town.postal_code?.trim() ?? "")?.[0],
            region: town.region?.toWellFormed().replaceAll("\0", ""),
            country: town.country,
          },
        ]
      : [],
  )
  if (asked.length === 0) return towns.map(() => undefined)
  const { rows } = await sql<{ at: number; lat: number; lon: number; population: number; sure: number }>`
    select asked.at, one.lat, one.lon, one.population, one.sure
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (at int, key text, code text, region text, country text)
    cross join lateral (
      select coalesce(n.lat, p.lat) as lat, coalesce(n.lon, p.lon) as lon, n.population, case
          when n.rank = 2 then 2
          when place_key(asked.region) = any(array(select place_key(value) from jsonb_each_text(p.regions))
            || place_key(p.region)) then 1 else 0 end as sure
      from gazetteer_names n join gazetteer_places p on p.id = n.place_id
      where n.key in (asked.key, asked.code || ' ' || asked.key) and (asked.country is null or p.country = asked.country)
      order by sure desc, n.rank, n.population desc, p.id limit 2) as one`.execute(db)
  const found = Map.groupBy(rows, ({ at }) => at)
  return towns.map((_, at) => {
    const [first, second] = found.get(at) ?? []
    const isSure =
      first &&
      (!second || first.sure > second.sure || first.population >= Math.max(1, second.population) * clearlyLarger)
    return isSure ? { lat: first.lat, lon: first.lon } : undefined
  })
}

/** Of two towns with the same name, one with this many times the population must be meant. */
const clearlyLarger = 5

const mostSifted = 60
const lastCharacter = "\u{10FFFF}"

/** Splits « Namur (BE) », "Lille, Belgium" into the name and the country or region. */
function parted(text: string): { name: string; where: string | undefined } {
  const [, name = text, where] = /^([^,(]+)[,(]\s*([^,()]+)\)?.*$/su.exec(text) ?? []
  // « 12 rue Haute, Liège » is not a town that begins with a number.
  return { name, where: where?.trim() || undefined }
}

/** Returns the search keys of a typed name; "St." may stand for its long forms in each language. */
function keysOf(name: string): string[] {
  // « F-59000 Lille Cedex 2 »: country prefixes and delivery offices as written in letters.
  const words = wordsOf(
    name.replace(/^\s*(?:[BFL]|NL|LU|CH|D)\s*-\s*(?=\d)/i, "").replace(/(\S)\s+cedex(?:\s+\d{1,2})?\s*$/i, "$1"),
  )
  if (words.length === 0) return []
  // The keys have the postcode before its town.
  if (words.length > 1 && /^\d{4,5}$/.test(words.at(-1) as string)) words.unshift(words.pop() as string)
  const variants = [words]
  for (const [short, wholes] of [
    ["st", ["saint", "sint", "sankt"]],
    ["ste", ["sainte"]],
  ] as const) {
    const at = words.indexOf(short)
    if (at >= 0) for (const one of wholes) variants.push(words.with(at, one))
  }
  return variants.map((variant) => variant.join(" ").slice(0, 150))
}

/** Ranks of how well a name matches the typed text: lower is better. */
const tiers = {
  exact: 0,
  city: 1,
  hamlet: 2,
  otherName: 3,
  postcode: 4,
  begun: 5,
  otherBegun: 6,
  postcodeBegun: 7,
} as const
const exactTiers = new Set<number>([tiers.exact, tiers.hamlet, tiers.otherName, tiers.postcode])
const misspeltTier = 8
const cityFrom = 100_000
const hamletUnder = 1000

const columns = sql`
  p.id as place_id, p.kind, p.country, p.region, p.regions, p.name as local, p.names, p.population`

type Stored = {
  place_id: number
  kind: "town" | "district"
  country: string
  region: string | null
  regions: Translated
  local: string
  names: Translated
  population: number
  key: string
  tier: number
  lat: number
  lon: number
}

async function begun(db: Db, keys: string[], language: Language, limit: number, country: string | undefined) {
  const arms = keys.map(
    (key) => sql`select place_id, key, population, lat, lon, case
        when key = ${key} and rank = 0 then case when population < ${hamletUnder} then ${tiers.hamlet} else ${tiers.exact} end
        when key = ${key} then case rank when 1 then ${tiers.otherName} else ${tiers.postcode} end
        when rank = 0 then case when population >= ${cityFrom} then ${tiers.city} else ${tiers.begun} end
        when rank = 1 then ${tiers.otherBegun} else ${tiers.postcodeBegun} end::int as tier
      from gazetteer_names where key >= ${key} and key < ${key + lastCharacter}`,
  )
  // Only the shown places are looked up: the many matches of a short text are read from the index alone.
  const { rows } = await sql<Stored>`
    with found as materialized (
      select distinct on (place_id) place_id, key, population, lat, lon, tier from (${sql.join(arms, sql` union all `)}) as each
      ${country ? sql`where place_id in (select id from gazetteer_places where country = ${country})` : sql``}
      order by place_id, tier, key),
    first as (select * from found order by tier, population desc, key, place_id limit ${limit})
    select ${columns}, first.key, first.tier, coalesce(first.lat, p.lat) as lat, coalesce(first.lon, p.lon) as lon
    from first join gazetteer_places p on p.id = first.place_id
    order by first.tier, first.population desc, first.key, p.id`.execute(db)
  return rows.map((row) => placeOf(row, language))
}

/** Finds names within one typing error of the key, or else similar ones. */
async function misspelt(db: Db, key: string, language: Language, limit: number, country: string | undefined) {
  if (key.length < 4 || /\d/.test(key)) return []
  const inCountry = country ? sql`where p.country = ${country}` : sql``
  const looked = async (names: RawBuilder<unknown>) => {
    const { rows } = await sql<Stored & { likeness: number }>`
      select ${columns}, n.key, ${misspeltTier}::int as tier, p.lat, p.lon, similarity(n.key, ${key}) as likeness
      from (select place_id, key from gazetteer_names where rank = 0 and ${names}) as n
      join gazetteer_places p on p.id = n.place_id
      ${inCountry} order by likeness desc, p.population desc, p.id limit ${mostAlike}`.execute(db)
    return rows
  }
  // Of two names within one typing error either may be meant, so the larger town comes first.
  const slips = (await looked(sql`slips(key) && slips(${key})`))
    .filter((row) => isTypo(row.key, key))
    .toSorted((a, b) => b.population - a.population)
  const alike =
    slips.length === 0 && key.length >= 7
      ? await looked(sql`length(key) >= 7 and key % ${key} and abs(length(key) - ${key.length}) <= 3`)
      : []
  const first = new Map<number, Row>()
  for (const row of [...slips, ...alike]) if (!first.has(row.place_id)) first.set(row.place_id, placeOf(row, language))
  return [...first.values()].slice(0, limit)
}

const mostAlike = 60

function placeOf(row: Stored, language: Language): Row {
  const code = row.tier === tiers.postcode || row.tier === tiers.postcodeBegun ? row.key.split(" ")[0] : undefined
  return {
    place_id: row.place_id,
    tier: row.tier,
    regions: row.regions,
    match: exactTiers.has(row.tier) ? "name" : row.tier < misspeltTier ? "beginning" : "spelling",
    name: row.names[language] ?? row.local,
    kind: code ? "postcode" : row.kind,
    postal_code: code ?? null,
    region: row.regions[language] ?? row.region,
    country: row.country,
    lat: row.lat,
    lon: row.lon,
  }
}

function shown({ name, kind, match, postal_code, region, country, lat, lon }: Row): FoundPlace {
  return { name, kind, match, postal_code, region, country, lat, lon }
}

/** Whether the place is in this country or region, named in any language. */
function isIn(place: Row, where: string): boolean {
  const wanted = keysOf(where)[0] ?? ""
  const called = [
    place.country,
    place.region,
    ...Object.values(place.regions),
    ...languages.map((language) => place.country && countryName(language, place.country)),
  ]
  return wanted !== "" && called.some((name) => name && keysOf(name)[0] === wanted)
}
