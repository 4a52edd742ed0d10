import { afterAll, beforeAll, expect, test } from "vitest"
import { saveActors } from "#features/actors/store.server.ts"
import { apiWorld } from "#test/worlds/api-world.ts"
import { world } from "#test/worlds/world.ts"
import { isTypo, wordsOf } from "./search-terms.ts"

let here: Awaited<ReturnType<typeof apiWorld>>
beforeAll(async () => {
  here = await apiWorld(await world())
  const { nour, seuils, rhizome, hangar } = here
  await nour.publishes({
    title: { fr: "L’Été des cœurs", en: "The Summer of Hearts", nl: "De zomer van harten" },
    tags: ["chanson"],
  })
  await seuils.publishes({
    title: "Œdipe à l'orée du bois (création)",
    place_id: null,
    lineup: [{ name: "Zoë Straße" }],
  })
  await rhizome.publishes({
    title: "Trompette & contrebasse",
    language: "fr",
    starts: "2030-05-01T20:00",
    tags: ["jazz"],
  })
  await hangar.publishes({ title: "Nuit 2027 : 100 % électro" })
  await hangar.publishes({ title: "О любви — 東京の夜" })
  await saveActors(here.db, [
    { fid: "gegeerd", type: "group", name: "Ensemble Géorgia", language: "fr", status: "published" },
  ])
})
afterAll(() => here.end())

const found = (text: string) => here.titles(`?filter=all&q=${encodeURIComponent(text)}`)
const actors = async (text: string) =>
  ((await here.json(`/api/actors/?q=${encodeURIComponent(text)}`)) as { fid: string }[]).map(({ fid }) => fid)

test.each([
  ["accents and case do not count", ["été", "ETE", "cœurs", "coeurs", "COEUR"], "L’Été des cœurs"],
  [
    "articles that are clipped may be left out, or typed either way",
    ["l’été", "l'ete", "l`été", "d'été"],
    "L’Été des cœurs",
  ],
  ["every language of the title", ["summer", "hearts", "zomer"], "L’Été des cœurs"],
  ["tags and organizers, by name and by fid", ["chanson", "alvérane", "nour alverane"], "L’Été des cœurs"],
  [
    "ligatures, brackets and the names of a line-up",
    ["oedipe", "œdipe", "(creation)", "zoe strasse", "zoë straße"],
    "Œdipe à l'orée du bois (création)",
  ],
  ["the beginning of a word", ["tromp", "contreb", "trompette contre"], "Trompette & contrebasse"],
  [
    "several words, in any order, all of them",
    ["contrebasse trompette", "jazz & trompette", "hangar trompette"],
    "Trompette & contrebasse",
  ],
  ["numbers", ["2027", "nuit 2027", "100 %"], "Nuit 2027 : 100 % électro"],
  ["other scripts", ["любви", "ЛЮБВИ", "東京の夜"], "О любви — 東京の夜"],
])("event search finds a matching event: %s", async (_why, texts, title) => {
  for (const text of texts) expect(await found(text), text).toContain(title)
})

test.each([
  ["a letter missing", "trompete"],
  ["a letter doubled", "tromppette"],
  ["a wrong letter", "trampette"],
  ["neighbours exchanged", "tropmette"],
  ["a wrong first letter", "drompette"],
  ["a letter too many at the end", "trompettex"],
  ["in a short word", "jzaz"],
  ["in one word of two", "trompette contrebase"],
])("event search tolerates one typing error: %s", async (_why, text) => {
  expect(await found(text)).toEqual(["Trompette & contrebasse"])
})

test("event search does not match another number or short word, nor a text with an unknown word", async () => {
  for (const text of ["2028", "jez", "xylophonique", "trompette kazou"]) expect(await found(text), text).toEqual([])
})

test("a search for a place or locality finds its events, also with a typing error", async () => {
  for (const text of ["hangar", "hangra", "bruxelles", "bruxeles", "vents bruxelles"]) {
    expect(await found(text), text).toHaveLength(4)
  }
})

test("found events are ordered by date", async () => {
  const dates = ((await here.json("/api/contents/events/?filter=all&q=hangar")) as { start: string }[]).map(
    ({ start }) => Date.parse(start),
  )
  expect(dates).toEqual(dates.toSorted((a, b) => a - b))
})

test("actors are found by name or fid, by the beginning of a word and despite a typing error", async () => {
  for (const text of ["georgia", "Géorgia", "ensemble géo", "gegeerd", "gege", "goergia", "geegeerd", "georgai"]) {
    expect(await actors(text), text).toEqual(["gegeerd"])
  }
  expect(await actors("hangra")).toEqual(["hangar"])
  expect(await actors("le hangar")).toEqual(["hangar"])
  expect(await actors("trompette")).toEqual([])
})

test("a search without letters or digits finds nothing, and odd characters or long texts cause no error", async () => {
  for (const text of [
    "!!!",
    "%",
    "_",
    "&|!:*()<>",
    "''''",
    '""',
    "🎺",
    "👩‍👩‍👧‍👦🇧🇪",
    "\u200B\u200D\uFEFF",
    "- - -",
    "’",
    "\\",
  ]) {
    expect(await found(text), text).toEqual([])
    expect(await actors(text), text).toEqual([])
  }
  for (const text of [
    "trompette & | ! : * ( ) < > \\ ' \"",
    "trompette:*",
    "'trompette'",
    "!trompette",
    "trompette <-> contrebasse",
    "(trompette",
    "trompette\\",
    "trompette\0contrebasse",
    "🎺 trompette",
    "trompette%",
    "trompette_",
  ]) {
    expect(await found(text), JSON.stringify(text)).toEqual(["Trompette & contrebasse"])
  }
  for (const text of [
    "a".repeat(10_000),
    "trompette ".repeat(1000),
    "é".repeat(5000),
    "1 2 3 4 5 6 7 8 9 10 11 12 13",
    "to_tsquery('x')",
    "{}[]",
    "\u202Etrompette",
  ]) {
    expect((await here.get(`/api/contents/events/?q=${encodeURIComponent(text)}`)).status, text.slice(0, 20)).toBe(200)
    expect((await here.get(`/api/actors/?q=${encodeURIComponent(text)}`)).status, text.slice(0, 20)).toBe(200)
  }
})

test("a search with invalid UTF-8 bytes is answered with 200", async () => {
  for (const bytes of ["%ED%A0%80", "%FF%FE", "%C3", "%E0%A4%A", "%00"]) {
    expect((await here.get(`/api/contents/events/?filter=all&q=trompette%20${bytes}`)).status, bytes).toBe(200)
    expect((await here.get(`/api/actors/?q=${bytes}`)).status, bytes).toBe(200)
  }
})

test("isTypo accepts one changed, missing or extra letter or two exchanged neighbours, and no more", () => {
  for (const [a, b] of [
    ["jazz", "jaz"],
    ["jazz", "jazzz"],
    ["jazz", "jozz"],
    ["jazz", "jzaz"],
    ["jazz", "jazz"],
    ["ete", "et"],
  ] as const) {
    expect(isTypo(a, b), `${a} ${b}`).toBe(true)
    expect(isTypo(a, b)).toBe(isTypo(b, a))
  }
  for (const [a, b] of [
    ["jazz", "ja"],
    ["jazz", "zzaj"],
    ["abcd", "bcda"],
    ["abcd", "badc"],
    ["", "ab"],
  ] as const) {
    expect(isTypo(a, b), `${a} ${b}`).toBe(false)
  }
})

test("wordsOf splits a name into lower-case words without accents", () => {
  expect(wordsOf("L’Œuvre d'Été, Łódź & Straße")).toEqual(["l", "oeuvre", "d", "ete", "lodz", "strasse"])
  expect(wordsOf("🎺")).toEqual([])
})
