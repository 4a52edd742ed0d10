import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { apiWorld } from "#test/worlds/api-world.ts"
import { world } from "#test/worlds/world.ts"

let here: Awaited<ReturnType<typeof apiWorld>>
beforeAll(async () => {
  here = await apiWorld(await world())
  // As in the gazetteer: the local name, and the names in our languages that differ from it.
  const towns = [
    [1, "Bruxelles", { nl: "Brussel", en: "Brussels" }],
    [2, "Liège", { nl: "Luik" }],
    [3, "Den Haag", { fr: "La Haye", en: "The Hague" }],
    [4, "Sint-Niklaas", { fr: "Saint-Nicolas" }],
    [5, "Couvin", {}],
  ] as const
  for (const [id, name, names] of towns) {
    await sql`insert into gazetteer_places (id, kind, name, names, country, lat, lon, population, edition)
      values (${id}, 'town', ${name}, ${JSON.stringify(names)}, 'BE', 50, 4, 1000, 1)`.execute(here.db)
    await sql`insert into gazetteer_names (place_id, key, rank, population)
      select ${id}, place_key(name), 0, 1000 from unnest(${[name, ...Object.values(names)]}::text[]) as name`.execute(
      here.db,
    )
  }
  for (const [title, locality] of [
    ["Un soir", "Bruxelles"],
    ["Een avond", "Luik"],
    ["An evening", "La Haye"],
    ["Une nuit", "Saint-Nicolas"],
    ["Een nacht", "Sint-Niklaas"],
    ["Un matin", "Couvin"],
  ] as const) {
    await here.seuils.publishes({ title, place_id: null, location: { name: "Salle", locality } })
  }
})
afterAll(() => here.end())

const found = (text: string) => here.titles(`?filter=all&q=${encodeURIComponent(text)}`)

test.each([
  ["Un soir", ["Bruxelles", "Brussel", "brussels", "soir Brussel", "Brux"]],
  ["Een avond", ["Liège", "liege", "Luik", "Liège avond", "Lui avond"]],
  ["An evening", ["Den Haag", "The Hague", "la haye", "evening den haag"]],
  ["Un matin", ["Couvin"]],
])("%s is found by every name of its town", async (title, searches) => {
  for (const text of searches) expect({ text, titles: await found(text) }).toEqual({ text, titles: [title] })
})

test("two hyphenated names of a town find the events of both; a word with another town finds nothing", async () => {
  for (const text of ["Sint-Niklaas", "saint nicolas"])
    expect((await found(text)).toSorted()).toEqual(["Een nacht", "Une nuit"])
  expect(await found("soir Luik")).toEqual([])
})
