import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { tomorrow } from "#test/world.ts"
import { writingWorld } from "#test/writing-world.ts"
import { slugOf } from "./agenda.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const lists = "/api/me/lists/"
const entry = (list: number | string, kind: string, ref: number | string) => `${lists}${list}/entries/${kind}/${ref}/`
const eventsOf = (list: number | string, rest = "") => `/api/contents/events/?list=${list}${rest}`
const idsOf = (answer: { body: { id: number }[] }) => answer.body.map(({ id }) => id)

const makes = async (viewer: Parameters<typeof here.ask>[0], name: string) =>
  (await here.ask(viewer, "POST", lists, { name })).body as { id: number }

test("an agenda lists its single events and all events of its pages, by date", async () => {
  const nour = here.nour.viewer
  const late = await here.seuils.publishes({ title: "Plus tard", starts: `${tomorrow(9)}T20:00`, place_id: null })
  const soon = await here.rhizome.publishes({ title: "Bientôt", starts: `${tomorrow(2)}T20:00`, place_id: null })
  const other = await here.rhizome.publishes({ title: "Autre", starts: `${tomorrow(3)}T20:00`, place_id: null })
  const { id } = await makes(nour, "Deux choses")
  expect((await here.ask(nour, "GET", eventsOf(id))).body).toEqual([])
  await here.ask(nour, "PUT", entry(id, "actor", "seuils"))
  const added = await here.ask(nour, "PUT", entry(id, "event", soon.id))
  expect(added).toMatchObject({ status: 200, body: { id, actors: 1, events: 1 } })
  expect(idsOf(await here.ask(nour, "GET", eventsOf(id)))).toEqual([soon.id, late.id])
  expect(idsOf(await here.ask(nour, "GET", eventsOf(id, "&q=bientot")))).toEqual([soon.id])
  expect(idsOf(await here.ask(nour, "GET", eventsOf(id)))).not.toContain(other.id)
  const managed = await here.ask(here.seuils.viewer, "GET", `/api/contents/events/managed/?list=${id}`)
  expect(managed.status).toBe(400)

  const held = await here.ask(nour, "GET", `${lists}${id}/entries/`)
  expect(held.body).toMatchObject([
    { kind: "actor", actor: { fid: "seuils" }, event: null },
    { kind: "event", actor: null, event: { id: soon.id, is_running: false, is_over: false, title: { fr: "Bientôt" } } },
  ])
  expect((await here.ask(nour, "GET", `${lists}?event=${soon.id}`)).body).toMatchObject([{ id, has: true }])
  expect((await here.ask(nour, "GET", `${lists}?actor=hangar`)).body).toMatchObject([{ id, has: false }])
  for (let times = 0; times < 2; times++)
    expect((await here.ask(nour, "DELETE", entry(id, "actor", "seuils"))).status).toBe(204)
  expect(idsOf(await here.ask(nour, "GET", eventsOf(id)))).toEqual([soon.id])
  await here.ask(nour, "DELETE", `${lists}${id}/`)
})

test("of what has been on for days a list says that it is on, not when it began", async () => {
  const nour = here.nour.viewer
  const days = { starts: `${tomorrow(-6)}T10:00`, minutes: 10 * 24 * 60 }
  const event = await here.rhizome.publishes({ title: "Longue", ...days, place_id: null })
  const { id } = await makes(nour, "En ce moment")
  await here.ask(nour, "PUT", entry(id, "event", event.id))
  const held = await here.ask(nour, "GET", `${lists}${id}/entries/`)
  expect(held.body).toMatchObject([{ event: { id: event.id, is_running: true, is_over: false } }])
})

test("an agenda may be published as it is made, at the address that is asked for or one of its name", async () => {
  const nour = here.nour.viewer
  const make = (more: object) => here.ask(nour, "POST", lists, { name: "Soirs d’été", ...more })
  const [first, other] = [await make({ published: true, slug: "mes-soirs" }), await make({ published: true })]
  expect(first).toMatchObject({ status: 201, body: { published: true, slug: "mes-soirs" } })
  expect(other).toMatchObject({ status: 201, body: { published: true, slug: "soirs-d-ete" } })
  expect((await here.ask(null, "GET", "/api/agendas/mes-soirs/")).status).toBe(200)
  expect(await make({})).toMatchObject({ status: 201, body: { published: false, slug: null } })
  // Atomic: a refused request leaves no agenda behind.
  const before = (await here.ask(nour, "GET", lists)).body.length
  expect(await make({ published: true, slug: "mes-soirs" })).toMatchObject({
    status: 400,
    body: { slug: [expect.any(String)] },
  })
  const { body: all } = await here.ask(nour, "GET", lists)
  expect(all).toHaveLength(before)
  for (const { id, name } of all) if (name === "Soirs d’été") await here.ask(nour, "DELETE", `${lists}${id}/`)
})

test("a form that is sent twice makes one list; a list may be called as an earlier one", async () => {
  const nour = here.nour.viewer
  const make = () => here.ask(nour, "POST", lists, { name: "Deux fois" })
  const [first, second] = await Promise.all([make(), make()])
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.id).toBe(first.body.id)
  await sql`update agendas set created_at = now() - interval '2 minutes' where id = ${first.body.id}`.execute(here.db)
  const later = await make()
  expect(later.status).toBe(201)
  expect(later.body.id).not.toBe(first.body.id)
  for (const { id } of [first.body, later.body]) await here.ask(nour, "DELETE", `${lists}${id}/`)
})

test("what is put into the usual list makes it, once, however often and fast", async () => {
  const someone = await here.newcomer("etoile")
  const event = await here.hangar.publishes()
  const press = () => here.ask(someone, "PUT", entry("default", "event", event.id))
  const answers = await Promise.all(Array.from({ length: 20 }, press))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const all = (await here.ask(someone, "GET", lists)).body
  expect(all).toMatchObject([{ name: "Ma liste", is_default: true, published: false, events: 1, url: null }])
  expect((await here.ask(someone, "GET", `/api/contents/events/${event.id}/`)).body.is_kept).toBe(true)
  expect((await here.ask(null, "GET", `/api/contents/events/${event.id}/`)).body.is_kept).toBeUndefined()
  await here.ask(someone, "DELETE", entry("default", "event", event.id))
  expect((await here.ask(someone, "GET", `/api/contents/events/${event.id}/`)).body.is_kept).toBe(false)

  const second = await makes(someone, "Autre")
  await here.ask(someone, "PATCH", `${lists}${second.id}/`, { is_default: true })
  await here.ask(someone, "PUT", entry("default", "event", event.id))
  expect((await here.ask(someone, "GET", lists)).body).toMatchObject([
    { name: "Autre", is_default: true, events: 1 },
    { name: "Ma liste", is_default: false, events: 0 },
  ])
})

test("what is private, and drafts, are nowhere: an agenda of somebody else answers as one that never was", async () => {
  const nour = here.nour.viewer
  const stranger = await here.newcomer("etrangere")
  const draft = await here.hangar.drafts({ title: "Kanaribrouillon" })
  const { id } = await makes(nour, "Kanaricache")
  await here.ask(nour, "PUT", entry(id, "actor", "hangar"))
  expect((await here.ask(nour, "PUT", entry(id, "event", draft.id))).body.code).toBe("event_not_found")

  const never = 987_654
  for (const [method, path, body] of [
    ["GET", (list: number) => eventsOf(list)],
    ["GET", (list: number) => `${lists}${list}/`],
    ["GET", (list: number) => `${lists}${list}/entries/`],
    ["PATCH", (list: number) => `${lists}${list}/`, { name: "À moi" }],
    ["PUT", (list: number) => entry(list, "actor", "seuils")],
    ["DELETE", (list: number) => entry(list, "actor", "seuils")],
    ["DELETE", (list: number) => `${lists}${list}/`],
  ] as const)
    for (const viewer of [stranger, here.hangar.viewer]) {
      const [real, unreal] = [
        await here.ask(viewer, method, path(id), body),
        await here.ask(viewer, method, path(never), body),
      ]
      expect([real.status, JSON.stringify(real.body)], `${method} ${path(id)}`).toEqual([
        unreal.status,
        JSON.stringify(unreal.body),
      ])
      expect(real.status).toBeGreaterThanOrEqual(400)
    }
  expect((await here.ask(null, "GET", eventsOf(id))).status).toBe(400)

  // The manager of a draft may put it into an agenda; nobody else reads about it, whether the agenda is published or not.
  const hangar = here.hangar.viewer
  const own = await makes(hangar, "Kanaripublic")
  await here.ask(hangar, "PUT", entry(own.id, "event", draft.id))
  expect((await here.ask(hangar, "GET", `${lists}${own.id}/entries/`)).body).toHaveLength(1)
  const { slug } = (await here.ask(hangar, "PATCH", `${lists}${own.id}/`, { published: true })).body
  for (const path of [
    `/api/agendas/${slug}/`,
    `/api/agendas/${slug}/actors/`,
    eventsOf(slug, "&filter=all"),
    "/api/contents/events/?filter=all&limit=200",
    "/api/actors/",
    `/api/agendas/kanaricache/`,
    "/api/activities/",
  ])
    for (const viewer of [null, stranger]) {
      const { body } = await here.ask(viewer, "GET", path)
      expect(JSON.stringify(body), path).not.toMatch(/kanari(brouillon|cache)/i)
    }
})

test("a published agenda has an address, chosen or made of its name, which is nobody else's ever after", async () => {
  const nour = here.nour.viewer
  const stranger = await here.newcomer("voisine")
  const version = here.content.current
  const { id } = await makes(nour, "Nuits d’été à Liège")
  expect(here.content.current).toBe(version)
  await here.ask(nour, "PUT", entry(id, "actor", "seuils"))
  const published = await here.ask(nour, "PATCH", `${lists}${id}/`, {
    published: true,
    shows_owner: true,
    description: { en: "What I would not miss", fr: "" },
  })
  expect(published.body).toMatchObject({
    slug: "nuits-d-ete-a-liege",
    url: "https://foyer.example/agendas/nuits-d-ete-a-liege",
    description: { en: "What I would not miss" },
  })
  expect(here.content.current).toBeGreaterThan(version)
  expect((await here.ask(null, "GET", "/api/agendas/nuits-d-ete-a-liege/")).body).toMatchObject({
    name: "Nuits d’été à Liège",
    owner: { fid: "nour" },
  })
  expect((await here.ask(null, "GET", "/api/agendas/nuits-d-ete-a-liege/actors/")).body).toMatchObject([
    { fid: "seuils" },
  ])

  // Another person's agenda of the same name gets the next free slug. A slug that was ever taken is refused, also after its owner
  // left it.
  const theirs = await makes(stranger, "Nuits d’été à Liège")
  expect((await here.ask(stranger, "PATCH", `${lists}${theirs.id}/`, { published: true })).body.slug).toBe(
    "nuits-d-ete-a-liege-2",
  )
  await here.ask(nour, "PATCH", `${lists}${id}/`, { slug: "Étés !" })
  expect((await here.ask(null, "GET", "/api/agendas/nuits-d-ete-a-liege/")).body.slug).toBe("etes")
  const refused = await here.ask(stranger, "PATCH", `${lists}${theirs.id}/`, { slug: "nuits-d-ete-a-liege" })
  expect([refused.status, refused.body]).toEqual([400, { slug: ["Cette adresse est déjà prise."] }])
  for (const slug of ["ab", "123", "x".repeat(200), "¡!", ""])
    expect((await here.ask(stranger, "PATCH", `${lists}${theirs.id}/`, { slug })).body.slug ?? "long", slug).not.toBe(
      slug,
    )

  await here.ask(nour, "PATCH", `${lists}${id}/`, { published: false })
  const [gone, never] = [
    await here.ask(null, "GET", "/api/agendas/etes/"),
    await here.ask(null, "GET", "/api/agendas/jamais-ete/"),
  ]
  expect([gone.status, gone.body]).toEqual([never.status, never.body])
  expect(gone.body.code).toBe("agenda_not_found")
  expect((await here.ask(null, "GET", eventsOf("etes"))).status).toBe(400)
  await here.ask(nour, "DELETE", `${lists}${id}/`)
  expect((await here.ask(stranger, "PATCH", `${lists}${theirs.id}/`, { slug: "etes" })).status).toBe(400)
  const again = await makes(nour, "Encore")
  expect((await here.ask(nour, "PATCH", `${lists}${again.id}/`, { slug: "etes" })).body.slug).toBe("etes")
})

test("there are at most a hundred, each of at most two thousand; what cannot be meant is refused by its field", async () => {
  const someone = await here.newcomer("collectionneuse")
  for (const [sent, field] of [
    [{}, "name"],
    [{ name: "" }, "name"],
    [{ name: "a\nb" }, "name"],
    [{ name: "a\0b" }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ name: "Bon", language: "de" }, "language"],
    [{ name: "Bon", description: { fr: "x".repeat(2001) } }, "description.fr"],
  ] as const) {
    const answer = await here.ask(someone, "POST", lists, sent)
    expect([answer.status, Object.keys(answer.body)], JSON.stringify(sent).slice(0, 60)).toEqual([400, [field]])
  }
  expect((await here.ask(null, "GET", lists)).body.code).toBe("sign_in_needed")
  const { id } = await makes(someone, "Première")
  for (const path of [
    entry(id, "place", "hangar"),
    entry(id, "event", "x"),
    entry("0", "event", 1),
    entry("x", "actor", "nour"),
  ])
    expect((await here.ask(someone, "PUT", path)).status, path).toBe(404)

  const made = await Promise.all(
    Array.from({ length: 110 }, (_, n) => here.ask(someone, "POST", lists, { name: `N${n}` })),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(99)
  expect(made.find(({ status }) => status !== 201)).toMatchObject({ status: 409, body: { code: "too_many" } })

  await sql`insert into actors (fid, type, name, language, status)
    select 'masse_' || n, 'person', 'Masse', 'fr', 'published' from generate_series(1, 1999) n`.execute(here.db)
  await sql`insert into agenda_entries (agenda_id, actor_id)
    select ${id}::bigint, id from actors where fid like 'masse%'`.execute(here.db)
  expect((await here.ask(someone, "PUT", entry(id, "actor", "nour"))).body.actors).toBe(2000)
  expect((await here.ask(someone, "PUT", entry(id, "actor", "hangar"))).body.code).toBe("too_many")
  expect((await here.ask(someone, "PUT", entry(id, "actor", "nour"))).status).toBe(200)
  const page = await here.ask(someone, "GET", `${lists}${id}/entries/?start=1990&limit=200`)
  expect([page.body.length, page.headers.get("x-total-count")]).toEqual([10, "2000"])
})

test("words become addresses", () => {
  expect(["Nuits d’été", "Œuvre & cœur", "  --- ", "Straße 12", "日本"].map(slugOf)).toEqual([
    "nuits-d-ete",
    "oeuvre-coeur",
    "",
    "strasse-12",
    "",
  ])
})

test("a word that is taken is told beside what has no right shape, to whom the agenda belongs", async () => {
  const nour = here.nour.viewer
  const theirs = await makes(here.seuils.viewer, "Déjà pris")
  const taken = await here.ask(here.seuils.viewer, "PATCH", `${lists}${theirs.id}/`, { slug: "deja-pris" })
  expect(taken.status).toBe(200)
  const mine = await makes(nour, "À moi")
  const wrong = { slug: "deja-pris", name: "", published: "perhaps" }
  const answer = await here.ask(nour, "PATCH", `${lists}${mine.id}/`, wrong)
  expect([answer.status, Object.keys(answer.body).sort()]).toEqual([400, ["name", "published", "slug"]])
  const own = await here.ask(here.seuils.viewer, "PATCH", `${lists}${theirs.id}/`, wrong)
  expect(Object.keys(own.body).sort()).toEqual(["name", "published"])
  const denied = await here.ask(nour, "PATCH", `${lists}${theirs.id}/`, wrong)
  expect(Object.keys(denied.body).sort()).toEqual(["name", "published"])
})
