import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { sql } from "kysely"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { testSite, visitor } from "#test/worlds/visitor.ts"
import { queryGeocoder, geocoderLimit, storedAnswer, sweepGeocoderAnswers } from "./commands.server.ts"

// A test server that answers as Photon and Nominatim do, or with malformed answers.

const feature = (properties: object, coordinates: unknown = [4.3517, 50.8466]) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates },
  properties,
})
const hoogstraat = {
  name: "Rue Haute",
  street: "Rue Haute",
  housenumber: "12",
  postcode: "1000",
  city: "Bruxelles",
  state: "Bruxelles-Capitale",
  countrycode: "BE",
  type: "house",
}
const photon = { type: "FeatureCollection", features: [feature(hoogstraat)] }
const nominatim = [
  {
    lat: "50.6326",
    lon: "5.5797",
    name: "Rue Haute",
    addresstype: "road",
    address: { road: "Rue Haute", city: "Liège", county: "Liège", postcode: "4000", country_code: "be" },
  },
]

type Answer = (asked: URL, request: IncomingMessage, response: ServerResponse) => void
const json =
  (body: unknown, status = 200): Answer =>
  (_, __, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
const like: Record<string, Answer> = {
  photon: (asked, ...rest) => (asked.pathname === "/api" ? json(photon) : json({}, 404))(asked, ...rest),
  nominatim: (asked, ...rest) => (asked.pathname === "/search" ? json(nominatim) : json({}, 404))(asked, ...rest),
}

let server: Server
let url: string
let here: TestDatabase
let answer: Answer = json([])
let asked: { url: URL; agent: string | undefined }[] = []
beforeAll(async () => {
  here = await testDatabase()
  server = createServer((request, response) => {
    const to = new URL(request.url ?? "/", "http://geocoder")
    asked.push({ url: to, agent: request.headers["user-agent"] })
    answer(to, request, response)
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  asked = []
  await sql`truncate geocoder_answers, rate_limits`.execute(here.db)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await here.drop()
})

const geocoder = (kind?: "photon" | "nominatim") => ({ url, kind, perSecond: 1 })
const ask = (text: string, kind?: "photon" | "nominatim") =>
  queryGeocoder(here.db, geocoder(kind), { text, language: "fr" }, "Foyer (https://foyer.example)")

test("a Photon server is queried with its parameters and this site's user agent, and its answer is read", async () => {
  answer = like.photon as Answer
  expect(await ask("12 rue Haute, Bruxelles", "photon")).toEqual([
    {
      name: "Rue Haute 12, Bruxelles",
      kind: "address",
      match: "name",
      postal_code: "1000",
      region: "Bruxelles-Capitale",
      country: "BE",
      lat: 50.8466,
      lon: 4.3517,
    },
  ])
  expect(asked[0]?.url.search).toBe("?q=12+rue+Haute%2C+Bruxelles&limit=8&lang=fr")
  expect(asked[0]?.agent).toBe("Foyer (https://foyer.example)")
})

test("a Nominatim server is queried and read, and without a configured kind either server is recognised", async () => {
  answer = like.nominatim as Answer
  const street = { name: "Rue Haute, Liège", kind: "street", postal_code: "4000", country: "BE", lat: 50.6326 }
  expect(await ask("rue Haute, Liège", "nominatim")).toMatchObject([street])
  expect(asked[0]?.url.searchParams.get("format")).toBe("jsonv2")
  expect(await ask("rue Haute, Liège")).toMatchObject([street])
  answer = like.photon as Answer
  expect(await ask("rue Haute, Liège")).toMatchObject([{ postal_code: "1000" }])
})

const bad: [what: string, answer: Answer][] = [
  ["a page", (_, __, response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Blocked</h1>")],
  ["half an answer", (_, __, response) => response.end('{"features": [')],
  ["far too much", (_, __, response) => response.end(`{"features":[${'{"a":1},'.repeat(100_000)}{}]}`)],
  ["very deep", (_, __, response) => response.end("[".repeat(100_000))],
  ["an error", json(photon, 500)],
  ["another thing", json({ features: "none" })],
  ["nothing at all", json(null)],
  ["a way to somewhere else", (_, __, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()],
  ["a closed line", (_, request) => request.socket.destroy()],
]
test.each(bad)("a geocoder that returns %s yields no result, and nothing is stored", async (_, wrong) => {
  answer = wrong
  expect(await ask("12 rue Haute", "photon")).toBeUndefined()
  expect(await storedAnswer(here.db, geocoder("photon"), { text: "12 rue Haute", language: "fr" })).toBeUndefined()
})

test("malformed features of a geocoder's answer are left out, and texts are cut to one line", async () => {
  const wrong: unknown[] = [
    null,
    "place",
    [],
    {},
    { geometry: null, properties: hoogstraat },
    ...[[], ["4.3", "50.8"], [4, null], [4, 91], [181, 50], [Number.MAX_VALUE, 1], [0, 0], "4,50", { lat: 1 }].map(
      (coordinates) => feature(hoogstraat, coordinates),
    ),
    feature({ name: 7, city: { a: 1 }, countrycode: "BE" }),
  ]
  for (const one of wrong) {
    answer = json({ features: [one] })
    expect(await ask("12 rue Haute", "photon"), JSON.stringify(one)).toEqual([])
  }
  const long = {
    ...hoogstraat,
    street: `\u0000<b>\r\n${"x".repeat(5000)}`,
    countrycode: "B'; drop",
    state: 4,
    postcode: [],
  }
  answer = json({ features: Array.from({ length: 40 }, () => feature(long)) })
  const found = await ask("12 rue Haute", "photon")
  expect(found?.length).toBe(8)
  expect(found?.[0]).toMatchObject({ country: null, region: null, postal_code: null })
  expect(found?.[0]?.name).toMatch(/^[^\p{Cc}]{50,200}$/u)
})

test("a geocoder that does not answer is given up within six seconds", { timeout: 10_000 }, async () => {
  answer = () => {}
  const before = Date.now()
  expect(await ask("12 rue Haute", "photon")).toBeUndefined()
  expect(Date.now() - before).toBeLessThan(6000)
})

test("logged-in users get addresses; a repeated query is sent once, and all queries share the geocoder's rate limit", async () => {
  answer = like.photon as Answer
  const site = testSite(here.db, { GEOCODER_URL: url, GEOCODER_KIND: "photon", GEOCODER_RATE: "1", LIMITS: "1" })
  const [nour, stranger] = [visitor(site), visitor(site)]
  await nour.registers("nour")
  const search = (who: typeof nour, q: string) => who.get(`/api/places/?q=${encodeURIComponent(q)}`)
  expect((await search(stranger, "12 rue Haute, Bruxelles")).body).toEqual([])
  expect(asked).toHaveLength(0)
  for (let n = 0; n < 3; n++)
    expect((await search(nour, "12 rue Haute, Bruxelles")).body).toMatchObject([
      { kind: "address", postal_code: "1000" },
    ])
  expect(asked).toHaveLength(1)
  for (let n = 0; n < 12; n++) await search(nour, `${n} rue Basse, Namur`)
  expect(asked.length).toBeLessThanOrEqual(geocoderLimit({ url, kind: undefined, perSecond: 1 }).most)
})

test("a Nominatim server is queried for whole texts only, and its results are filtered by country", async () => {
  answer = like.nominatim as Answer
  const site = testSite(here.db, { GEOCODER_URL: url, GEOCODER_KIND: "nominatim" })
  const ole = visitor(site)
  await ole.registers("ole")
  expect((await ole.get("/api/places/?q=12%20rue%20Haute")).body).toEqual([])
  expect((await ole.get("/api/places/?q=12%20rue%20Haute&whole=true")).body).toMatchObject([{ kind: "street" }])
  expect((await ole.get("/api/places/?q=12%20rue%20Haute&whole=true&country=FR")).body).toEqual([])
})

test("a geocoder's answer is stored regardless of case, expires after a month and is swept", async () => {
  answer = like.photon as Answer
  await ask("12 rue Haute", "photon")
  const known = () => storedAnswer(here.db, geocoder("photon"), { text: "12 Rue HAUTE", language: "fr" })
  expect(await known()).toHaveLength(1)
  await sql`update geocoder_answers set created_at = now() - interval '31 days'`.execute(here.db)
  expect(await known()).toBeUndefined()
  await sweepGeocoderAnswers(here.db)
  expect((await sql`select from geocoder_answers`.execute(here.db)).rows).toHaveLength(0)
})
