import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { makeApi } from "#web/api.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import type { Actor } from "../actor.ts"
import { fieldsOfActor } from "./form-fields.ts"
import { isMoved, locationIn } from "./form-location.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let lena: SignedIn
beforeAll(async () => {
  here = await writingWorld()
  lena = await here.newcomer("lena")
  // A town that is known to the network through this page.
  await here.ask(lena, "POST", "/api/actors/", {
    type: "place",
    fid: "le-bief",
    name: "Le Bief",
    status: "published",
    location: { locality: "Grandmetz", country: "BE", lat: 50.6, lon: 3.6, precision: "locality" },
  })
})
afterAll(() => here.end())

/** Calls the real API of the test world. */
const api = () =>
  makeApi((address, writing) => Promise.resolve(here.api.request(address, { method: writing?.method ?? "GET" })))

const house = {
  name: null,
  street: "1 quai",
  postal_code: "4000",
  locality: "Liège",
  region: "Wallonie",
  country: "BE",
  lat: 50.63,
  lon: 5.58,
  precision: "exact",
} as const satisfies Actor["location"]

test("a known town gives its coordinates, whatever its accents, and not in another country", async () => {
  const fields = { "location.locality": "grandmétz", "location.country": "BE" }
  expect(await locationIn(api(), fields, null)).toMatchObject({
    location: { locality: "grandmétz", lat: 50.6, lon: 3.6, precision: "locality" },
  })
  const elsewhere = await locationIn(api(), { ...fields, "location.country": "FR" }, null)
  expect(elsewhere).not.toHaveProperty("location.lat")
})

test("a valid typed point is the exact location, and an invalid one is reported as wrong", async () => {
  const at = (point: string) => locationIn(api(), { "location.locality": "Liège", "location.point": point }, null)
  expect(await at(" 50.6326, 5.5797 ")).toMatchObject({ location: { lat: 50.6326, lon: 5.5797, precision: "exact" } })
  expect(await at("50.6326;5.5797")).toMatchObject({ location: { lat: 50.6326 } })
  for (const none of ["ici", "91, 5", "50", "50, 181", "1, 2, 3", "50,63 5,57"])
    expect(await at(none), none).toBe("wrong")
})

test("the street and the point that a form does not contain stay, even when the country changes", async () => {
  const saved = fieldsOfActor({
    tags: [],
    rooms: [],
    links: [],
    contacts: [],
    summary: {},
    access: {},
    location: house,
  } as never)
  const form = { "location.locality": "Liège", "location.country": "BE" }
  expect(isMoved(form, saved)).toBe(false)
  expect(isMoved({ ...form, "location.country": "FR" }, saved)).toBe(true)
  expect(await locationIn(api(), { ...form, "location.country": "FR" }, house)).toMatchObject({
    location: { street: "1 quai", postal_code: "4000", region: "Wallonie", lat: 50.63, lon: 5.58, precision: "exact" },
  })
})

test("moving to another known town replaces the old point and region", async () => {
  const form = { "location.locality": "Grandmetz", "location.country": "BE" }
  expect(await locationIn(api(), form, house)).toMatchObject({
    location: { locality: "Grandmetz", region: null, lat: 50.6, lon: 3.6, precision: "locality" },
  })
})

test("coordinates of unknown precision are the page's point, and stay when its country changes", async () => {
  const brought = { ...house, precision: "unknown" } as const
  const saved = fieldsOfActor({
    tags: [],
    rooms: [],
    links: [],
    contacts: [],
    summary: {},
    access: {},
    location: brought,
  } as never)
  expect(saved["location.point"]).toBe("50.63, 5.58")
  const form = { "location.locality": "Liège", "location.country": "FR" }
  expect(await locationIn(api(), form, brought)).toMatchObject({ location: { lat: 50.63, lon: 5.58 } })
})

test("a form with an emptied address gives no location", async () => {
  const empty = { "location.street": "", "location.postal_code": " ", "location.locality": "", "location.point": "" }
  expect(await locationIn(api(), empty, house)).toEqual({ location: null })
})
