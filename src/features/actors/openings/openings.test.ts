import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { personalRows } from "#features/accounts/leaving/personal-rows.server.ts"
import { saveActors } from "#features/actors/store.server.ts"
import { tomorrow } from "#test/world.ts"
import { writingWorld } from "#test/writing-world.ts"
import type { Match, Opening } from "./opening.ts"
import { matchRepresentation, openingRepresentation } from "./representation.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let lena: SignedIn
beforeAll(async () => {
  here = await writingWorld()
  lena = await here.newcomer("lena")
})
afterAll(() => here.end())
beforeEach(async () => {
  await sql`delete from openings`.execute(here.db)
  await sql`update actors set deleted_at = null, deleted_status = null, status = 'published'`.execute(here.db)
})

const path = (fid: string) => `/api/actors/${fid}/openings/`
const may = { kind: "offer", starts_on: tomorrow(30), ends_on: tomorrow(60), is_public: true } as const

/** Adds a demand of the hangar (Brussels) and an offer of the group (Liège, some 90 km away); arguments override fields. */
async function both(house: object = {}, artist: object = {}) {
  const [asked, free] = await Promise.all([
    here.ask(here.hangar.viewer, "POST", path("hangar"), { ...may, kind: "demand", radius: 100, ...house }),
    here.ask(here.seuils.viewer, "POST", path("seuils"), { ...may, radius: 100, ...artist }),
  ])
  expect([asked.status, free.status]).toEqual([201, 201])
  return { asked: asked.body as Opening, free: free.body as Opening }
}

async function matchesOf(someone: { fid: string; viewer: SignedIn }, query = ""): Promise<Match[]> {
  const { status, body } = await here.ask(someone.viewer, "GET", `/api/actors/${someone.fid}/matches/${query}`)
  expect(status).toBe(200)
  return body
}

test("a page says when it is free, where it is unless it says otherwise; only what it shows is seen by others", async () => {
  const shown = await here.ask(here.seuils.viewer, "POST", path("seuils"), {
    ...may,
    categories: ["theatre", "theatre"],
    spaces: ["stage"],
    note: "Un solo\nde 50 minutes",
  })
  expect(shown.status).toBe(201)
  expect(shown.body).toMatchObject({
    side: "artist",
    kind: "offer",
    town: "Liège",
    lat: 50.6402,
    categories: ["theatre"],
    radius: 50,
    note: "Un solo de 50 minutes",
    timezone: "Europe/Brussels",
    is_open: true,
    is_reachable: true,
    version: 1,
    actor: { fid: "seuils", url: "https://foyer.example/actors/seuils" },
  })
  const hidden = await here.ask(here.seuils.viewer, "POST", path("seuils"), { ...may, is_public: undefined, radius: 9 })
  expect(hidden.body.is_public).toBe(false)

  for (const viewer of [null, lena]) {
    const { body } = await here.ask(viewer, "GET", path("seuils"))
    expect(body.map(({ id }: Opening) => id)).toEqual([shown.body.id])
    const listed = (await here.ask(viewer, "GET", "/api/openings/")).body
    expect(listed).toHaveLength(1)
    expect(openingRepresentation.strict().safeParse(listed[0]).error).toBeUndefined()
  }
  expect((await here.ask(here.seuils.viewer, "GET", path("seuils"))).body).toHaveLength(2)
})

test("only its people add, change and end; 403 to others, 404 where there is nothing, and nothing is touched", async () => {
  const { asked } = await both()
  const one = `${path("hangar")}${asked.id}/`
  for (const [viewer, status] of [
    [null, 403],
    [lena, 403],
    [here.seuils.viewer, 403],
  ] as const) {
    expect((await here.ask(viewer, "POST", path("hangar"), may)).status).toBe(status)
    expect((await here.ask(viewer, "PATCH", one, { radius: 7 })).status).toBe(status)
    expect((await here.ask(viewer, "PATCH", one, { radius: "x" })).body.radius).toBeDefined()
    expect((await here.ask(viewer, "PATCH", one, {})).status).toBe(status)
    expect((await here.ask(viewer, "DELETE", one)).status).toBe(status)
    expect((await here.ask(viewer, "GET", "/api/actors/hangar/matches/")).status).toBe(status)
  }
  // The opening of one page cannot be reached through another page.
  const other = `${path("seuils")}${asked.id}/`
  expect((await here.ask(here.seuils.viewer, "PATCH", other, { radius: 7 })).status).toBe(404)
  expect((await here.ask(here.seuils.viewer, "DELETE", other)).status).toBe(404)
  for (const id of ["0", "x", "99999999999999999999", "1e3"])
    expect((await here.ask(here.hangar.viewer, "DELETE", `${path("hangar")}${id}/`)).body.code).toBe(
      "opening_not_found",
    )
  const [left] = (await here.ask(here.hangar.viewer, "GET", path("hangar"))).body
  expect(left).toEqual(asked)

  expect((await here.ask(here.hangar.viewer, "DELETE", one)).status).toBe(204)
  expect((await here.ask(here.hangar.viewer, "DELETE", one)).status).toBe(404)
})

test("of two who change it at once one is told; the same again changes nothing", async () => {
  const { asked } = await both()
  const one = `${path("hangar")}${asked.id}/`
  const tries = await Promise.all(
    [20, 30].map((radius) => here.ask(here.hangar.viewer, "PATCH", one, { radius }, { "if-match": '"v1"' })),
  )
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const kept = tries.find(({ status }) => status === 200)?.body
  expect(kept.version).toBe(2)
  const again = await here.ask(here.hangar.viewer, "PATCH", one, { radius: kept.radius, note: null })
  expect(again.body).toEqual(kept)
  expect((await here.ask(here.hangar.viewer, "DELETE", one, undefined, { "if-match": '"v1"' })).status).toBe(412)
  const moved = await here.ask(here.hangar.viewer, "PATCH", one, { place: { name: "Tokyo", lat: 35.68, lon: 139.69 } })
  expect(moved.body).toMatchObject({ town: "Tokyo", timezone: "Asia/Tokyo" })
  expect((await here.ask(here.hangar.viewer, "PATCH", one, { place: null })).body).toMatchObject({ town: "Bruxelles" })
})

test("sent twice it is there once; a page has twenty at most, however many come at once", async () => {
  const same = await Promise.all([1, 2, 3].map(() => here.ask(here.hangar.viewer, "POST", path("hangar"), may)))
  expect(new Set(same.map(({ body }) => body.id)).size).toBe(1)
  const many = await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      here.ask(here.hangar.viewer, "POST", path("hangar"), { ...may, radius: at + 100 }),
    ),
  )
  expect(many.filter(({ status }) => status === 201)).toHaveLength(19)
  expect(many.filter(({ body }) => body.code === "too_many")).toHaveLength(5)
})

test.each([
  [{ starts_on: tomorrow(9), ends_on: tomorrow(8) }, "ends_on"],
  [{ starts_on: tomorrow(-9), ends_on: tomorrow(-3) }, "ends_on"],
  [{ starts_on: tomorrow(1), ends_on: tomorrow(400) }, "ends_on"],
  [{ starts_on: "2199-01-01", ends_on: "2199-01-02" }, "ends_on"],
  [{ starts_on: "2199-13-01" }, "starts_on"],
  [{ starts_on: "0001-01-01" }, "starts_on"],
  [{ ends_on: "2027-02-30" }, "ends_on"],
  [{ kind: "gift" }, "kind"],
  [{ categories: ["polka"] }, "categories.0"],
  [{ spaces: ["palace"] }, "spaces.0"],
  [{ radius: 6371 }, "radius"],
  [{ radius: 0 }, "radius"],
  [{ radius: 2.5 }, "radius"],
  [{ note: "x".repeat(501) }, "note"],
  [{ note: "a\0b" }, "note"],
  [{ place: { name: "x", lat: 90.1, lon: 0 } }, "place.lat"],
  [{ place: { name: "x", lat: null, lon: 0 } }, "place.lat"],
  [{ place: { name: " ", lat: 1, lon: 0 } }, "place.name"],
])("%j is refused by its field", async (wrong, field) => {
  const { status, body } = await here.ask(here.hangar.viewer, "POST", path("hangar"), { ...may, ...wrong })
  expect({ status, fields: Object.keys(body) }).toEqual({ status: 400, fields: [field] })
})

test("everything that is wrong is said at once; a page that is nowhere says where", async () => {
  const wrong = { kind: "gift", starts_on: tomorrow(9), ends_on: tomorrow(8), radius: -1 }
  const { body } = await here.ask(here.rhizome.viewer, "POST", path("rhizome"), wrong)
  expect(Object.keys(body).toSorted()).toEqual(["ends_on", "kind", "place", "radius"])
  expect((await here.ask(here.rhizome.viewer, "POST", path("rhizome"), may)).body.place).toHaveLength(1)
  for (const lat of [90, -90]) {
    const place = { name: "Pôle", lat, lon: 180 }
    const { status } = await here.ask(here.rhizome.viewer, "POST", path("rhizome"), { ...may, place })
    expect(status).toBe(201)
  }
  expect(await matchesOf(here.rhizome)).toEqual([])
})

test("both sides find each other, with the days in common and how far apart they are", async () => {
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
])("they do not match when %s", async (_, house, artist) => {
  await both(house, artist)
  expect(await matchesOf(here.hangar)).toEqual([])
  expect(await matchesOf(here.seuils)).toEqual([])
})

test("who says no category, or no kind of room, matches any; so do two that both look for somebody", async () => {
  await both({ categories: ["music"], spaces: ["stage"] }, { kind: "demand" })
  expect(await matchesOf(here.hangar)).toHaveLength(1)
})

test("what is not shown is matched for its own people alone; drafts and what is out of the directory for nobody", async () => {
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

test("it ends by itself when its last day is over where it is, and is kept for its people", async () => {
  const { free } = await both()
  await sql`update openings set until_at = now() - interval '1 second' where id = ${free.id}`.execute(here.db)
  expect(await matchesOf(here.hangar)).toEqual([])
  expect(await matchesOf(here.seuils)).toEqual([])
  expect((await here.ask(null, "GET", path("seuils"))).body).toEqual([])
  expect((await here.ask(null, "GET", "/api/openings/?side=artist")).body).toEqual([])
  expect((await here.ask(here.seuils.viewer, "GET", path("seuils"))).body).toMatchObject([{ is_open: false }])
  // The day ends long before in Kiritimati than in Niue.
  const [east, west] = await Promise.all(
    [
      { name: "Kiritimati", lat: 1.87, lon: -157.4 },
      { name: "Niue", lat: -19.05, lon: -169.86 },
    ].map(async (place) => (await here.ask(here.nour.viewer, "POST", path("nour"), { ...may, place })).body.id),
  )
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from (select until_at from openings where id = ${west}) - until_at) / 3600 as hours
    from openings where id = ${east}`.execute(here.db)
  expect(Number(rows[0]?.hours)).toBe(25)
})

test("matches come by the first day or by distance, some at a time, of one opening or of all", async () => {
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
    await here.ask(lena, "POST", path(`band-${at}`), { ...may, starts_on: tomorrow(50 - at), ends_on: tomorrow(60) })
  const { asked } = await both({}, { starts_on: tomorrow(31) })
  const second = await here.ask(here.hangar.viewer, "POST", path("hangar"), { ...may, ends_on: tomorrow(32) })
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

test("the list of all is by the first day, or by distance; narrowed by side, category, days and where", async () => {
  await both({ categories: ["music"], starts_on: tomorrow(29) }, { categories: [] })
  const found = async (query: string) =>
    (await here.ask(null, "GET", `/api/openings/${query}`)).body.map(({ actor }: Opening) => actor.fid)
  expect(await found("")).toEqual(["hangar", "seuils"])
  expect(await found("?side=artist")).toEqual(["seuils"])
  expect(await found("?category=dance")).toEqual(["seuils"])
  expect(await found("?category=dance,music")).toEqual(["hangar", "seuils"])
  expect(await found(`?to=${tomorrow(29)}`)).toEqual(["hangar"])
  expect(await found(`?from=${tomorrow(61)}`)).toEqual([])
  expect(await found("?near=50.64,5.57&radius=100")).toEqual(["seuils", "hangar"])
  expect(await found("?near=50.64,5.57")).toEqual(["seuils"])
  expect(await found("?near=90,0&radius=500")).toEqual([])
  for (const wrong of [
    "near=NaN,4",
    "near=91,4",
    "radius=6371",
    "radius=NaN",
    "side=audience",
    "category=polka",
    "from=2027-02-30",
    `from=${tomorrow(9)}&to=${tomorrow(8)}`,
    "start=x",
  ])
    expect((await here.ask(null, "GET", `/api/openings/?${wrong}`)).status, wrong).toBe(400)
})

test("it goes with its page, is in the archive of who owns it, and in the journal of the page", async () => {
  const { free } = await both()
  const rows = await personalRows(here.db, here.seuils.viewer.userId)
  expect(rows.openings).toMatchObject([{ id: free.id, note: null }])
  const journal = (await here.ask(here.seuils.viewer, "GET", "/api/actors/seuils/changes/")).body
  expect(journal[0]).toMatchObject({ action: "opening_added" })
  await sql`update actors set deleted_at = now(), deleted_status = status, status = 'draft' where fid = 'seuils'`.execute(
    here.db,
  )
  expect(await matchesOf(here.hangar)).toEqual([])
})

test("of a page that nobody has in hand it says that nobody reads what is written there", async () => {
  const { asked } = await both()
  await sql`update relations set status = 'pending' where actor_id = (select id from actors where fid = 'hangar')`.execute(
    here.db,
  )
  const [all, matches] = [(await here.ask(null, "GET", "/api/openings/?side=house")).body, await matchesOf(here.seuils)]
  await sql`update relations set status = 'accepted' where actor_id = (select id from actors where fid = 'hangar')`.execute(
    here.db,
  )
  const found = [...all, ...matches.map(({ opening }) => opening)] as Opening[]
  expect(found.map(({ id, is_reachable }) => [id, is_reachable])).toEqual([
    [asked.id, false],
    [asked.id, false],
  ])
})
