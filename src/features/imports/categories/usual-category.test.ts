import { expect, test } from "vitest"
import { counts, importWorld } from "../fixtures/world.ts"

const world = importWorld()
const { imported, events } = world

const table = (rows: [id: number, title: string, place: string, category?: string][]) =>
  [
    "id;titel;datum;plaats;categorie",
    ...rows.map((row) => `${row[0]};${row[1]};2026-12-01;${row[2]}, Gent;${row[3] ?? ""}`),
  ].join("\n")
const nights = (place: string, category: string, from: number, count: number) =>
  Array.from({ length: count }, (_, at): [number, string, string, string] => [
    from + at,
    `Avond ${from + at}`,
    place,
    category,
  ])

async function categories() {
  const rows = await events()
  return Object.fromEntries(
    rows.map(({ title, language, category }) => [(title as Record<string, string>)[language], category]),
  )
}

test("an event without a category word gets its venue's usual category, even from later records of the list", async () => {
  const list = table([[1, "Meuris", "Charlatan"], [2, "Elders", "Kouter"], ...nights("Charlatan", "Concert", 10, 5)])
  expect(counts(await imported(list, { language: "nl" }))).toMatchObject({ created: 7, refused: [] })
  expect(await categories()).toMatchObject({ Meuris: "music", Elders: "other", "Avond 10": "music" })
  expect(counts(await imported(list, { language: "nl" }))).toMatchObject({ unchanged: 7 })
  expect(await categories()).toMatchObject({ Meuris: "music" })
})

test("a venue with four events, with one repeated event or with mixed categories has no usual category", async () => {
  const often = Array.from({ length: 9 }, (_, at): [number, string, string, string] => [
    50 + at,
    "De mis",
    "Zaal",
    "Concert",
  ])
  const list = table([
    [1, "Meuris", "Charlatan"],
    ...nights("Charlatan", "Concert", 10, 4),
    [2, "Kloris", "Vooruit"],
    ...nights("Vooruit", "Concert", 20, 7),
    ...nights("Vooruit", "Theater", 30, 2),
    [3, "Doris", "Zaal"],
    ...often,
  ])
  await imported(list, { language: "nl" })
  expect(await categories()).toMatchObject({ Meuris: "other", Kloris: "other", Doris: "other" })
})

test("a venue's usual category overrides neither words nor an edit, and does not count as evidence itself", async () => {
  const list = table([
    [1, "Meuris", "Charlatan"],
    [2, "Kloris", "Charlatan"],
    [3, "Zoektocht in de stad", "Charlatan"],
    ...nights("Charlatan", "Concert", 10, 5),
  ])
  await imported(list, { language: "nl" })
  expect(await categories()).toMatchObject({ Meuris: "music", Kloris: "music", "Zoektocht in de stad": "other" })

  await world.db
    .updateTable("events")
    .set({ category: "other" })
    .where("title", "@>", { nl: "Kloris" } as never)
    .execute()
  const later = table([[4, "Nieuwkomer", "Charlatan"], ...nights("Charlatan", "Theater", 20, 1)])
  await imported(`${list}\n${later.split("\n").slice(1).join("\n")}`, { language: "nl" })
  // Five of six are not enough: the two categories that came from the venue do not count.
  expect(await categories()).toMatchObject({ Kloris: "other", Nieuwkomer: "other", Meuris: "music" })
})

test("a place with a page has a usual category too, however the list spells its name", async () => {
  const { db } = world
  const [at] = await db
    .insertInto("locations")
    .values({ name: "Kinky Star", locality: "Gent" })
    .returning("id")
    .execute()
  await db
    .insertInto("actors")
    .values({
      fid: "kinky",
      name: "Kinky Star",
      type: "place",
      status: "published",
      language: "nl",
      location_id: at?.id as number,
    })
    .execute()
  await imported(table([...nights("KINKY STAR", "Concert", 10, 5), [1, "Meuris", "Kinky Star"]]), { language: "nl" })
  const rows = await events()
  expect(rows.every(({ place_id }) => place_id !== null)).toBe(true)
  expect(await categories()).toMatchObject({ Meuris: "music" })
})

test("a preview writes no events", async () => {
  const list = table([[1, "Meuris", "Charlatan"], ...nights("Charlatan", "Concert", 10, 5)])
  await imported(list, { language: "nl", dryRun: true })
  expect(await events()).toEqual([])
})
