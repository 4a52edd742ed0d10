import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { deleteAccount } from "#features/accounts/leaving/deletion.server.ts"
import { noteCheck } from "#features/accounts/profile/identities.server.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { importEvents } from "#features/imports/commands.server.ts"
import { followAll, tellOf } from "#test/changes.ts"
import { tomorrow } from "#test/world.ts"
import { writingWorld } from "#test/writing-world.ts"
import type { Activity } from "./activity.ts"
import { fillActivities } from "./filling/commands.server.ts"

// The feed: what became public, and nothing else (docs/decisions/0037).

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const all = "/api/activities/?limit=100"
async function feed(query = "", viewer: Viewer = null): Promise<Activity[]> {
  const { status, body } = await here.ask(viewer, "GET", query || all)
  if (status !== 200) throw new Error(`${query} answered ${status}`)
  return body
}
/** What the feed says of something, newest first: « Create contents.Event hangar ». */
async function saidOf(of: { event: number } | { actor: string }, viewer: Viewer = null): Promise<string[]> {
  return (await feed("", viewer))
    .filter(({ object }) =>
      "event" in of ? "id" in object && object.id === of.event : "fid" in object && object.fid === of.actor,
    )
    .map(({ type, model, actor }) => `${type} ${model} ${actor?.fid ?? "nobody"}`)
}

async function publishes(who: SignedIn, fid: string, title: string, more: object = {}): Promise<number> {
  const { status, body } = await here.ask(who, "POST", "/api/contents/events/", {
    title: { fr: title },
    language: "fr",
    start: `${tomorrow(5)}T20:30:00+01:00`,
    timezone: "Europe/Brussels",
    category: "music",
    organizers: [fid],
    place: "hangar",
    workflow: "published",
    ...more,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}
const event = (id: number) => `/api/contents/events/${id}/`
const changes = async (who: Viewer, method: string, path: string, body?: object) => {
  const answer = await here.ask(who, method, path, body)
  if (answer.status >= 400)
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const moderator = () => here.newcomer(`moderator-${Math.random().toString(36).slice(2, 8)}`, { isModerator: true })

test("an event is in the feed from the moment it is published, as its page's, and not before", async () => {
  const { seuils } = here
  const id = await publishes(seuils.viewer, "seuils", "Brouillon zqfil", { workflow: "draft" })
  expect(await saidOf({ event: id })).toEqual([])
  await changes(seuils.viewer, "PATCH", event(id), { workflow: "published" })
  expect(await saidOf({ event: id })).toEqual(["Create contents.Event seuils"])
  const [line] = await feed("/api/activities/?limit=1")
  expect(line).toMatchObject({
    type: "Create",
    model: "contents.Event",
    actor: { fid: "seuils", name: "Compagnie des Seuils", url: "https://foyer.example/actors/seuils" },
    object: { id, title: { fr: "Brouillon zqfil" }, url: `https://foyer.example/events/${id}`, summary: {} },
    count: 1,
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d$/),
  })
})

test("a list is asked as the specification says: models, types, start and limit together; what is unknown is refused", async () => {
  const { seuils } = here
  for (const title of ["Un", "Deux", "Trois"]) await publishes(seuils.viewer, "seuils", `Liste ${title}`)
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
  expect((await feed("/api/activities/?models=links.Link,documents.Document")).length).toBe(0)
  expect((await feed("/api/activities/?types=Cancel")).length).toBe(0)
  for (const bad of ["models=contents.Events", "types=Create,Undo", "limit=0", "limit=101", "start=-1"]) {
    const refused = await here.ask(null, "GET", `/api/activities/?${bad}`)
    expect([bad, refused.status, Object.keys(refused.body)]).toEqual([bad, 400, [bad.split("=")[0]]])
  }
})

test("times go down the list, and pages of it join without a gap or a double", async () => {
  const whole = await feed()
  const times = whole.map(({ created }) => new Date(created).getTime())
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  const parts: Activity[] = []
  for (let start = 0; start < whole.length; start += 3)
    parts.push(...(await feed(`/api/activities/?start=${start}&limit=3`)))
  expect(parts.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
})

test("a search finds pages and things by their words, with the filters", async () => {
  const { hangar, seuils } = here
  const id = await publishes(seuils.viewer, "seuils", "Ligne de fuite", { place: "hangar" })
  await publishes(hangar.viewer, "hangar", "Autre chose")
  const found = async (query: string) =>
    (await feed(`/api/activities/?${query}`)).map(({ object }) => "id" in object && object.id)
  expect(await found("q=fuite")).toEqual([id])
  expect(await found("q=FUITE+lign&models=contents.Event&types=Create")).toEqual([id])
  expect(await found("q=fuite&models=actors.Actor")).toEqual([])
  expect(await found("q=zqrien")).toEqual([])
  expect((await found("q=%20%20")).length).toBe((await found("")).length)
})

test("who follows a page reads what it did, who works on one what it did, and nobody else is told whose that is", async () => {
  const { hangar, seuils } = here
  const lou = await here.newcomer("lou")
  for (const relation of ["followed", "managed"] as const) {
    const refused = await here.ask(null, "GET", `/api/activities/${relation}/`)
    expect(refused).toMatchObject({ status: 403, body: { code: `${relation}_needs_login` } })
    expect(await feed(`/api/activities/${relation}/`, lou)).toEqual([])
  }
  const [own, other] = [
    await publishes(seuils.viewer, "seuils", "De la compagnie"),
    await publishes(hangar.viewer, "hangar", "De la maison"),
  ]
  await changes(lou, "PUT", "/api/actors/seuils/follow/")
  const ids = async (path: string, viewer: SignedIn) =>
    (await feed(path, viewer)).map(({ object }) => "id" in object && object.id)
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

test("what matters to whoever comes is a line of its own, the newest in place of the one before", async () => {
  const { seuils } = here
  const id = await publishes(seuils.viewer, "seuils", "Change souvent")
  for (const day of [6, 7])
    await changes(seuils.viewer, "PATCH", event(id), { start: `${tomorrow(day)}T20:30:00+01:00` })
  await changes(seuils.viewer, "PATCH", event(id), { description: { fr: "Un mot de plus." } })
  expect(await saidOf({ event: id })).toEqual(["Update contents.Event seuils", "Create contents.Event seuils"])
  expect((await feed("/api/activities/?types=Update&limit=1"))[0]).toMatchObject({ detail: "date_changed" })
  await changes(seuils.viewer, "PATCH", event(id), { status: "cancelled" })
  expect((await saidOf({ event: id }))[0]).toBe("Cancel contents.Event seuils")
  // It takes place after all.
  await changes(seuils.viewer, "PATCH", event(id), { status: "scheduled" })
  expect(await saidOf({ event: id })).not.toContain("Cancel contents.Event seuils")
})

test("a performer who agrees joins the line-up, the house that agrees announces, until they take their name off", async () => {
  const { hangar, nour, seuils } = here
  const id = await publishes(seuils.viewer, "seuils", "Avec Nour", { lineup: [{ fid: "nour", name: "Nour" }] })
  await followAll(here.db)
  const confirms = (who: SignedIn, fid: string, answer: string) =>
    changes(who, "POST", `${event(id)}confirmations/`, { fid, answer })
  await confirms(nour.viewer, "nour", "accept")
  await confirms(hangar.viewer, "hangar", "accept")
  expect(await saidOf({ event: id })).toEqual([
    "Announce contents.Event hangar",
    "Join contents.Event nour",
    "Create contents.Event seuils",
  ])
  await confirms(nour.viewer, "nour", "untag")
  await confirms(hangar.viewer, "hangar", "untag")
  expect(await saidOf({ event: id })).toEqual(["Create contents.Event seuils"])
})

test("a page that comes, and one that joins another, are told once both show it", async () => {
  const { hangar, rhizome, seuils } = here
  const lou = await here.newcomer("lou-page")
  await changes(lou, "POST", "/api/actors/", {
    type: "group",
    fid: "marees",
    name: "Marées",
    language: "fr",
    status: "draft",
  })
  expect(await saidOf({ actor: "marees" })).toEqual([])
  await changes(lou, "PATCH", "/api/actors/marees/", { status: "published" })
  expect(await saidOf({ actor: "marees" })).toEqual(["Create actors.Actor marees"])

  const made = await changes(rhizome.viewer, "POST", "/api/actors/rhizome/relations/", {
    fid: "seuils",
    relation: "partner",
  })
  expect(await saidOf({ actor: "rhizome" })).toEqual([])
  const relation = `/api/actors/rhizome/relations/${made.id}/`
  await changes(seuils.viewer, "PATCH", relation, { status: "accepted" })
  expect(await saidOf({ actor: "rhizome" })).toEqual(["Join actors.Actor seuils"])
  await changes(seuils.viewer, "PATCH", relation, { is_visible: false })
  expect(await saidOf({ actor: "rhizome" })).toEqual([])
  await changes(seuils.viewer, "PATCH", relation, { is_visible: true })
  expect(await saidOf({ actor: "rhizome" })).toEqual(["Join actors.Actor seuils"])
  await changes(seuils.viewer, "DELETE", relation)
  expect(await saidOf({ actor: "rhizome" })).toEqual([])
  // Who helps without being named is not told.
  const helper = await changes(hangar.viewer, "POST", "/api/actors/hangar/relations/", {
    fid: "nour",
    relation: "assistant",
  })
  await changes(here.nour.viewer, "PATCH", `/api/actors/hangar/relations/${helper.id}/`, { status: "accepted" })
  expect(await saidOf({ actor: "hangar" })).toEqual([])
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
  await tellOf(here.db, { subject: { actor }, kind: "document_added", after: { document: id } })
  return id
}

test("what a page adds in a day is one line of each kind: documents, links", async () => {
  const { hangar } = here
  const [first] = [await document(hangar.id, "zqun"), await document(hangar.id, "zqdeux")]
  await document(hangar.id, "zqsecret", "unlisted")
  await document(hangar.id, "zqinterne", "managers")
  const documents = () => feed("/api/activities/?models=documents.Document")
  expect(await documents()).toMatchObject([
    { type: "Create", actor: { fid: "hangar" }, object: { id: first, title: "zqun" }, count: 2 },
  ])
  await sql`update documents set visibility = 'managers' where id = ${first}`.execute(here.db)
  await tellOf(here.db, { subject: { actor: hangar.id }, kind: "document_changed", after: { document: first } })
  expect(await documents()).toMatchObject([{ object: { title: "zqdeux" }, count: 1 }])
  expect(JSON.stringify(await feed())).not.toMatch(/zqsecret|zqinterne|zqun/)

  const link = (name: string) => ({ url: `https://${name}.example/`, label: name })
  await changes(hangar.viewer, "PATCH", "/api/actors/hangar/", { links: [link("une"), link("deux")] })
  const links = () => feed("/api/activities/?models=links.Link")
  expect(await links()).toMatchObject([
    { type: "Create", actor: { fid: "hangar" }, object: { name: "une", url: "https://une.example/" }, count: 2 },
  ])
  await changes(hangar.viewer, "PATCH", "/api/actors/hangar/", { links: [] })
  expect(await links()).toEqual([])
})

test("a profile elsewhere is told when it names the page back, and while it does", async () => {
  const { nour } = here
  const { id } = await here.db
    .insertInto("identities")
    .values({ user_id: nour.viewer.userId, url: "https://scene.example/@nour", handle: "nour@scene.example" })
    .returning("id")
    .executeTakeFirstOrThrow()
  const identities = () => feed("/api/activities/?models=fediverse.Identity")
  expect(await identities()).toEqual([])
  await noteCheck(here.db, id, { state: "verified" })
  expect(await identities()).toMatchObject([
    { type: "Create", actor: { fid: "nour" }, object: { name: "@nour@scene.example" } },
  ])
  await noteCheck(here.db, id, { state: "no_link" })
  expect(await identities()).toEqual([])
  await noteCheck(here.db, id, { state: "verified" })
  await changes(nour.viewer, "DELETE", `/api/me/identities/${id}/`)
  expect(await identities()).toEqual([])
})

async function imports(who: SignedIn, as: string, titles: string[], at = tomorrow(3)) {
  const source = titles.map((name, nth) => ({
    "@type": "Event",
    "@id": `https://source.example/${name}/${nth}`,
    name,
    startDate: `${at}T19:00:00+01:00`,
    location: { "@type": "Place", name: "Salle", address: { addressLocality: "Liège", addressCountry: "BE" } },
  }))
  const importing = importEvents(here.db, who, Buffer.from(JSON.stringify(source)), {
    as,
    format: "json",
    language: "fr",
  })
  let step = await importing.next()
  while (!step.done) step = await importing.next()
  await followAll(here.db)
  return step.value
}

test("an import of hundreds is one line that says how many, and counts only what can be seen", async () => {
  const { seuils } = here
  const before = (await feed()).length
  await imports(
    seuils.viewer,
    "seuils",
    Array.from({ length: 214 }, (_, nth) => `Importé ${nth}`),
  )
  const lines = async () => (await feed()).filter(({ count }) => count > 1)
  expect((await feed()).length).toBe(before + 1)
  expect(await lines()).toMatchObject([
    { type: "Create", model: "contents.Event", actor: { fid: "seuils" }, count: 214 },
  ])
  // The next run of the same day joins it.
  await imports(seuils.viewer, "seuils", ["Importé ensuite"])
  expect((await lines())[0]).toMatchObject({ count: 215 })
  const shown = (await lines())[0]?.object as { id: number }
  await changes(seuils.viewer, "DELETE", event(shown.id))
  expect((await lines())[0]).toMatchObject({ count: 214 })
  expect((await lines())[0]?.object).not.toMatchObject({ id: shown.id })
  await changes(seuils.viewer, "POST", `${event(shown.id)}restore/`)
  expect((await lines())[0]).toMatchObject({ count: 215, object: { id: shown.id } })
})

test("what goes out of sight goes out of the feed, and comes back where it was", async () => {
  const { hangar } = here
  const id = await publishes(hangar.viewer, "hangar", "Va et vient")
  const said = ["Create contents.Event hangar"]
  const place = async () => (await feed()).findIndex(({ object }) => "id" in object && object.id === id)
  await publishes(hangar.viewer, "hangar", "Après")
  const was = await place()
  const judge = await moderator()
  const ways: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      "withdrawn",
      () => changes(hangar.viewer, "PATCH", event(id), { workflow: "draft" }),
      () => changes(hangar.viewer, "PATCH", event(id), { workflow: "published" }),
    ],
    [
      "deleted",
      () => changes(hangar.viewer, "DELETE", event(id)),
      () => changes(hangar.viewer, "POST", `${event(id)}restore/`),
    ],
    [
      "hidden",
      () => changes(judge, "POST", `${event(id)}hide/`, { reason: "Une plainte." }),
      () => changes(judge, "DELETE", `${event(id)}hide/`),
    ],
    [
      "page hidden",
      () => changes(judge, "POST", "/api/actors/hangar/hide/", { reason: "Une plainte." }),
      () => changes(judge, "DELETE", "/api/actors/hangar/hide/"),
    ],
  ]
  for (const [way, away, back] of ways) {
    expect([way, await saidOf({ event: id })]).toEqual([way, said])
    await away()
    expect([way, await saidOf({ event: id })]).toEqual([way, []])
    expect([way, await saidOf({ event: id }, hangar.viewer)]).toEqual([way, []])
    await back()
  }
  expect([await saidOf({ event: id }), await place()]).toEqual([said, was])
})

test("an account that is deleted takes all it did along, at once, and nothing of it is left once it is purged", async () => {
  const leaver = await here.newcomer("leaver")
  await changes(leaver, "POST", "/api/actors/", {
    type: "group",
    fid: "adieu",
    name: "Adieu",
    language: "fr",
    status: "published",
  })
  const id = await publishes(leaver, "adieu", "Dernier soir")
  expect(await saidOf({ event: id })).toHaveLength(1)
  await deleteAccount(here.db, leaver)
  expect(await saidOf({ event: id })).toEqual([])
  expect(await saidOf({ actor: "adieu" })).toEqual([])
})

test("an event that is merged away leaves its line, the one that stays keeps its own", async () => {
  const { hangar } = here
  const [from, into] = [
    await publishes(hangar.viewer, "hangar", "Deux fois"),
    await publishes(hangar.viewer, "hangar", "Deux fois, bis"),
  ]
  await changes(hangar.viewer, "POST", `${event(from)}merge/`, { into })
  expect(await saidOf({ event: into })).toEqual(["Create contents.Event hangar"])
  const { rows } = await sql`select from activities where model = 'contents.Event' and object_id = ${from}`.execute(
    here.db,
  )
  expect(rows).toEqual([])
})

test("nobody reads of what waits for its owner to confirm an address, nor of who stays out of the directory", async () => {
  const lou = await here.newcomer("lou-attend")
  const page = async (fid: string, set: ReturnType<typeof sql>) => {
    await changes(lou, "POST", "/api/actors/", { type: "person", fid, name: fid, language: "fr", status: "draft" })
    await sql`update actors set ${set} where fid = ${fid}`.execute(here.db)
    const { id } = await here.db.selectFrom("actors").select("id").where("fid", "=", fid).executeTakeFirstOrThrow()
    await tellOf(here.db, { subject: { actor: id }, kind: "created" })
    return id
  }
  await page("zqattend", sql`awaits_address_since = now()`)
  await page("zqdiscrete", sql`status = 'published', in_directory = false`)
  expect(JSON.stringify(await feed())).not.toMatch(/zqattend|zqdiscrete/)
  await fillActivities(here.db)
  expect(JSON.stringify(await feed())).not.toMatch(/zqattend|zqdiscrete/)
})

test("a line that was left behind by a hand in the database shows nothing", async () => {
  const { hangar } = here
  const id = await publishes(hangar.viewer, "hangar", "zqcanari")
  await sql`update events set workflow = 'draft' where id = ${id}`.execute(here.db)
  expect(JSON.stringify(await feed())).not.toContain("zqcanari")
  // The night puts it right.
  await fillActivities(here.db)
  const { rows } = await sql<{ is_shown: boolean }>`
    select is_shown from activities where model = 'contents.Event' and object_id = ${id}`.execute(here.db)
  expect(rows).toEqual([{ is_shown: false }])
})

test("what was public before there was a feed is filled in, at its time, and twice is once", async () => {
  const { nour } = here
  const old = await nour.publishes({ title: "D’avant" })
  const draft = await nour.drafts({ title: "Brouillon d’avant" })
  await sql`update events set created_at = '2020-02-02T12:00:00Z' where id = ${old.id}`.execute(here.db)
  const before = await feed()
  for (const _ of [1, 2]) await fillActivities(here.db)
  const after = await feed()
  expect(after.filter(({ object }) => "id" in object && object.id === old.id)).toMatchObject([
    { type: "Create", actor: { fid: "nour" }, created: "2020-02-02T13:00:00+01:00" },
  ])
  expect(await saidOf({ event: draft.id })).toEqual([])
  // Nothing that was told already is told again, or moved.
  const known = new Set(before.map(({ id }) => id))
  expect(after.filter(({ id }) => known.has(id))).toEqual(before)
  const { rows } = await sql`
    select model, type, object_id from activities where object_id is not null and type = 'Create'
    group by 1, 2, 3 having count(*) > 1`.execute(here.db)
  expect(rows).toEqual([])
})
