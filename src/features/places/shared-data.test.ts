import { rmSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { parse } from "csv-parse/sync"
import { afterAll, beforeAll, expect, test } from "vitest"
import { testDatabase, type TestDatabase } from "#test/database.ts"
import { sharedData, withoutSharedData } from "#test/shared.ts"
import { temporaryDirectory } from "#test/temporary.ts"
import { locationIds } from "./commands.server.ts"
import { settled } from "./coordinates/settled.ts"
import { fillGazetteer } from "./gazetteer/commands.server.ts"
import { townsOf } from "./gazetteer/gazetteer-source.server.ts"

// The lists of places that are gathered beside the project: how many of each are read, recognised, and left out.

const folder = temporaryDirectory("places")
let own: TestDatabase
beforeAll(async () => {
  own = await testDatabase()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await own.drop()
})

const textOf = async (name: string) => gunzipSync(await readFile(join(sharedData, name))).toString()
const linesOf = async <Row>(name: string) =>
  (await textOf(name))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)
type Said = { lat: number; lon: number; country: string }

/** What becomes of coordinates: as they were said, taken for others, or left out. */
function counted(all: Said[]) {
  const found = all.map(({ lat, lon, country }) => settled(lat, lon, country.toUpperCase()))
  const said = found.filter((one) => one && !one.takenFor).length
  return {
    rows: all.length,
    said,
    taken: found.filter((one) => one?.takenFor).length,
    left: found.filter((one) => !one).length,
  }
}

test.skipIf(withoutSharedData)("towns, stations and postcodes: each stands in its country", async () => {
  const stations: Record<string, string>[] = parse(await textOf("geo/irail-stations.csv.gz"), { columns: true })
  const postcodes = JSON.parse(await textOf("geo/zipcode-belgium.json.gz")) as { lat: number; lng: number }[]
  const towns = (await textOf("geo/geonames-cities500-be-fr-nl-lu.tsv.gz"))
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t"))

  expect({
    towns: counted(towns.map((town) => ({ lat: Number(town[4]), lon: Number(town[5]), country: town[8] ?? "" }))),
    stations: counted(
      stations.map((one) => ({
        lat: Number(one["latitude"]),
        lon: Number(one["longitude"]),
        country: one["country-code"] ?? "",
      })),
    ),
    postcodes: counted(postcodes.map(({ lat, lng }) => ({ lat, lon: lng, country: "BE" }))),
  }).toMatchInlineSnapshot()
})

test.skipIf(withoutSharedData)(
  "museums without coordinates stand in their town, where it is certain which",
  async () => {
    const file = join(folder, "towns.txt")
    const lines = (await textOf("geo/geonames-cities500-be-fr-nl-lu.tsv.gz")).split("\n")
    writeFileSync(file, lines.filter((line) => line.split("\t")[8] === "FR").join("\n"))
    let towns = 0
    for await (const some of townsOf(file)) towns += some.length
    await fillGazetteer(own.db, file)

    type Museum = { fields: { nom_du_musee: string; ville: string; cp: number; coordonnees?: [number, number] } }
    const museums = await linesOf<Museum>("venues/musees-de-france-2018-ods.jsonl.gz")
    const ids = await locationIds(
      own.db,
      museums.map(({ fields: { nom_du_musee, ville, cp } }) => ({
        name: nom_du_musee,
        locality: ville,
        // The list has it as a number.
        postal_code: String(cp).padStart(5, "0"),
        country: "FR",
      })),
    )
    const rows = await own.db.selectFrom("locations").select(["id", "lat", "lon"]).execute()
    const points = new Map(rows.map((row) => [Number(row.id), row]))
    const placed = ids.map((id) => points.get(Number(id))).filter((row) => row?.lat != null)
    const isInFrance = placed.every((row) => settled(Number(row?.lat), Number(row?.lon), "FR")?.takenFor === undefined)

    expect({ towns, museums: museums.length, placed: placed.length, isInFrance }).toMatchInlineSnapshot()
  },
)

test.skipIf(withoutSharedData)("cinemas and cultural sites: their coordinates are where they say", async () => {
  const cinemas = await linesOf<{ lat: number; lon: number }>("venues/cinemas-france-cnc.jsonl.gz")
  const sites = (await textOf("venues/datatourisme-cultural-sites.jsonl.gz")).split("\n").filter(Boolean)
  const pointIn = (line: string): Said => {
    const [, lat] = /"schema:latitude":\s*"?(-?[\d.]+)/.exec(line) ?? []
    const [, lon] = /"schema:longitude":\s*"?(-?[\d.]+)/.exec(line) ?? []
    return { lat: Number(lat), lon: Number(lon), country: "FR" }
  }
  expect({
    cinemas: counted(cinemas.map(({ lat, lon }) => ({ lat, lon, country: "FR" }))),
    sites: counted(sites.map(pointIn)),
  }).toMatchInlineSnapshot()
})
