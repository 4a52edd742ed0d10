import { afterAll, beforeAll, expect, test } from "vitest"
import { locationIds } from "#features/places/commands.server.ts"
import { baseMap } from "#features/places/static-map/queries.server.ts"
import { drawMap } from "#features/places/static-map/static-map.ts"
import { testDatabase, type TestDatabase } from "#test/database.ts"
import { staticMaps } from "./static-maps.server.ts"

let own: TestDatabase
beforeAll(async () => {
  own = await testDatabase()
  await locationIds(own.db, [{ name: "Le Hangar", locality: "Liège", lat: 50.64049, lon: 5.57151 }])
})
afterAll(() => own.drop())

const ask = (path: string, headers: Record<string, string> = {}) =>
  staticMaps(own).request(`/map/at/${path}`, { headers })

test("a stored location has a static map in each language, which needs no database statement the second time", async () => {
  const answer = await ask("50.640,5.572/nl-dark.svg")
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"])
  expect(await answer.text()).toContain(">Luik<")
  expect(await (await ask("50.640,5.572/fr-light.svg")).text()).toContain(">Liège<")
  expect((await ask("50.640,5.572/fr-light.svg", { "accept-encoding": "br" })).headers.get("content-encoding")).toBe(
    "br",
  )
  expect(await own.statementsOf(async () => void (await ask("50.640,5.572/nl-dark.svg")))).toBe(0)
})

test("a spot without a stored location or in another form answers 404, the latter without a database statement", async () => {
  for (const path of [
    "50.641,5.572/nl-dark.svg",
    "50.640,5.571/nl-dark.svg",
    "0.000,0.000/fr-dark.svg",
    "90.000,180.000/fr-dark.svg",
    "91.000,0.000/fr-dark.svg",
    "50.64,5.572/fr-dark.svg",
    "50.640,05.572/fr-dark.svg",
    "-0.000,0.000/fr-dark.svg",
    "NaN,5.572/fr-dark.svg",
    "50.640,5.572/de-dark.svg",
    "50.640,5.572/fr-blue.svg",
    "50.640,5.572/fr-dark.png",
  ])
    expect((await ask(path)).status, path).toBe(404)
  // An address that is not in the canonical form is refused without a database query.
  expect(await own.statementsOf(async () => void (await ask("50.640,05.572/fr-dark.svg")))).toBe(0)
})

test("static maps of crowded and empty regions stay under 20,000 characters", async () => {
  const spots = {
    Brussels: [50.85, 4.35],
    Marseille: [43.3, 5.4],
    London: [51.5, 0.1],
    Greenland: [75, -40],
    Sydney: [-33.9, 151.2],
  }
  for (const language of ["fr", "nl", "en"] as const) {
    const base = await baseMap(language)
    for (const [name, [lat = 0, lon = 0]] of Object.entries(spots)) {
      const { svg } = drawMap(base, { lat, lon }, "dark")
      expect(svg.length, name).toBeLessThan(20_000)
    }
  }
})
