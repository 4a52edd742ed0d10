import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { saveCheckResult } from "#features/accounts/profile/identities.server.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { followAll, logChange } from "#test/changes.ts"
import { eventAt, feedWorld } from "#test/worlds/feed-world.ts"
import { tomorrow } from "#test/worlds/world.ts"
import type { Activity } from "./activity.ts"

// The feed lists what became public (docs/decisions/0037).

let here: Awaited<ReturnType<typeof feedWorld>>
beforeAll(async () => {
  here = await feedWorld()
})
afterAll(() => here.end())

test("an event is in the feed as an activity of its page once it is published, and not while it is a draft", async () => {
  const { seuils } = here
  const id = await here.publishes(seuils.viewer, "seuils", "Brouillon zqfil", { workflow: "draft" })
  expect(await here.saidOf({ event: id })).toEqual([])
  await here.does(seuils.viewer, "PATCH", eventAt(id), { workflow: "published" })
  expect(await here.saidOf({ event: id })).toEqual(["Create contents.Event seuils"])
  const [line] = await here.feed("/api/activities/?limit=1")
  expect(line).toMatchObject({
    type: "Create",
    model: "contents.Event",
    actor: { fid: "seuils", name: "Compagnie des Seuils", url: "https://foyer.example/actors/seuils" },
    object: { id, title: { fr: "Brouillon zqfil" }, url: `https://foyer.example/events/${id}`, summary: {} },
    count: 1,
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d$/),
  })
})

test("the feed is filtered by models and types and paged; unknown values are refused with 400", async () => {
  const { seuils } = here
  for (const title of ["Un", "Deux", "Trois"]) await here.publishes(seuils.viewer, "seuils", `Liste ${title}`)
  const { body, headers } = await here.ask(
    null,
    "GET",
    "/api/activities/?start=1&limit=2&types=Create&models=contents.Event",
  )
  expect(body.map((one: Activity) => one.object)).toMatchObject([
    { title: { fr: "Liste Deux" } },
    { title: { fr: "Liste Un" } },
  ])
  expect(Number(headers.get("x-total-count"))).toBeGreaterThanOrEqual(4)
  expect(headers.get("link")).toContain('rel="next"')
  expect(headers.get("link")).toContain('rel="prev"')
  const usual = await here.ask(null, "GET", "/api/activities/")
  expect(usual.body.length).toBeLessThanOrEqual(10)
  expect((await here.feed("/api/activities/?models=links.Link,documents.Document")).length).toBe(0)
  expect((await here.feed("/api/activities/?types=Cancel")).length).toBe(0)
  for (const bad of ["models=contents.Events", "types=Create,Undo", "limit=0", "limit=101", "start=-1"]) {
    const refused = await here.ask(null, "GET", `/api/activities/?${bad}`)
    expect([bad, refused.status, Object.keys(refused.body)]).toEqual([bad, 400, [bad.split("=")[0]]])
  }
})

test("the feed is ordered from newest to oldest, and its pages join without gaps or duplicates", async () => {
  const whole = await here.feed()
  const times = whole.map(({ created }) => new Date(created).getTime())
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  const parts: Activity[] = []
  for (let start = 0; start < whole.length; start += 3)
    parts.push(...(await here.feed(`/api/activities/?start=${start}&limit=3`)))
  expect(parts.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
})

test("a feed search finds an event by the beginnings of its words, together with the filters", async () => {
  const { hangar, seuils } = here
  const id = await here.publishes(seuils.viewer, "seuils", "Ligne de fuite", { place: "hangar" })
  await here.publishes(hangar.viewer, "hangar", "Autre chose")
  const found = async (query: string) =>
    (await here.feed(`/api/activities/?${query}`)).map(({ object }) => "id" in object && object.id)
  expect(await found("q=fuite")).toEqual([id])
  expect(await found("q=FUITE+lign&models=contents.Event&types=Create")).toEqual([id])
  expect(await found("q=fuite&models=actors.Actor")).toEqual([])
  expect(await found("q=zqrien")).toEqual([])
  expect((await found("q=%20%20")).length).toBe((await found("")).length)
})

test("X-Total-Count and the next link are exact for the feed, the followed feed and a search", async () => {
  const lou = await here.newcomer("lou-compte")
  await here.does(lou, "PUT", "/api/actors/seuils/follow/")
  const counts = async (path: string) => {
    const { body, headers } = await here.ask(lou, "GET", path)
    return [body.length, Number(headers.get("x-total-count")), headers.get("link")?.includes('rel="next"') ?? false]
  }
  for (const path of ["/api/activities/?", "/api/activities/followed/?", "/api/activities/?q=liste&"]) {
    expect((await counts(`${path}limit=1`))[2]).toBe(true)
    const whole = (await here.feed(`${path}limit=100`, lou)).length
    expect(whole).toBeGreaterThan(2)
    expect(await counts(`${path}limit=100`)).toEqual([whole, whole, false])
    expect(await counts(`${path}limit=2&start=${whole - 1}`)).toEqual([1, whole, false])
    expect((await counts(`${path}start=${whole + 5}`)).slice(0, 2)).toEqual([0, whole])
  }
})

test("followed and managed feeds need a login, list the events of these pages only and are not cached", async () => {
  const { hangar, seuils } = here
  const lou = await here.newcomer("lou")
  for (const relation of ["followed", "managed"] as const) {
    const refused = await here.ask(null, "GET", `/api/activities/${relation}/`)
    expect(refused).toMatchObject({ status: 403, body: { code: `${relation}_needs_login` } })
    expect(await here.feed(`/api/activities/${relation}/`, lou)).toEqual([])
  }
  const [own, other] = [
    await here.publishes(seuils.viewer, "seuils", "De la compagnie"),
    await here.publishes(hangar.viewer, "hangar", "De la maison"),
  ]
  await here.does(lou, "PUT", "/api/actors/seuils/follow/")
  const ids = async (path: string, viewer: SignedIn) =>
    (await here.feed(path, viewer)).map(({ object }) => "id" in object && object.id)
  expect(await ids("/api/activities/followed/?limit=100", lou)).toContain(own)
  expect(await ids("/api/activities/followed/?limit=100", lou)).not.toContain(other)
  expect((await ids("/api/activities/managed/?limit=100", hangar.viewer))[0]).toBe(other)
  expect(await ids("/api/activities/managed/?limit=100", hangar.viewer)).not.toContain(own)
  expect(await ids("/api/activities/followed/?q=compagnie&types=Create&models=contents.Event&limit=1", lou)).toEqual([
    own,
  ])
  const answer = await here.ask(lou, "GET", "/api/activities/followed/")
  expect(answer.headers.get("cache-control")).toBe("private, no-store")
})

test("repeated date changes are one Update in the feed, and a cancellation is a Cancel until it is undone", async () => {
  const { seuils } = here
  const id = await here.publishes(seuils.viewer, "seuils", "Change souvent")
  for (const day of [6, 7])
    await here.does(seuils.viewer, "PATCH", eventAt(id), { start: `${tomorrow(day)}T20:30:00+01:00` })
  await here.does(seuils.viewer, "PATCH", eventAt(id), { description: { fr: "Un mot de plus." } })
  expect(await here.saidOf({ event: id })).toEqual(["Update contents.Event seuils", "Create contents.Event seuils"])
  expect((await here.feed("/api/activities/?types=Update&limit=1"))[0]).toMatchObject({ detail: "date_changed" })
  await here.does(seuils.viewer, "PATCH", eventAt(id), { status: "cancelled" })
  expect((await here.saidOf({ event: id }))[0]).toBe("Cancel contents.Event seuils")
  // The event takes place after all.
  await here.does(seuils.viewer, "PATCH", eventAt(id), { status: "scheduled" })
  expect(await here.saidOf({ event: id })).not.toContain("Cancel contents.Event seuils")
})

test("a confirmed performer is a Join and a confirmed venue an Announce in the feed, until they untag", async () => {
  const { hangar, nour, seuils } = here
  const id = await here.publishes(seuils.viewer, "seuils", "Avec Nour", { lineup: [{ fid: "nour", name: "Nour" }] })
  await followAll(here.db)
  const confirms = (who: SignedIn, fid: string, answer: string) =>
    here.does(who, "POST", `${eventAt(id)}confirmations/`, { fid, answer })
  await confirms(nour.viewer, "nour", "accept")
  await confirms(hangar.viewer, "hangar", "accept")
  expect(await here.saidOf({ event: id })).toEqual([
    "Announce contents.Event hangar",
    "Join contents.Event nour",
    "Create contents.Event seuils",
  ])
  await confirms(nour.viewer, "nour", "untag")
  await confirms(hangar.viewer, "hangar", "untag")
  expect(await here.saidOf({ event: id })).toEqual(["Create contents.Event seuils"])
})

test("a page is in the feed once published, and a partnership once accepted and while it is visible", async () => {
  const { hangar, rhizome, seuils } = here
  const lou = await here.newcomer("lou-page")
  await here.does(lou, "POST", "/api/actors/", {
    type: "group",
    fid: "marees",
    name: "Marées",
    language: "fr",
    status: "draft",
  })
  expect(await here.saidOf({ actor: "marees" })).toEqual([])
  await here.does(lou, "PATCH", "/api/actors/marees/", { status: "published" })
  expect(await here.saidOf({ actor: "marees" })).toEqual(["Create actors.Actor marees"])

  const made = await here.does(rhizome.viewer, "POST", "/api/actors/rhizome/relations/", {
    fid: "seuils",
    relation: "partner",
  })
  expect(await here.saidOf({ actor: "rhizome" })).toEqual([])
  const relation = `/api/actors/rhizome/relations/${made.id}/`
  await here.does(seuils.viewer, "PATCH", relation, { status: "accepted" })
  expect(await here.saidOf({ actor: "rhizome" })).toEqual(["Join actors.Actor seuils"])
  await here.does(seuils.viewer, "PATCH", relation, { is_visible: false })
  expect(await here.saidOf({ actor: "rhizome" })).toEqual([])
  await here.does(seuils.viewer, "PATCH", relation, { is_visible: true })
  expect(await here.saidOf({ actor: "rhizome" })).toEqual(["Join actors.Actor seuils"])
  await here.does(seuils.viewer, "DELETE", relation)
  expect(await here.saidOf({ actor: "rhizome" })).toEqual([])
  // A helper who is not named in public does not appear in the feed.
  const helper = await here.does(hangar.viewer, "POST", "/api/actors/hangar/relations/", {
    fid: "nour",
    relation: "assistant",
  })
  await here.does(here.nour.viewer, "PATCH", `/api/actors/hangar/relations/${helper.id}/`, { status: "accepted" })
  expect(await here.saidOf({ actor: "hangar" })).toEqual([])
})

async function document(actor: number, title: string, visibility = "public"): Promise<number> {
  const { id } = await here.db
    .insertInto("documents")
    .values({
      type: "Document",
      title,
      file: title,
      mime: "application/pdf",
      size: 1,
      stored: 1,
      actor_id: actor,
      visibility,
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  await logChange(here.db, { subject: { actor }, kind: "document_added", after: { document: id } })
  return id
}

test("a page's documents of one day are one activity, its links another, and hidden ones are not counted", async () => {
  const { hangar } = here
  const [first] = [await document(hangar.id, "zqun"), await document(hangar.id, "zqdeux")]
  await document(hangar.id, "zqsecret", "unlisted")
  await document(hangar.id, "zqinterne", "managers")
  const documents = () => here.feed("/api/activities/?models=documents.Document")
  expect(await documents()).toMatchObject([
    { type: "Create", actor: { fid: "hangar" }, object: { id: first, title: "zqun" }, count: 2 },
  ])
  await sql`update documents set visibility = 'managers' where id = ${first}`.execute(here.db)
  await logChange(here.db, { subject: { actor: hangar.id }, kind: "document_changed", after: { document: first } })
  expect(await documents()).toMatchObject([{ object: { title: "zqdeux" }, count: 1 }])
  expect(JSON.stringify(await here.feed())).not.toMatch(/zqsecret|zqinterne|zqun/)

  const link = (name: string) => ({ url: `https://${name}.example/`, label: name })
  await here.does(hangar.viewer, "PATCH", "/api/actors/hangar/", { links: [link("une"), link("deux")] })
  const links = () => here.feed("/api/activities/?models=links.Link")
  expect(await links()).toMatchObject([
    { type: "Create", actor: { fid: "hangar" }, object: { name: "une", url: "https://une.example/" }, count: 2 },
  ])
  await here.does(hangar.viewer, "PATCH", "/api/actors/hangar/", { links: [] })
  expect(await links()).toEqual([])
})

test("an activity about a sound holds its sources and its duration", async () => {
  const { nour } = here
  const id = await document(nour.id, "zqson")
  await sql`update documents set type = 'Audio', mime = 'audio/mpeg', duration = 61.4 where id = ${id}`.execute(here.db)
  await sql`insert into sounds (document_id, state) values (${id}, 'ready')`.execute(here.db)
  expect(await here.feed("/api/activities/?models=documents.Document&q=zqson")).toMatchObject([
    { object: { id, type: "Audio", duration: 61.4, sound: { state: "ready", sources: [{ mime: "audio/mpeg" }] } } },
  ])
})

test("an external profile is in the feed only while it is verified", async () => {
  const { nour } = here
  const { id } = await here.db
    .insertInto("identities")
    .values({ user_id: nour.viewer.userId, url: "https://scene.example/@nour", handle: "nour@scene.example" })
    .returning("id")
    .executeTakeFirstOrThrow()
  const identities = () => here.feed("/api/activities/?models=fediverse.Identity")
  expect(await identities()).toEqual([])
  await saveCheckResult(here.db, id, { state: "verified" })
  expect(await identities()).toMatchObject([
    { type: "Create", actor: { fid: "nour" }, object: { name: "@nour@scene.example" } },
  ])
  await saveCheckResult(here.db, id, { state: "no_link" })
  expect(await identities()).toEqual([])
  await saveCheckResult(here.db, id, { state: "verified" })
  await here.does(nour.viewer, "DELETE", `/api/me/identities/${id}/`)
  expect(await identities()).toEqual([])
})

test("an import of many events is one activity that counts the visible ones", async () => {
  const { seuils } = here
  const before = (await here.feed()).length
  await here.imports(
    seuils.viewer,
    "seuils",
    Array.from({ length: 214 }, (_, nth) => `Importé ${nth}`),
  )
  const lines = async () => (await here.feed()).filter(({ count }) => count > 1)
  expect((await here.feed()).length).toBe(before + 1)
  expect(await lines()).toMatchObject([
    { type: "Create", model: "contents.Event", actor: { fid: "seuils" }, count: 214 },
  ])
  // The next import of the same day is added to the same activity.
  await here.imports(seuils.viewer, "seuils", ["Importé ensuite"])
  expect((await lines())[0]).toMatchObject({ count: 215 })
  const shown = (await lines())[0]?.object as { id: number }
  await here.does(seuils.viewer, "DELETE", eventAt(shown.id))
  expect((await lines())[0]).toMatchObject({ count: 214 })
  expect((await lines())[0]?.object).not.toMatchObject({ id: shown.id })
  await here.does(seuils.viewer, "POST", `${eventAt(shown.id)}restore/`)
  expect((await lines())[0]).toMatchObject({ count: 215, object: { id: shown.id } })
})
