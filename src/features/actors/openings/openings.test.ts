import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { personalRows } from "#features/accounts/leaving/personal-rows.server.ts"
import { may, openingsOf, openingWorld } from "#test/worlds/opening-world.ts"
import { tomorrow } from "#test/worlds/world.ts"
import type { Opening } from "./opening.ts"
import { openingRepresentation } from "./representation.server.ts"

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

test("an opening takes the location of its page by default, and others see only public openings", async () => {
  const shown = await here.ask(here.seuils.viewer, "POST", openingsOf("seuils"), {
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
  const hidden = await here.ask(here.seuils.viewer, "POST", openingsOf("seuils"), {
    ...may,
    is_public: undefined,
    radius: 9,
  })
  expect(hidden.body.is_public).toBe(false)

  for (const viewer of [null, lena]) {
    const { body } = await here.ask(viewer, "GET", openingsOf("seuils"))
    expect(body.map(({ id }: Opening) => id)).toEqual([shown.body.id])
    const listed = (await here.ask(viewer, "GET", "/api/openings/")).body
    expect(listed).toHaveLength(1)
    expect(openingRepresentation.strict().safeParse(listed[0]).error).toBeUndefined()
  }
  expect((await here.ask(here.seuils.viewer, "GET", openingsOf("seuils"))).body).toHaveLength(2)
})

test("only managers of a page can change its openings; others get 403, and a wrong opening is a 404", async () => {
  const { asked } = await both()
  const one = `${openingsOf("hangar")}${asked.id}/`
  for (const [viewer, status] of [
    [null, 403],
    [lena, 403],
    [here.seuils.viewer, 403],
  ] as const) {
    expect((await here.ask(viewer, "POST", openingsOf("hangar"), may)).status).toBe(status)
    expect((await here.ask(viewer, "PATCH", one, { radius: 7 })).status).toBe(status)
    expect((await here.ask(viewer, "PATCH", one, { radius: "x" })).body.radius).toBeDefined()
    expect((await here.ask(viewer, "PATCH", one, {})).status).toBe(status)
    expect((await here.ask(viewer, "DELETE", one)).status).toBe(status)
    expect((await here.ask(viewer, "GET", "/api/actors/hangar/matches/")).status).toBe(status)
  }
  // The opening of one page cannot be reached through another page.
  const other = `${openingsOf("seuils")}${asked.id}/`
  expect((await here.ask(here.seuils.viewer, "PATCH", other, { radius: 7 })).status).toBe(404)
  expect((await here.ask(here.seuils.viewer, "DELETE", other)).status).toBe(404)
  for (const id of ["0", "x", "99999999999999999999", "1e3"])
    expect((await here.ask(here.hangar.viewer, "DELETE", `${openingsOf("hangar")}${id}/`)).body.code).toBe(
      "opening_not_found",
    )
  const [left] = (await here.ask(here.hangar.viewer, "GET", openingsOf("hangar"))).body
  expect(left).toEqual(asked)

  expect((await here.ask(here.hangar.viewer, "DELETE", one)).status).toBe(204)
  expect((await here.ask(here.hangar.viewer, "DELETE", one)).status).toBe(404)
})

test("of two changes to an opening at once one answers 412; the same values keep the version", async () => {
  const { asked } = await both()
  const one = `${openingsOf("hangar")}${asked.id}/`
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

test("an opening sent three times at once is stored once, and a page has at most twenty", async () => {
  const same = await Promise.all([1, 2, 3].map(() => here.ask(here.hangar.viewer, "POST", openingsOf("hangar"), may)))
  expect(new Set(same.map(({ body }) => body.id)).size).toBe(1)
  const many = await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      here.ask(here.hangar.viewer, "POST", openingsOf("hangar"), { ...may, radius: at + 100 }),
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
])("an opening with %j is refused with an error at that field", async (wrong, field) => {
  const { status, body } = await here.ask(here.hangar.viewer, "POST", openingsOf("hangar"), { ...may, ...wrong })
  expect({ status, fields: Object.keys(body) }).toEqual({ status: 400, fields: [field] })
})

test("all errors of an opening are reported together, and a page without a location must give a place", async () => {
  const wrong = { kind: "gift", starts_on: tomorrow(9), ends_on: tomorrow(8), radius: -1 }
  const { body } = await here.ask(here.rhizome.viewer, "POST", openingsOf("rhizome"), wrong)
  expect(Object.keys(body).toSorted()).toEqual(["ends_on", "kind", "place", "radius"])
  expect((await here.ask(here.rhizome.viewer, "POST", openingsOf("rhizome"), may)).body.place).toHaveLength(1)
  for (const lat of [90, -90]) {
    const place = { name: "Pôle", lat, lon: 180 }
    const { status } = await here.ask(here.rhizome.viewer, "POST", openingsOf("rhizome"), { ...may, place })
    expect(status).toBe(201)
  }
  expect(await matchesOf(here.rhizome)).toEqual([])
})

test("all openings are ordered by first day or distance, and filtered by side, category, days and place", async () => {
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

test("an opening is in its owner's export and the page's log, and is not matched once the page is deleted", async () => {
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

test("openings of a page without managers are marked as not reachable", async () => {
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
