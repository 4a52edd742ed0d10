import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { pino } from "pino"
import { PMTiles, TileType } from "pmtiles"
import { afterAll, expect, test } from "vitest"
import { readConfig } from "#config/config.ts"
import { contentSecurityPolicy } from "#http/security/security-headers.ts"
import { archiveOf } from "#test/pmtiles.ts"
import { sharedData, withoutSharedData } from "#test/shared.ts"
import { temporaryDirectory } from "#test/temporary.ts"
import { mapRegion } from "./region.server.ts"

const archive = join(sharedData, "map-assets/stamen_toner_z3.pmtiles")

const folder = temporaryDirectory("region")
afterAll(() => rmSync(folder, { recursive: true }))

/** Creates the server of an archive, and collects its log messages. */
function regionOf(file: string, said: string[] = []) {
  const log = pino(
    { level: "warn" },
    { write: (line: string) => void said.push((JSON.parse(line) as { why: string }).why) },
  )
  return mapRegion({ config: readConfig({ MAP_PMTILES: file }), log })
}

const written = (name: string, bytes: Buffer) => {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  return file
}

test("a map archive is served in requested ranges only, and never whole", async () => {
  const whole = archiveOf()
  const app = regionOf(written("region.pmtiles", whole))
  const piece = await app.request("/map/region.pmtiles", { headers: { range: "bytes=0-6" } })
  expect([piece.status, await piece.text(), piece.headers.get("content-range")]).toEqual([
    206,
    "PMTiles",
    `bytes 0-6/${whole.length}`,
  ])
  for (const range of ["bytes=9999-10000", "bytes=x", "items=0-6", "bytes=5-1"])
    expect((await app.request("/map/region.pmtiles", { headers: { range } })).status).toBe(416)
  expect((await app.request("/map/region.pmtiles")).status).toBe(416)
  expect((await regionOf("/nowhere.pmtiles").request("/map/region.pmtiles")).status).toBe(404)
})

test("an invalid map archive answers 404, and the reason is logged once", async () => {
  const with64 = (at: number, value: bigint) => () =>
    archiveOf(({ bytes }) => {
      bytes.writeBigUInt64LE(value, at)
      return bytes
    })
  const withByte = (at: number, value: number) => () =>
    archiveOf(({ bytes }) => {
      bytes[at] = value
      return bytes
    })
  const bomb = () =>
    archiveOf(({ bytes }) => {
      const root = gzipSync(Buffer.alloc(12 * 1024 * 1024))
      const header = Buffer.from(bytes.subarray(0, 127))
      header.writeBigUInt64LE(BigInt(root.length), 16)
      return Buffer.concat([header, root, Buffer.alloc(64 * 1024)])
    })
  const hostile: [string, () => Buffer, RegExp][] = [
    ["nothing", () => Buffer.alloc(0), /does not begin/],
    ["words", () => Buffer.from("PMTiles, or what is called so"), /version 44/],
    ["another version", withByte(7, 4), /version 4/],
    ["cut in its header", () => archiveOf(({ bytes }) => bytes.subarray(0, 60)), /ends within its header/],
    ["cut in its tiles", () => archiveOf(({ bytes, size }) => bytes.subarray(0, size - 1)), /tiles would end behind/],
    ["a huge directory", with64(16, 2n ** 63n), /root directory would end behind/],
    ["metadata behind the end", with64(24, 2n ** 64n - 1n), /metadata would end behind/],
    ["no directory", with64(16, 0n), /not where it has to be/],
    ["a directory in the header", with64(8, 3n), /not where it has to be/],
    ["an unknown compression", withByte(97, 9), /compressed in a way/],
    ["no kind of tiles", withByte(99, 0), /does not say/],
    ["a directory that unpacks to twelve megabytes", bomb, /larger than any is/],
  ]
  for (const [name, make, why] of hostile) {
    const said: string[] = []
    const app = regionOf(written("hostile.pmtiles", make()), said)
    const ask = () => app.request("/map/region.pmtiles", { headers: { range: "bytes=0-6" } })
    expect([(await ask()).status, (await ask()).status], name).toEqual([404, 404])
    expect(said, name).toEqual([expect.stringMatching(why)])
  }
})

test("the tile of a hand-made archive can be read through the server by the PMTiles client", async () => {
  const tiles = readAs(regionOf(written("one.pmtiles", archiveOf())))
  expect(await tiles.getHeader()).toMatchObject({ tileType: TileType.Mvt, maxZoom: 0 })
  expect(Buffer.from((await tiles.getZxy(0, 0, 0))?.data ?? new ArrayBuffer(0)).toString()).toContain("earth")
})

test("the content security policy allows connections to the configured map's origins alone", () => {
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

test.skipIf(withoutSharedData)("a real archive can be read through the server by the PMTiles client", async () => {
  const app = regionOf(archive)
  const tiles = readAs(app)
  expect(await tiles.getHeader()).toMatchObject({ tileType: TileType.Png, maxZoom: 3 })
  expect((await tiles.getZxy(2, 2, 1))?.data.byteLength).toBeGreaterThan(500)
})

/** Opens the archive over HTTP, as the map in the browser does. */
function readAs(app: ReturnType<typeof mapRegion>) {
  return new PMTiles({
    getKey: () => "region",
    getBytes: async (offset, length) => {
      const range = `bytes=${offset}-${offset + length - 1}`
      const answer = await app.request("/map/region.pmtiles", { headers: { range } })
      return { data: await answer.arrayBuffer() }
    },
  })
}
