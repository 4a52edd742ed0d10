import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { parse } from "csv-parse/sync"
import { expect, test } from "vitest"
import { sharedData, withoutSharedData } from "#test/shared.ts"
import { settled } from "./coordinates/settled.ts"

// The lists of places that are gathered beside the project: of each how many rows are read, how many stand where they say,
// how many are taken for swapped or projected ones, and how many are left out.

type Said = { lat: number | null; lon: number | null; country: string }

const textOf = async (name: string) => gunzipSync(await readFile(join(sharedData, name))).toString()
const linesOf = async (name: string) => (await textOf(name)).split("\n").filter(Boolean)

function counted(all: Said[]) {
  const found = all.map(({ lat, lon, country }) => settled(lat ?? Number.NaN, lon ?? Number.NaN, country.toUpperCase()))
  return {
    rows: all.length,
    said: found.filter((one) => one && !one.takenFor).length,
    taken: found.filter((one) => one?.takenFor).length,
    left: found.filter((one) => !one).length,
  }
}

test.skipIf(withoutSharedData)("towns, stations and postcodes stand where they say", async () => {
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
})

test.skipIf(withoutSharedData)(
  "cinemas and cultural sites stand where they say; thirteen cinemas say nothing",
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
