import { afterAll, beforeAll, expect, test } from "vitest"
import { makesEvening } from "#test/worlds/evenings.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const full = {
  description: { fr: "<p>Un <b>soir</b></p>" },
  summary: { fr: "En bref" },
  doors: "19:45",
  tags: ["jazz"],
  lineup: [{ fid: "nour", role: "voix" }, { name: "Ada Sels" }],
  prices: [
    { label: "Prévente", amount: 12.5 },
    { free: true, label: "Enfants" },
  ],
  ticket_url: "https://billets.example/42",
  capacity: 90,
  age: { min: 6 },
  languages: ["fr"],
  access: { step_free: "yes" },
  organizers: ["hangar", "seuils"],
  place: "hangar",
  start: `${tomorrow()}T20:30`,
  end: `${tomorrow()}T22:30`,
  timezone: "Europe/Brussels",
  workflow: "published",
  tell: false,
}

test("a change without new values leaves an event, its version and its journal as they were", async () => {
  const hangar = here.hangar.viewer
  const { body: event, headers } = await makesEvening(here, full)
  const path = `/api/contents/events/${event.id}/`
  const seen = async () => [
    (await here.ask(hangar, "GET", path)).body,
    await here.db.selectFrom("changes").select("id").where("event_id", "=", event.id).execute(),
  ]
  const before = await seen()
  const { id: date } = event.occurrences[0]
  for (const said of [
    {},
    { couleur: "vert", id: 7, version: 40, updated: "1999-01-01", uid: "0190b2c4-0000-7000-8000-00000000000f" },
    { title: event.title, category: event.category, capacity: 90, workflow: "published", publish_at: null },
    { status: "scheduled", mode: "onsite", room: null, parent: null, poster_roll: event.poster_roll, images: [] },
    { start: full.start },
    { start: full.start, end: full.end, timezone: "Europe/Brussels", all_day: false, doors: "19:45" },
    { occurrences: [{ id: date, start: event.start, end: event.end }] },
    { withdrawn_reason: "Sans objet" },
    full,
  ]) {
    const answer = await here.ask(hangar, "PATCH", path, said, { "if-match": headers.get("etag") as string })
    expect([answer.status, answer.headers.get("etag")], JSON.stringify(said)).toEqual([200, headers.get("etag")])
    expect(answer.body).toEqual(before[0])
    expect(await seen()).toEqual(before)
  }
  const ofDate = await here.ask(hangar, "PATCH", `${path}occurrences/${date}/`, { start: full.start })
  expect([ofDate.status, ofDate.headers.get("etag")]).toEqual([200, headers.get("etag")])
  expect(await seen()).toEqual(before)

  // Missing rights, an outdated version and invalid values are refused all the same.
  expect((await here.ask(hangar, "PATCH", path, {}, { "if-match": '"v99"' })).status).toBe(412)
  expect((await here.ask(await here.newcomer("badaude"), "PATCH", path, {})).status).toBe(403)
  expect((await here.ask(hangar, "PATCH", path, { capacity: -1 })).status).toBe(400)
  const quay = { street: "1 quai du Bac", locality: "Liège", country: "BE", lat: 50.64, lon: 5.57 }
  for (const said of [
    { capacity: 91 },
    { tags: ["jazz", "soul"] },
    { lineup: [{ name: "Ada Sels" }] },
    { tell: true },
    { place: null, location: { ...quay, precision: "exact" } },
    { location: { ...quay, precision: "street" } },
  ]) {
    const etag = (await here.ask(hangar, "GET", path)).headers.get("etag")
    const answer = await here.ask(hangar, "PATCH", path, said)
    expect([answer.status, answer.headers.get("etag") === etag], JSON.stringify(said)).toEqual([200, false])
  }
  expect(here.errors).toEqual([])
})
