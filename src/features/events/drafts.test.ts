import { afterAll, beforeAll, expect, test } from "vitest"
import { saveActors } from "#features/actors/store.server.ts"
import { siteFiles } from "#features/site/files.server.ts"
import { logChange } from "#test/changes.ts"
import { apiWorld } from "#test/worlds/api-world.ts"
import { tomorrow, world } from "#test/worlds/world.ts"

// Invented words that nothing else contains: found anywhere, one proves a leak.
const canary = "zwyxolaque"
const near = ["zwyxolaqe", "zwxyolaque", "zwyxolaques"]
const tag = "zwyxotag"

let here: Awaited<ReturnType<typeof apiWorld>>
let hidden: number[]
beforeAll(async () => {
  here = await apiWorld(await world())
  const { nour, db } = here
  await nour.publishes({ title: "Visible" })
  const said = {
    title: { fr: `Secret ${canary}`, en: canary },
    tags: [tag],
    category: "circus" as const,
    place_id: null,
    location: { name: canary, locality: "Zwyxoville", country: "BE", lat: 50.1, lon: 5.1, precision: "exact" as const },
  }
  const draft = await nour.drafts(said)
  const scheduled = await nour.drafts({ ...said, workflow: "scheduled", publish_at: new Date(Date.now() + 3_600_000) })
  const withdrawn = await nour.drafts(said)
  hidden = [draft.id, scheduled.id, withdrawn.id]
  for (const status of ["draft", "archived"] as const) {
    await saveActors(db, [
      {
        fid: `${canary}_${status}`,
        type: "place",
        name: `Maison ${canary}`,
        language: "fr",
        status,
        tags: [tag],
        location: { locality: "Zwyxobourg", country: "BE", lat: 50.2, lon: 5.2, precision: "exact" },
      },
    ])
  }
})
afterAll(() => here.end())

test("lists, searches, counts, days, letters and places leave out drafts, scheduled events and archived pages", async () => {
  const queries = [
    "",
    ...[canary, ...near, "Secret", "Zwyxoville", tag].map((q) => `q=${q}`),
    `tag=${tag}`,
    "category=circus",
    "bbox=5,50,5.3,50.3",
  ]
  for (const query of queries) {
    for (const filter of ["future", "past", "all"]) {
      const answer = await here.get(`/api/contents/events/?filter=${filter}&${query}`)
      const body = await answer.text()
      expect(body, query).not.toContain("zwyxo")
      expect(answer.headers.get("x-total-count"), `${filter} ${query}`).toBe(
        query === "" && filter !== "past" ? "1" : "0",
      )
    }
    const actors = await here.get(`/api/actors/?${query.replace(/^(category|bbox)=.*/, "letter=m")}`)
    expect(await actors.text()).not.toContain("zwyxo")
  }
  expect((await here.get("/api/actors/")).headers.get("x-total-count")).toBe("4")
  expect(await here.json(`/api/contents/events/days/?from=${tomorrow()}&days=1`)).toEqual([
    { date: tomorrow(), count: 1, categories: ["music"] },
  ])
  expect(await here.json("/api/actors/letters/")).not.toContainEqual(expect.objectContaining({ letter: "m" }))
  expect(await here.json("/api/places/?q=zwyxo")).toEqual([])
  expect(await here.json(`/api/contents/events/?actor=${canary}_draft`)).toEqual([])
  expect((await here.json("/nodeinfo/2.0")).usage.localPosts).toBe(1)
})

test("words of drafts are not stored as corrections of misspelt searches", async () => {
  const { rows } = {
    rows: await here.db.selectFrom("search_words").select("word").where("word", "like", "zwyxo%").execute(),
  }
  expect(rows).toEqual([])
})

test("a draft event or page is answered exactly as one that does not exist", async () => {
  const whole = async (path: string, headers: Record<string, string>) => {
    const answer = await here.get(path, headers)
    return { status: answer.status, headers: [...answer.headers], body: await answer.text() }
  }
  const callers: Record<string, string>[] = [{}, { "accept-language": "nl" }, { "if-none-match": "*" }]
  for (const headers of callers) {
    const never = await whole("/api/contents/events/987654321/", headers)
    for (const id of hidden) expect(await whole(`/api/contents/events/${id}/`, headers)).toEqual(never)
    const nobody = await whole("/api/actors/nobody_at_all/", headers)
    expect(nobody.status).toBe(404)
    expect(await whole(`/api/actors/${canary}_draft/`, headers)).toEqual(nobody)
  }
})

test("the sitemaps name no draft, scheduled event or archived page, and no sitemap has the number 0", async () => {
  const site = siteFiles({ config: { publicUrl: "https://foyer.example" }, db: here.db } as never)
  for (const file of ["/sitemap.xml", "/sitemap-events-1.xml", "/sitemap-actors-1.xml"]) {
    const body = await (await site.request(file)).text()
    expect(body).not.toContain("zwyxo")
    for (const id of hidden) expect(body).not.toContain(`/events/${id}<`)
  }
  const pages = await (await site.request("/sitemap-pages.xml")).text()
  for (const path of ["/activities", "/audio"]) expect(pages).toContain(`<loc>https://foyer.example${path}</loc>`)
  for (const kind of ["actors", "events"]) expect((await site.request(`/sitemap-${kind}-0.xml`)).status).toBe(404)
})

test("an event does not name its draft place and is not found by it until the place is published", async () => {
  const { db, nour } = here
  const [id] = await saveActors(db, [
    {
      fid: "zwyxo_maison",
      type: "place",
      name: "Maison tue",
      language: "fr",
      access: { step_free: "yes" },
      location: {
        street: "1 rue Zwyxo",
        locality: "Zwyxobourg",
        country: "BE",
        lat: 50.2,
        lon: 5.2,
        precision: "exact",
      },
    },
  ])
  const event = await nour.publishes({ title: "Chez eux", place_id: id as number })
  const body = JSON.stringify(await here.json(`/api/contents/events/${event.id}/`))
  expect(body).not.toContain("Maison tue")
  expect(body).not.toContain("Zwyxo")
  expect(await here.titles("?actor=zwyxo_maison")).toEqual([])
  expect(await here.titles("?near=50.2,5.2&radius=1")).toEqual([])
  expect(await here.titles("?access=step_free")).toEqual([])
  expect(await here.titles("?q=zwyxo")).toEqual([])
  expect(await here.titles("?q=maison%20tue")).toEqual([])
  await saveActors(db, [
    { id: id as number, fid: "zwyxo_maison", type: "place", name: "Maison dite", language: "fr", status: "published" },
  ])
  await logChange(db, { subject: { actor: id as number }, kind: "published" })
  expect(await here.titles("?near=50.2,5.2&radius=1")).toEqual(["Chez eux"])
  expect(await here.titles("?access=step_free")).toEqual(["Chez eux"])
  expect(await here.titles("?q=maison%20dite")).toEqual(["Chez eux"])
})

test("archived pages are named on their events without a link, and events are no longer listed under them", async () => {
  const { db, nour } = here
  const page = (fid: string, type: "place" | "group", name: string) => ({ fid, type, name, language: "fr" as const })
  const [house, band] = (await saveActors(db, [
    {
      ...page("ancienne_remise", "place", "Ancienne Remise"),
      status: "published",
      location: { street: "1 rue Close", locality: "Namur", country: "BE", lat: 50.4, lon: 4.8, precision: "exact" },
    },
    { ...page("les_partis", "group", "Les Partis"), status: "published" },
  ])) as [number, number]
  const { id } = await nour.publishes({
    title: "Dernière soirée",
    place_id: house,
    lineup: [{ actor_id: band, name: "Les Partis", role: null }],
  })
  expect(await here.titles("?actor=ancienne_remise")).toEqual(["Dernière soirée"])
  await db.updateTable("actors").set({ status: "archived" }).where("id", "in", [house, band]).execute()
  for (const actor of [house, band]) await logChange(db, { subject: { actor }, kind: "updated" })

  const event = await here.json(`/api/contents/events/${id}/`)
  expect(event).toMatchObject({
    place: null,
    location: { name: "Ancienne Remise", street: "1 rue Close", locality: "Namur" },
    lineup: [{ actor: null, name: "Les Partis" }],
  })
  const lineup = await here.json(`/api/contents/events/${id}/lineup/`)
  expect(lineup).toMatchObject([{ actor: null, name: "Les Partis" }])
  expect(JSON.stringify([event, lineup])).not.toMatch(/ancienne_remise|les_partis/)
  expect(await here.titles("?actor=ancienne_remise")).toEqual([])
  expect(await here.titles("?actor=les_partis")).toEqual([])
  expect(await here.titles("?q=ancienne%20remise")).toEqual(["Dernière soirée"])
})

test("a published event that becomes a draft is gone from search and answered with 404 at once", async () => {
  const event = await here.nour.publishes({ title: "Retirée zwyxoplus" })
  expect(await here.titles("?q=zwyxoplus")).toEqual(["Retirée zwyxoplus"])
  await here.db.updateTable("events").set({ workflow: "draft" }).where("id", "=", event.id).execute()
  expect(await here.titles("?q=zwyxoplus")).toEqual([])
  expect((await here.get(`/api/contents/events/${event.id}/`)).status).toBe(404)
})
