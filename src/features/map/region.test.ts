import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PMTiles, TileType } from "pmtiles"
import { expect, test } from "vitest"
import { readConfig } from "#config/config.ts"
import { contentSecurityPolicy } from "#http/security/security-headers.ts"
import type { World } from "#http/world.ts"
import { sharedData, withoutSharedData } from "#test/shared.ts"
import { mapRegion } from "./region.server.ts"

const archive = join(sharedData, "map-assets/stamen_toner_z3.pmtiles")

function regionOf(file: string) {
  return mapRegion({ config: readConfig({ MAP_PMTILES: file }) } as World)
}

test("an archive is given in the pieces that are asked for, and never whole", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "foyer-map-")), "region.pmtiles")
  writeFileSync(file, "PMTiles, or what is called so")
  const app = regionOf(file)
  const piece = await app.request("/map/region.pmtiles", { headers: { range: "bytes=0-6" } })
  expect([piece.status, await piece.text(), piece.headers.get("content-range")]).toEqual([
    206,
    "PMTiles",
    "bytes 0-6/29",
  ])
  for (const range of ["bytes=99-120", "bytes=x", "items=0-6", "bytes=5-1"])
    expect((await app.request("/map/region.pmtiles", { headers: { range } })).status).toBe(416)
  expect((await app.request("/map/region.pmtiles")).status).toBe(416)
  expect((await regionOf("/nowhere.pmtiles").request("/map/region.pmtiles")).status).toBe(404)
})

test("pages may fetch from where the map is, and from nowhere else", () => {
  const originsOf = (variables: Record<string, string>) => {
    const { origins } = readConfig(variables).map
    return /connect-src ([^;]*)/.exec(contentSecurityPolicy([], [], { connect: origins }, false))?.[1]
  }
  expect(originsOf({})).toBe("'self'")
  expect(originsOf({ MAP_PMTILES: "/srv/region.pmtiles" })).toBe("'self'")
  expect(originsOf({ MAP_PMTILES: "https://tiles.example/be.pmtiles" })).toBe("'self' https://tiles.example")
  expect(
    originsOf({
      MAP_STYLE_URL: "https://maps.example/style.json?key=1",
      MAP_ORIGINS: "https://fonts.example/a, https://maps.example",
    }),
  ).toBe("'self' https://maps.example https://fonts.example")
  expect(() => readConfig({ MAP_ORIGINS: "script-src *" })).toThrow("MAP_ORIGINS")
})

test.skipIf(withoutSharedData)("what is given is an archive as the map reads it", async () => {
  const app = regionOf(archive)
  const tiles = new PMTiles({
    getKey: () => "region",
    getBytes: async (offset, length) => {
      const range = `bytes=${offset}-${offset + length - 1}`
      const answer = await app.request("/map/region.pmtiles", { headers: { range } })
      return { data: await answer.arrayBuffer() }
    },
  })
  expect(await tiles.getHeader()).toMatchObject({ tileType: TileType.Png, maxZoom: 3 })
  expect((await tiles.getZxy(2, 2, 1))?.data.byteLength).toBeGreaterThan(500)
})
