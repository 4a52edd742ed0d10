import { afterAll, beforeAll, expect, test } from "vitest"
import { writingWorld } from "#test/worlds/writing-world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const full = {
  name: "Théâtre du Bac",
  language: "fr",
  summary: { fr: "Une salle" },
  description: { fr: "<p>Au bord de l’eau</p>" },
  category: "theatre",
  tags: ["salle"],
  location: { street: "1 quai du Bac", postal_code: "4000", locality: "Liège", country: "BE" },
  access: { step_free: "yes" },
  rooms: [{ name: "Grande", capacity: 200 }, { name: "Petite" }],
  links: [{ url: "https://bac.example/", label: "Site", kind: "website" }],
  contacts: [
    { kind: "phone", value: "+32 4 000 00 00", is_public: true },
    { kind: "email", value: "regie@bac.example" },
  ],
  status: "published",
}

test("a PATCH without new values leaves the page's version, update time and log unchanged", async () => {
  const owner = await here.newcomer("batelier")
  const made = await here.ask(owner, "POST", "/api/actors/", { ...full, type: "place", fid: "bac" })
  expect(made.status).toBe(201)
  const seen = async () => [
    (await here.ask(owner, "GET", "/api/actors/bac/")).body,
    (await here.ask(owner, "GET", "/api/actors/bac/changes/")).body,
  ]
  const before = await seen()
  const etag = made.headers.get("etag") as string
  for (const said of [
    {},
    { couleur: "vert", id: 7, version: 40, updated: "1999-01-01", type: "group" },
    { fid: "bac", name: full.name, status: "published", category: "theatre", avatar: null, in_directory: true },
    full,
  ]) {
    const answer = await here.ask(owner, "PATCH", "/api/actors/bac/", said, { "if-match": etag })
    expect([answer.status, answer.headers.get("etag")], JSON.stringify(said)).toEqual([200, etag])
    expect(answer.body).toEqual(before[0])
    expect(await seen()).toEqual(before)
  }
  expect((await here.ask(owner, "PATCH", "/api/actors/bac/", {}, { "if-match": '"v99"' })).status).toBe(412)
  expect((await here.ask(here.nour.viewer, "PATCH", "/api/actors/bac/", {})).status).toBe(403)
  for (const said of [
    { tags: ["salle", "quai"] },
    { rooms: [{ name: "Grande" }] },
    { contacts: [] },
    { banner: null, name: "Le Bac" },
    { location: { ...full.location, lat: 50.64, lon: 5.57, precision: "exact" } },
    { location: { ...full.location, lat: 50.64, lon: 5.57, precision: "street" } },
  ]) {
    const version = (await here.ask(owner, "GET", "/api/actors/bac/")).headers.get("etag")
    const answer = await here.ask(owner, "PATCH", "/api/actors/bac/", said)
    expect([answer.status, answer.headers.get("etag") === version], JSON.stringify(said)).toEqual([200, false])
  }
})
