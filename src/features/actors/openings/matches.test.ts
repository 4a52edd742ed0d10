import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { saveActors } from "#features/actors/store.server.ts"
import { may, openingsOf, openingWorld } from "#test/worlds/opening-world.ts"
import { tomorrow } from "#test/worlds/world.ts"
import type { Match } from "./opening.ts"
import { matchRepresentation } from "./representation.server.ts"

type Openings = Awaited<ReturnType<typeof openingWorld>>
let here: Openings["here"]
let lena: Openings["lena"]
let both: Openings["both"]
let matchesOf: Openings["matchesOf"]
let clears: Openings["clears"]
beforeAll(async () => {
  ;({ here, lena, both, matchesOf, clears } = await openingWorld())
})
afterAll(() => here.end())
beforeEach(() => clears())

test("the openings of a house and an artist match from both sides, with common days and distance", async () => {
  const { asked, free } = await both({ ends_on: tomorrow(40) }, { starts_on: tomorrow(35) })
  const [ofHouse] = await matchesOf(here.hangar)
  const [ofArtist] = await matchesOf(here.seuils)
  expect(ofHouse).toMatchObject({ own: asked.id, starts_on: tomorrow(35), ends_on: tomorrow(40) })
  expect(ofHouse?.opening).toMatchObject({ id: free.id, actor: { fid: "seuils" } })
  expect(ofArtist).toMatchObject({ own: free.id, starts_on: tomorrow(35), ends_on: tomorrow(40) })
  // The distance from Brussels to Liège along the surface, as in any atlas.
  expect(ofHouse?.distance).toBeGreaterThan(87)
  expect(ofHouse?.distance).toBeLessThan(91)
  expect(ofArtist?.distance).toBe(ofHouse?.distance)
  expect(matchRepresentation.strict().safeParse(ofHouse).error).toBeUndefined()
  expect(await matchesOf(here.nour)).toEqual([])
})

test.each([
  ["the house lets nobody come so far", { radius: 80 }, {}],
  ["the artist does not go so far", {}, { radius: 80 }],
  ["no day is in common", { ends_on: tomorrow(34) }, { starts_on: tomorrow(35) }],
  ["no category is in common", { categories: ["music"] }, { categories: ["theatre", "dance"] }],
  ["no kind of room is in common", { spaces: ["small"] }, { spaces: ["stage"] }],
])("two openings do not match when %s", async (_, house, artist) => {
  await both(house, artist)
  expect(await matchesOf(here.hangar)).toEqual([])
  expect(await matchesOf(here.seuils)).toEqual([])
})

test("openings without categories or rooms match any, and two demands match each other", async () => {
  await both({ categories: ["music"], spaces: ["stage"] }, { kind: "demand" })
  expect(await matchesOf(here.hangar)).toHaveLength(1)
})

test("a hidden opening is matched only for its own page; draft and unlisted pages are not matched", async () => {
  await both({ is_public: false }, {})
  expect(await matchesOf(here.hangar)).toHaveLength(1)
  expect(await matchesOf(here.seuils)).toEqual([])
  for (const said of [{ status: "draft" }, { in_directory: false }]) {
    await here.ask(here.seuils.viewer, "PATCH", "/api/actors/seuils/", said)
    expect(await matchesOf(here.hangar)).toEqual([])
    expect((await here.ask(null, "GET", "/api/openings/")).body).toEqual([])
    await here.ask(here.seuils.viewer, "PATCH", "/api/actors/seuils/", { status: "published", in_directory: true })
  }
  expect(await matchesOf(here.hangar)).toHaveLength(1)
})

test("an opening closes after its last day in its own time zone, and then only its page sees it", async () => {
  const { free } = await both()
  await sql`update openings set until_at = now() - interval '1 second' where id = ${free.id}`.execute(here.db)
  expect(await matchesOf(here.hangar)).toEqual([])
  expect(await matchesOf(here.seuils)).toEqual([])
  expect((await here.ask(null, "GET", openingsOf("seuils"))).body).toEqual([])
  expect((await here.ask(null, "GET", "/api/openings/?side=artist")).body).toEqual([])
  expect((await here.ask(here.seuils.viewer, "GET", openingsOf("seuils"))).body).toMatchObject([{ is_open: false }])
  // The day ends long before in Kiritimati than in Niue.
  const [east, west] = await Promise.all(
    [
      { name: "Kiritimati", lat: 1.87, lon: -157.4 },
      { name: "Niue", lat: -19.05, lon: -169.86 },
    ].map(async (place) => (await here.ask(here.nour.viewer, "POST", openingsOf("nour"), { ...may, place })).body.id),
  )
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from (select until_at from openings where id = ${west}) - until_at) / 3600 as hours
    from openings where id = ${east}`.execute(here.db)
  expect(Number(rows[0]?.hours)).toBe(25)
})

test("matches are ordered by first day or distance, paged, and filtered by opening", async () => {
  const ids = await saveActors(
    here.db,
    [0.1, 0.2, 0.3].map((east, at) => ({
      fid: `band-${at}`,
      type: "group" as const,
      name: `Band ${at}`,
      language: "fr" as const,
      status: "published" as const,
      location: { locality: "X", country: "BE", lat: 50.85, lon: 4.34 + east },
    })),
  )
  await here.db
    .insertInto("relations")
    .values(ids.map((actor_id) => ({ actor_id, user_id: lena.userId, relation: "owner", status: "accepted" })))
    .execute()
  for (const at of [0, 1, 2])
    await here.ask(lena, "POST", openingsOf(`band-${at}`), {
      ...may,
      starts_on: tomorrow(50 - at),
      ends_on: tomorrow(60),
    })
  const { asked } = await both({}, { starts_on: tomorrow(31) })
  const second = await here.ask(here.hangar.viewer, "POST", openingsOf("hangar"), { ...may, ends_on: tomorrow(32) })
  const names = (found: Match[]) => found.map(({ opening }) => opening.actor.fid)

  expect(names(await matchesOf(here.hangar, `?opening=${asked.id}`))).toEqual(["seuils", "band-2", "band-1", "band-0"])
  const near = await matchesOf(here.hangar, `?order=distance&opening=${asked.id}`)
  expect(names(near)).toEqual(["band-0", "band-1", "band-2", "seuils"])
  expect(await matchesOf(here.hangar, `?opening=${second.body.id}`)).toEqual([]) // the usual radius, 50 km
  const page = await here.ask(here.hangar.viewer, "GET", "/api/actors/hangar/matches/?limit=2&start=1")
  expect(names(page.body)).toEqual(["band-2", "band-1"])
  expect(page.headers.get("x-total-count")).toBe("4")
  for (const wrong of ["order=rank", "opening=x", "opening=1e400", "limit=101", "start=-1"])
    expect((await here.ask(here.hangar.viewer, "GET", `/api/actors/hangar/matches/?${wrong}`)).status).toBe(400)
})
