import { expect, test } from "vitest"
import { calendar, importWorld, vevent } from "./fixtures/world.ts"

// Where an imported event takes place when it names a place that has a page.

const world = importWorld()
const { imported, events } = world

test("an imported event is set at the published place with its venue's name and the same town or position", async () => {
  const at = { name: "Le Hangar", locality: "Liège", lat: 50.64, lon: 5.57 }
  const location = await world.db.insertInto("locations").values(at).returning("id").executeTakeFirstOrThrow()
  const house = { fid: "hangar", name: "Le Hangar", type: "place", language: "fr", location_id: location.id }
  const { id } = await world.db
    .insertInto("actors")
    .values({ ...house, status: "published" })
    .returning("id")
    .executeTakeFirstOrThrow()
  const place = (text: string, uid: string, geo = "X:") =>
    vevent("DTSTART:20261121T193000Z", `LOCATION:${text}`, geo).replace("minuit@", uid)
  await imported(
    calendar(
      place("LE HANGAR\\, rue Haute\\, 4000 Liege", "a"),
      place("le hangar", "b", "GEO:50.6405;5.5703"),
      place("Le Hangar\\, Gand", "c"),
    ),
  )
  const found = await events()
  expect(found.map(({ place_id, location }) => [place_id, location?.locality])).toEqual([
    [id, undefined],
    [id, undefined],
    [null, "Gand"],
  ])
})

test("an event that a place imports as itself is set at that place if it names that place or none", async () => {
  const at = { name: "Théâtre du Lac", locality: "Bruxelles", lat: 50.85, lon: 4.35 }
  const location = await world.db.insertInto("locations").values(at).returning("id").executeTakeFirstOrThrow()
  const page = { name: "Théâtre du Lac", type: "place", status: "published", language: "fr", location_id: location.id }
  const { id } = await world.db
    .insertInto("actors")
    .values({ ...page, fid: "theatre-du-lac" })
    .returning("id")
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto("actors")
    .values({ ...page, fid: "collectif", type: "group" })
    .execute()
  const one = (uid: string, ...lines: string[]) => vevent("DTSTART:20261121T193000Z", ...lines).replace("minuit@", uid)
  const text = calendar(
    one("a", "LOCATION:Theatre du lac"),
    one("b"),
    one("c", "LOCATION:Théâtre du Lac\\, 1000 Bruxelles"),
    one("d", "LOCATION:Théâtre du Lac\\, 4000 Liège"),
    one("e", "LOCATION:Théâtre du Lac", "GEO:50.64;5.57"),
    one("f", "LOCATION:https://zoom.us/j/1"),
    one("g", "LOCATION:Le Hangar"),
  )
  const placed = async () => (await events()).map(({ place_id }) => place_id)
  await imported(text, { as: "theatre-du-lac" })
  expect(await placed()).toEqual([id, id, id, null, null, null, null])
  await world.db.deleteFrom("events").execute()
  await imported("titre;date;lieu\nRadio Minuit;21/11/2026 20:30;Théâtre du Lac\n", { as: "theatre-du-lac" })
  expect(await placed()).toEqual([id])
  await world.db.deleteFrom("events").execute()
  // Another importing page does not say where its event takes place.
  await imported(calendar(one("a", "LOCATION:Theatre du lac"), one("b")), { as: "collectif" })
  expect(await placed()).toEqual([null, null])
})
