import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { saveActors } from "#features/actors/store.server.ts"
import { saveEvents } from "#features/events/store.server.ts"
import { instantOf } from "#lib/time.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { saveOpenings } from "../openings/store.server.ts"
import { tourRepresentation } from "./representation.server.ts"
import type { Tour } from "./tour.ts"
import { circlesAlong, legsOf, lengthOf, lineOf, type Point, pointOn } from "./way.ts"
import { readTour } from "./tour-query.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())
beforeEach(() => Promise.all([sql`delete from openings`.execute(here.db), sql`delete from events`.execute(here.db)]))

const brussels = { lat: 50.8467, lon: 4.3525 }
const lille = { lat: 50.6292, lon: 3.0573 }
const paris = { lat: 48.8566, lon: 2.3522 }
const way = (towns: Point[]) => towns.map(({ lat, lon }) => `${lat},${lon}`).join(";")

async function ask(query: Record<string, string>, viewer: typeof here.seuils.viewer | null = here.seuils.viewer) {
  return here.ask(viewer, "GET", `/api/actors/seuils/tour/?${new URLSearchParams(query)}`)
}

async function tour(towns: Point[], said: Record<string, string> = {}): Promise<Tour> {
  const { status, body } = await ask({ way: way(towns), from: tomorrow(10), to: tomorrow(30), ...said })
  expect(status).toBe(200)
  return body
}

let made = 0

/** Makes houses at these points with openings on these days; each is named by its number. */
async function houses(spots: (Point & { from?: number; to?: number; categories?: string[] })[]) {
  const pages = spots.map((_, at) => ({
    fid: `house-${++made}-${at}`,
    type: "place" as const,
    name: `House ${at}`,
    language: "fr" as const,
    status: "published" as const,
  }))
  const ids = await saveActors(here.db, pages)
  await saveOpenings(
    here.db,
    spots.map(({ lat, lon, from = 10, to = 30, categories = [] }, at) => ({
      actor_id: ids[at] as number,
      side: "house",
      kind: "demand",
      spaces: [],
      town: null,
      radius: 10,
      note: null,
      lat,
      lon,
      categories,
      starts_on: tomorrow(from),
      ends_on: tomorrow(to),
      is_public: true,
    })) as Parameters<typeof saveOpenings>[1],
    "Europe/Brussels",
  )
}

/**
 * Measures the distance from a point to a line by trying thousands of points on the line, with vectors and none of the
 * trigonometry under test.
 */
function lookedAt(point: Point, a: Point, b: Point): number {
  const vector = ({ lat, lon }: Point) => {
    const [y, x] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180]
    return [Math.cos(y) * Math.cos(x), Math.cos(y) * Math.sin(x), Math.sin(y)] as const
  }
  const [p, from, to] = [vector(point), vector(a), vector(b)]
  let least = Infinity
  for (let at = 0; at <= 20_000; at++) {
    const share = at / 20_000
    const mixed = from.map((one, axis) => one * (1 - share) + (to[axis] as number) * share)
    const size = Math.hypot(...mixed)
    const chord = Math.hypot(...mixed.map((one, axis) => one / size - (p[axis] as number)))
    least = Math.min(least, 2 * Math.asin(chord / 2) * 6371)
  }
  return least
}

test("the distance of openings from the way agrees with an independent calculation, also near poles", async () => {
  const ways: [Point, Point][] = [
    [brussels, paris],
    [
      { lat: -17, lon: 177 },
      { lat: -14, lon: -171 },
    ],
    [
      { lat: 69, lon: 18 },
      { lat: 78, lon: 15 },
    ],
    [brussels, brussels],
    [
      { lat: 89.2, lon: 10 },
      { lat: 89.2, lon: -160 },
    ],
  ]
  for (const [a, b] of ways) {
    await sql`delete from openings`.execute(here.db)
    const [leg] = legsOf([a, b])
    const length = lengthOf(legsOf([a, b]))
    const spots = [-0.1, 0, 0.2, 0.5, 0.9, 1, 1.1].flatMap((share) => {
      const on = pointOn(leg as NonNullable<typeof leg>, length * share)
      return [0, 0.4, -0.4].map((up) => ({ lat: Math.max(-90, Math.min(90, on.lat + up)), lon: on.lon }))
    })
    await houses(spots)
    const { stops, total } = await tour([a, b], { within: "100" })
    const expected = spots.map((spot) => lookedAt(spot, a, b)).filter((distance) => distance <= 99.9)
    expect(total).toBe(expected.length)
    expect(stops.length).toBeGreaterThanOrEqual(15)
    for (const { opening, distance, along } of stops) {
      expect(Math.abs(distance - lookedAt(opening, a, b))).toBeLessThan(0.15)
      expect(along).toBeGreaterThanOrEqual(0)
      expect(along).toBeLessThanOrEqual(length + 0.1)
    }
  }
})

test("circlesAlong covers every point that is within reach of the way", () => {
  for (const towns of [
    [brussels, lille, paris],
    [brussels, { lat: -33.9, lon: 151.2 }],
    [brussels, brussels],
  ]) {
    const legs = legsOf(towns)
    const { points, radius } = circlesAlong(legs, 40)
    expect(points.length).toBeLessThan(80)
    for (const on of lineOf(legs)) {
      const near = Math.min(...points.map((center) => lengthOf(legsOf([center, on]))))
      expect(near + 40).toBeLessThanOrEqual(radius + 0.001)
    }
  }
})

test("stops are ordered by the first common free day, then along the way, and distant houses are left out", async () => {
  await houses([
    { ...paris, from: 10, to: 12 },
    { ...lille, from: 10, to: 12 },
    { ...brussels, from: 5, to: 9 },
    { ...brussels, from: 28, to: 40 },
    { lat: 50.8503, lon: 6.5 },
  ])
  const { stops, length, free, is_stated } = await tour([brussels, lille, paris])
  expect(stops.map(({ opening, days, leg }) => [opening.actor.name, days, leg])).toEqual([
    ["House 1", [{ from: tomorrow(10), to: tomorrow(12) }], 0],
    ["House 0", [{ from: tomorrow(10), to: tomorrow(12) }], 1],
    ["House 3", [{ from: tomorrow(28), to: tomorrow(30) }], 0],
  ])
  expect(tourRepresentation.strict().safeParse(await tour([brussels, lille, paris])).error).toBeUndefined()
  expect(stops[1]?.along).toBe(length)
  expect(length).toBeGreaterThan(295)
  expect(length).toBeLessThan(300)
  expect({ free, is_stated }).toEqual({ free: [{ from: tomorrow(10), to: tomorrow(30) }], is_stated: false })
})

test("days with an engagement are not free; unconfirmed, cancelled and draft events do not engage", async () => {
  await houses([brussels])
  const own = here.seuils
  await here.ask(own.viewer, "POST", "/api/actors/seuils/openings/", {
    kind: "offer",
    starts_on: tomorrow(8),
    ends_on: tomorrow(20),
  })
  const at = (days: number, time = "20:30") => `${tomorrow(days)}T${time}`
  await own.publishes({ starts: at(12) })
  await own.publishes({ starts: at(14, "23:00"), minutes: 180 }) // ends after midnight
  await own.publishes({ starts: at(16), status: "cancelled" })
  await own.drafts({ starts: at(17) })
  await here.hangar.publishes({ starts: at(18), lineup: [{ actor_id: own.id, name: "x", confirmed: false }] })
  await here.hangar.publishes({ starts: at(19), lineup: [{ actor_id: own.id, name: "x", confirmed: true }] })
  const { free, is_stated, stops } = await tour([brussels, paris])
  expect(is_stated).toBe(true)
  expect(free).toEqual([
    { from: tomorrow(10), to: tomorrow(11) },
    { from: tomorrow(13), to: tomorrow(13) },
    { from: tomorrow(15), to: tomorrow(18) },
    { from: tomorrow(20), to: tomorrow(20) },
  ])
  expect(stops[0]?.days).toEqual(free)
})

test("an exhibition of several weeks engages only its first day, and past days are not free", async () => {
  const from = instantOf(`${tomorrow(2)}T18:00`, "Europe/Brussels")
  await saveEvents(here.db, [
    {
      language: "fr",
      title: { fr: "Expo" },
      category: "exhibition",
      timezone: "Europe/Brussels",
      occurrences: [{ starts_at: from, ends_at: new Date(from.getTime() + 40 * 86_400_000) }],
      organizer_ids: [here.seuils.id],
      workflow: "published",
    },
  ])
  const { free } = await tour([brussels, paris], { from: tomorrow(-9), to: tomorrow(4) })
  expect(free).toEqual([
    { from: tomorrow(-1), to: tomorrow(1) },
    { from: tomorrow(3), to: tomorrow(4) },
  ])
  const past = await tour([brussels, paris], { from: tomorrow(-9), to: tomorrow(-5) })
  expect(past).toMatchObject({ free: [], stops: [], total: 0 })
})

test("houses without a common category are left out, and a tour lists at most 200 stops", async () => {
  await houses([{ ...brussels, categories: ["dance"] }])
  const own = { kind: "offer", starts_on: tomorrow(10), ends_on: tomorrow(20), categories: ["theatre"] }
  await here.ask(here.seuils.viewer, "POST", "/api/actors/seuils/openings/", own)
  expect((await tour([brussels, paris])).stops).toEqual([])
  await houses(Array.from({ length: 205 }, () => ({ ...brussels, categories: ["theatre", "dance"] })))
  const { stops, total } = await tour([brussels, paris])
  expect([stops.length, total]).toEqual([200, 205])
})

test("only managers of a page can plan its tour, and invalid parameters are refused by field", async () => {
  const sound = { way: way([brussels, paris]), from: tomorrow(1), to: tomorrow(9) }
  expect((await ask(sound, null)).status).toBe(403)
  expect((await ask(sound, here.hangar.viewer)).status).toBe(403)
  for (const [field, value] of [
    ["way", "50,4"],
    ["way", "50,4;NaN,3"],
    ["way", "91,4;50,3"],
    ["way", "50,4;50,181"],
    ["way", Array.from({ length: 11 }, () => "50,4").join(";")],
    ["way", "1e1,4;50,3"],
    ["way", ";"],
    ["to", tomorrow(0)],
    ["to", tomorrow(368)],
    ["to", "2027-02-30"],
    ["within", "6371"],
    ["within", "NaN"],
  ] as const) {
    const { status, body } = await ask({ ...sound, [field]: value })
    expect({ value, status, fields: Object.keys(body) }).toEqual({ value, status: 400, fields: [field] })
  }
  for (const towns of [
    "90,0;-90,0",
    "0,0;0,180",
    "50,180;50,-180",
    "0.0000000000001,4;50.64055000000000934,-3.0573000000000001",
  ])
    expect((await ask({ ...sound, way: towns, within: "200" })).status, towns).toBe(200)
})

test("a tour form with empty fields counts as sent, and an address without parameters does not", () => {
  expect(readTour(new URLSearchParams("town=&town.at=&from=&to=&within=50"))).toMatchObject({ towns: [], isSent: true })
  expect(readTour(new URLSearchParams())).toMatchObject({ towns: [], isSent: false })
})
