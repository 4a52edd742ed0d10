import { sql } from "kysely"
import { expect, test } from "vitest"
import { actorsOnMap } from "#features/actors/map/queries.server.ts"
import { managedOnMap, markedEvents } from "#features/events/map/queries.server.ts"
import { declutter, type Found, gridOver } from "#features/places/map/map.ts"
import { apiWorld } from "#test/worlds/api-world.ts"

type Mark = {
  type: string
  id: string
  lat: number
  lon: number
  count: number
  category: string | null
  name?: string
}
const belgium = "2.5,49.4,6.5,51.6"

/** Copies an event to each of these spots. */
async function evenings(there: Awaited<ReturnType<typeof apiWorld>>, spots: [lat: number, lon: number][]) {
  const { id } = await there.hangar.publishes({ title: "Radio Minuit", starts: "2031-05-15T20:30" })
  for (const [lat, lon] of spots) {
    await sql`
      with spot as (insert into locations (name, locality, lat, lon) values (${`At ${lat} ${lon}`}, 'Ici', ${lat}, ${lon}) returning id),
      one as (insert into events (uid, language, title, category, timezone, location_id, workflow, search)
        select gen_random_uuid(), 'fr', '{"fr": "Ailleurs", "en": "Elsewhere"}', 'dance', timezone, (select id from spot), 'published', to_tsvector('simple', 'ailleurs')
        from events where id = ${id} returning id)
      insert into occurrences (event_id, listed, category, starts_at, ends_at, until_at)
      select id, true, 'dance', timestamptz '2031-05-15 18:00+02', timestamptz '2031-05-15 19:00+02',
        timestamptz '2031-05-15 19:00+02' from one`.execute(there.db)
  }
  return id
}

test("nearby events are one cluster at a low zoom, and separate marks with their title at a high zoom", async () => {
  const there = await apiWorld()
  await evenings(there, [
    [50.63, 5.57],
    [50.632, 5.572],
  ])

  const afar: Mark[] = await there.json("/api/map/?bbox=2.5,49.4,6.5,51.6&zoom=5&category=dance")
  expect(afar).toEqual([expect.objectContaining({ type: "cluster", count: 2, category: "dance", is_spot: false })])

  const nearby: Mark[] = await there.json("/api/map/?bbox=5.5,50.6,5.6,50.7&zoom=17&category=dance", {
    "accept-language": "en",
  })
  expect(nearby.map(({ type, name, count }) => ({ type, name, count }))).toEqual([
    { type: "event", name: "Elsewhere", count: 1 },
    { type: "event", name: "Elsewhere", count: 1 },
  ])
})

test("the map leaves out events that do not match the search, dates or filter, and drafts", async () => {
  const there = await apiWorld()
  await evenings(there, [[50.63, 5.57]])
  const counted = async (more: string) => {
    const marks: Mark[] = await there.json(`/api/map/?bbox=${belgium}&zoom=12&category=dance${more}`)
    return marks.reduce((sum, { count }) => sum + count, 0)
  }

  expect(await counted("")).toBe(1)
  expect(await counted("&q=ailleurs")).toBe(1)
  expect(await counted("&q=polonaise")).toBe(0)
  expect(await counted("&from=2031-05-15&to=2031-05-15")).toBe(1)
  expect(await counted("&from=2031-05-16")).toBe(0)
  expect(await counted("&to=2031-05-14")).toBe(0)
  expect(await counted("&filter=past")).toBe(0)
  await sql`update events set workflow = 'draft' where category = 'dance'`.execute(there.db)
  expect(await counted("")).toBe(0)
})

test("several events at one place are one mark with the id of the place", async () => {
  const there = await apiWorld()
  for (const title of ["Un", "Deux", "Trois"]) await there.hangar.publishes({ title, starts: "2031-05-15T20:30" })

  const marks: Mark[] = await there.json(`/api/map/?bbox=${belgium}&zoom=16&from=2031-05-15&to=2031-05-15`)
  expect(marks).toEqual([expect.objectContaining({ id: "hangar", count: 3, is_spot: true })])
})

test("a box across the date line contains the spots on both sides of it and no others", async () => {
  const there = await apiWorld()
  await evenings(there, [
    [-17, 179.5],
    [-17, -179.5],
    [50.63, 5.57],
  ])
  const marks: Mark[] = await there.json("/api/map/?bbox=170,-30,-170,0&zoom=6&category=dance")
  expect(marks.map(({ lon }) => lon).sort((a, b) => a - b)).toEqual([-179.5, 179.5])
})

test("pages on the map are filtered by type and box, and followed ones need a login", async () => {
  const there = await apiWorld()
  const places: Mark[] = await there.json(`/api/map/?of=actors&type=place&bbox=${belgium}&zoom=16`)
  expect(places.length).toBeGreaterThan(0)
  expect(new Set(places.map(({ category }) => category))).toEqual(new Set(["place"]))
  expect(await there.json(`/api/map/?of=actors&type=place&bbox=-100,10,-90,20&zoom=4`)).toEqual([])
  expect((await there.get(`/api/map/?rel=followed&bbox=${belgium}&zoom=7`)).status).toBe(403)
})

test("drafts are on the map for their managers alone, and managed events and pages need a login", async () => {
  const there = await apiWorld()
  const [id] = [await evenings(there, [[50.63, 5.57]])]
  await sql`update events set workflow = 'draft', title = '{"fr": "Brouillon"}' where id = ${id}`.execute(there.db)
  const moment = { now: new Date("2031-05-01T12:00:00Z"), timezone: "Europe/Brussels" }
  const box = belgium.split(",").map(Number) as [number, number, number, number]
  const ofHangar = await managedOnMap(there.db, there.hangar.viewer, {}, moment, gridOver(box, 7))
  expect(ofHangar).toEqual([expect.objectContaining({ count: 1, id })])
  expect((await markedEvents(there.db, [id], moment.now, true)).get(id)?.title).toEqual({ fr: "Brouillon" })
  expect((await markedEvents(there.db, [id], moment.now)).size).toBe(0)
  const others = await managedOnMap(there.db, there.nour.viewer, {}, moment, gridOver(box, 7))
  expect(others.map((one) => one.id)).not.toContain(id)
  for (const of of ["events", "actors"])
    expect((await there.get(`/api/map/?of=${of}&rel=managed&bbox=${belgium}&zoom=7`)).status).toBe(403)

  const pages = await actorsOnMap(there.db, {}, gridOver(box, 7), { managedBy: there.hangar.viewer.userId })
  expect(pages.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0)
  const none = await actorsOnMap(there.db, {}, gridOver(box, 7), { managedBy: -1 })
  expect(none).toEqual([])
})

test("an invalid bbox or zoom is refused with the name of the field", async () => {
  const { get } = await apiWorld()
  const wrong = {
    bbox: ["NaN,49,6,51", "2,49,6", "2,-91,6,51", "2,49,6,90.1", "2,51,6,49", "1e999,49,6,51", ""],
    zoom: ["", "NaN", "-1", "99", "1e999"],
  }
  const right = { bbox: "2,49,6,51", zoom: "7" }
  for (const [field, values] of Object.entries(wrong))
    for (const value of values) {
      const answer = await get(`/api/map/?${String(new URLSearchParams({ ...right, [field]: value }))}`)
      expect([answer.status, value]).toEqual([400, value])
      expect(Object.keys((await answer.json()) as object)).toEqual([field])
    }
})

test("the server's map cells match those of the database, at the poles too", async () => {
  const { db } = await apiWorld()
  const spots = [
    [0, 0],
    [50.85, 4.35],
    [-90, -180],
    [90, 180],
    [89.9, -179.9],
    [-33.86, 151.2],
  ] as const
  for (const [lat, lon] of spots) {
    const { cells } = gridOver([lon, lat, lon, lat], 24)
    const { rows } = await sql<{ cell: string }>`select map_cell(${lat}::float8, ${lon}::float8)::text as cell`.execute(
      db,
    )
    const cell = BigInt(rows[0]?.cell ?? -1)
    expect(cells.some(({ from, to }) => cell >= from && cell < to)).toBe(true)
  }
})

test("a view has at most 480 ranges of map cells, whatever its box and zoom", () => {
  for (const zoom of [0, 5, 13.7, 24])
    for (const box of [
      [-180, -90, 180, 90],
      [2.5, 49.4, 6.5, 51.6],
      [170, -80, -170, 80],
      [10, 0, 9.999, 1],
    ] as const)
      expect(gridOver([...box], zoom).cells.length).toBeLessThanOrEqual(480)
})

test("marks that would overlap are merged into one", () => {
  const one: Found = { count: 2, lat: 50, lon: 4, is_spot: true, category: "music", id: 5, place: "hangar" }
  const other: Found = { ...one, count: 1, lon: 4.0001, category: "dance", id: 3, place: null }
  expect(declutter([other, one], 10)).toEqual([
    { count: 3, lat: 50, lon: 4, is_spot: false, category: null, id: 3, place: null },
  ])
  expect(declutter([other, { ...one, lon: 5 }], 10)).toHaveLength(2)
})
