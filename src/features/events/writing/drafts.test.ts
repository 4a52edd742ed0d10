import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

// A word that appears in drafts only: found in anybody else's response, it proves a leak.
const canary = "Qwyzolange"

let here: Awaited<ReturnType<typeof writingWorld>>
let reader: SignedIn
beforeAll(async () => {
  here = await writingWorld()
  reader = await here.newcomer("lectrice")
})
afterAll(() => here.end())

test("the text of draft pages and events is in no answer to people who do not manage them", async () => {
  const hangar = here.hangar.viewer
  for (const fid of ["hangar", "nour", "seuils"]) await here.ask(reader, "PUT", `/api/actors/${fid}/follow/`)
  const house = await here.ask(hangar, "POST", "/api/actors/", {
    type: "place",
    fid: "maison_tue",
    name: `Maison ${canary}`,
    location: { street: `1 rue ${canary}`, locality: canary, country: "BE", lat: 50.9, lon: 4.4 },
    contacts: [{ kind: "email", value: `${canary}@foyer.example`, is_public: true }],
  })
  const partner = await here.ask(hangar, "POST", "/api/actors/maison_tue/relations/", {
    fid: "hangar",
    relation: "partner",
  })
  expect([house.status, partner.body.status]).toEqual([201, "accepted"])
  const festival = await here.ask(hangar, "POST", "/api/contents/events/", {
    title: { fr: "Festival" },
    category: "music",
    organizers: ["hangar", "maison_tue"],
    place: "maison_tue",
    start: `${tomorrow()}T18:00`,
    workflow: "published",
    lineup: [{ fid: "nour" }, { fid: "maison_tue", name: "Un lieu" }],
  })
  const draft = await here.ask(hangar, "POST", "/api/contents/events/", {
    title: { fr: `Soir ${canary}`, en: canary },
    summary: { fr: canary },
    description: { fr: `<p>${canary}</p>` },
    status_reason: canary,
    tags: [canary],
    category: "circus",
    organizers: ["hangar", "rhizome"],
    lineup: [{ fid: "nour", role: canary }, { fid: "seuils" }],
    location: { name: canary, locality: canary, lat: 50.91, lon: 4.41 },
    start: `${tomorrow()}T20:00`,
    recurrence: "FREQ=DAILY;COUNT=3",
    parent: festival.body.id,
  })
  expect([festival.status, draft.status]).toEqual([201, 201])
  await here.ask(hangar, "PATCH", `/api/contents/events/${draft.body.id}/`, { title: { fr: `Encore ${canary}` } })

  const paths = [
    "/api/actors/",
    "/api/actors/?q=qwyzolange",
    "/api/actors/?near=50.9,4.4&radius=1",
    "/api/actors/letters/",
    "/api/actors/followed/",
    "/api/actors/managed/",
    "/api/actors/hangar/",
    "/api/actors/hangar/relations/",
    "/api/actors/maison_tue/",
    "/api/actors/maison_tue/relations/",
    "/api/actors/maison_tue/changes/",
    "/api/me/invitations/",
    "/api/contents/events/?filter=all",
    "/api/contents/events/?q=qwyzolange",
    "/api/contents/events/?q=qwyzolang",
    `/api/contents/events/?tag=${canary}`,
    "/api/contents/events/?category=circus",
    "/api/contents/events/?actor=nour",
    "/api/contents/events/?actor=maison_tue",
    "/api/contents/events/?near=50.91,4.41&radius=1",
    `/api/contents/events/?parent=${festival.body.id}`,
    "/api/contents/events/followed/?filter=all",
    "/api/contents/events/managed/?filter=all",
    "/api/contents/events/managed/?workflow=draft",
    `/api/contents/events/${festival.body.id}/`,
    ...["", "attendance/", "attendances/", "changes/"].map((rest) => `/api/contents/events/${draft.body.id}/${rest}`),
    "/api/activities/",
    "/api/places/?q=qwyzolange",
  ]
  for (const viewer of [null, reader, here.nour.viewer, here.seuils.viewer, here.rhizome.viewer]) {
    for (const path of paths) {
      const { body, headers } = await here.ask(viewer, "GET", path)
      const told = JSON.stringify([body, [...headers]])
      expect(told.toLowerCase(), `${path} to ${viewer?.username ?? "nobody"}`).not.toContain(canary.toLowerCase())
    }
  }
  const managed = await here.ask(hangar, "GET", "/api/contents/events/managed/?q=qwyzolange&filter=all")
  expect(managed.body).toMatchObject([{ id: draft.body.id, workflow: "draft" }])
  const own = await here.ask(hangar, "GET", `/api/contents/events/${festival.body.id}/`)
  expect(own.body).toMatchObject({ place: { fid: "maison_tue" }, organizers: [{}, { fid: "maison_tue" }] })
  const words = await here.db.selectFrom("search_words").select("word").where("word", "like", "qwyz%").execute()
  expect(words).toEqual([])
})

test("odd visible characters are stored unchanged; invalid, oversized and forged requests are refused", async () => {
  const hangar = here.hangar.viewer
  const event = { category: "talk", organizers: ["hangar"], start: "2027-05-01T20:00", workflow: "published" }
  const odd = [
    "</script><script>alert(1)</script>",
    "﷽".repeat(30),
    "👩‍👩‍👧‍👦 ✊🏿",
    "Ṱ̺̺̕o͞ ̷",
    "{{7*7}} ${7*7} %n",
    "' or 1=1 --",
    "​​x",
    "NULL",
  ]
  for (const fr of odd) {
    const { status, body } = await here.ask(hangar, "POST", "/api/contents/events/", {
      ...event,
      title: { fr },
      tags: [fr.slice(0, 60)],
      lineup: [{ name: fr }],
    })
    expect([status, body.title, body.lineup?.[0]?.name]).toEqual([201, { fr }, fr])
    const found = await here.ask(null, "GET", `/api/contents/events/?filter=all&q=${encodeURIComponent(fr)}`)
    expect(found.status).toBe(200)
  }
  for (const fr of ["a\0b", "\ud83d", "x".repeat(301)])
    expect((await here.ask(hangar, "POST", "/api/contents/events/", { ...event, title: { fr } })).status).toBe(400)
  const huge = await here.ask(hangar, "POST", "/api/contents/events/", {
    ...event,
    title: { fr: "x" },
    description: { fr: "y".repeat(1_000_000) },
  })
  expect(huge.status).toBe(413)
  const form = await here.ask(hangar, "POST", "/api/contents/events/", "title=x", {
    "content-type": "application/x-www-form-urlencoded",
  })
  expect(form.status).toBe(415)
  const forged = await here.ask(hangar, "POST", "/api/contents/events/", event, { "x-csrftoken": "d".repeat(32) })
  expect([forged.status, forged.body.code]).toEqual([403, "csrf_failed"])
  expect(here.errors).toEqual([])
})

test("a title of invisible characters is refused", async () => {
  const event = { category: "talk", organizers: ["hangar"], start: "2027-05-01T20:00" }
  for (const fr of ["\u200B\u2060", "\u2800", "\u00AD \u034F"]) {
    const { status, body } = await here.ask(here.hangar.viewer, "POST", "/api/contents/events/", {
      ...event,
      title: { fr },
    })
    expect([status, Object.keys(body)]).toEqual([400, ["title"]])
  }
})
