import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { fediverseFiles } from "./feeds.server.ts"
import { activityPathOf, negotiateRequest, prefersActivity } from "./negotiation.ts"

const here = "https://foyer.example"
let there: Awaited<ReturnType<typeof fediverseWorld>>
let files: ReturnType<typeof fediverseFiles>
beforeAll(async () => {
  there = await fediverseWorld({}, { hasKeys: false })
  files = fediverseFiles(there.world)
})
afterAll(() => there.end())

const get = async (path: string) => {
  const answer = await files.request(path)
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: /json/.test(answer.headers.get("content-type") ?? "") && text ? JSON.parse(text) : text,
  }
}
const finger = (resource: string) => get(`/.well-known/webfinger?resource=${encodeURIComponent(resource)}`)

test.each([
  "acct:hangar@foyer.example",
  "acct:Hangar@FOYER.example",
  "@hangar@foyer.example",
  `${here}/actors/hangar`,
  `${here}/en/actors/hangar`,
  `${here}/ap/actors/hangar`,
])("WebFinger finds a page by %s", async (resource) => {
  const { status, headers, body } = await finger(resource)

  expect(status).toBe(200)
  expect(headers.get("content-type")).toContain("application/jrd+json")
  expect(headers.get("access-control-allow-origin")).toBe("*")
  expect(body.subject).toBe("acct:hangar@foyer.example")
  expect(body.links).toContainEqual({
    rel: "self",
    type: "application/activity+json",
    href: `${here}/ap/actors/hangar`,
  })
})

test("WebFinger finds the instance, answers 404 for unknown resources, and is named in host-meta", async () => {
  expect((await finger("acct:relay@foyer.example")).body.links[0].href).toBe(`${here}/ap/instance`)
  for (const resource of [
    "acct:nobody@foyer.example",
    "acct:hangar@elsewhere.example",
    "mailto:x",
    `${here}/events/1`,
  ]) {
    const { status, headers } = await finger(resource)
    expect([status, headers.get("access-control-allow-origin")], resource).toEqual([404, "*"])
  }
  const { status, headers } = await get("/.well-known/webfinger")
  expect([status, headers.get("access-control-allow-origin")]).toEqual([400, "*"])
  expect((await get("/.well-known/host-meta")).body).toContain(`${here}/.well-known/webfinger?resource={uri}`)
})

test("a page is served as an actor with its own key, and WebFinger leads from its handle back to it", async () => {
  const { status, headers, body } = await get("/ap/actors/hangar")
  const handle = await finger(`acct:${body.preferredUsername}@foyer.example`)

  expect(status).toBe(200)
  expect(headers.get("content-type")).toContain("application/activity+json")
  expect(headers.get("vary")).toMatch(/\baccept\b/i)
  expect(body).toMatchObject({
    id: `${here}/ap/actors/hangar`,
    type: "Organization",
    preferredUsername: "hangar",
    url: `${here}/actors/hangar`,
    inbox: `${here}/ap/actors/hangar/inbox`,
    endpoints: { sharedInbox: `${here}/ap/inbox` },
    publicKey: { id: `${here}/ap/actors/hangar#main-key`, owner: `${here}/ap/actors/hangar` },
    manuallyApprovesFollowers: false,
  })
  expect(body.publicKey.publicKeyPem).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  expect(handle.body.links[0].href).toBe(body.id)
  expect((await get("/ap/actors/hangar")).body.publicKey).toEqual(body.publicKey)
  expect((await get("/ap/actors/nour")).body.publicKey.publicKeyPem).not.toBe(body.publicKey.publicKeyPem)
  expect((await get("/ap/instance")).body).toMatchObject({ type: "Application", preferredUsername: "relay" })
})

test("handles with a NUL character or with more than 128 characters answer 404", async () => {
  for (const name of ["\0", "a\0b", "x".repeat(129)])
    expect([name, (await finger(`acct:${name}@foyer.example`)).status]).toEqual([name, 404])
  expect((await get("/ap/actors/a%00b")).status).toBe(404)
})

test("private keys are stored encrypted", async () => {
  await get("/ap/actors/hangar")
  const { rows } = await sql<{ private_key: Buffer }>`select private_key from fediverse_identities`.execute(there.db)

  expect(rows.length).toBeGreaterThan(0)
  for (const { private_key } of rows) {
    expect(private_key.includes(Buffer.from("PRIVATE KEY"))).toBe(false)
    // A PKCS #8 key begins with a sequence; an encrypted one begins with a nonce.
    expect(private_key.subarray(12 + 16, 12 + 16 + 2)).not.toEqual(Buffer.from([0x30, 0x82]))
  }
})

test("a draft page answers 404 like a missing one, a draft event answers 404, and a deleted page answers 410", async () => {
  const { db, rhizome } = there
  const missing = await get("/ap/actors/nobody")
  await sql`update actors set status = 'draft' where fid = 'rhizome'`.execute(db)
  const hidden = await get("/ap/actors/rhizome")
  expect([hidden.status, hidden.body]).toEqual([404, missing.body])

  const draft = await there.hangar.drafts({ title: "Pas encore" })
  expect((await get(`/ap/events/${draft.id}`)).status).toBe(404)
  expect((await get("/ap/events/999999")).status).toBe(404)

  await sql`update actors set deleted_at = now(), deleted_status = 'published' where id = ${rhizome.id}`.execute(db)
  expect((await get("/ap/actors/rhizome")).status).toBe(410)
  expect((await finger("acct:rhizome@foyer.example")).status).toBe(410)
})

test("a renamed page keeps its actor address, and its old and new names lead to it", async () => {
  const { db } = there
  await get("/ap/actors/seuils")
  await sql`update actors set fid = 'seuils.nouveaux' where fid = 'seuils'`.execute(db)
  await sql`insert into former_fids (fid, actor_id) values ('seuils', ${there.seuils.id})`.execute(db)

  const { body } = await get("/ap/actors/seuils")
  expect(body).toMatchObject({ id: `${here}/ap/actors/seuils`, preferredUsername: "seuils.nouveaux" })
  for (const name of ["seuils", "seuils.nouveaux"]) {
    const found = await finger(`acct:${name}@foyer.example`)
    expect(found.body).toMatchObject({ subject: "acct:seuils.nouveaux@foyer.example" })
    expect(found.body.links[0].href).toBe(body.id)
  }
  expect((await get("/ap/pages/seuils.nouveaux")).body.id).toBe(body.id)
})

test("an outbox is served in pages of twenty, newest first, and the followers collection has no count", async () => {
  for (let nth = 0; nth < 21; nth++)
    await there.nour.publishes({ title: `Soir ${nth}`, starts: `2099-01-${nth + 1 < 10 ? "0" : ""}${nth + 1}T20:00` })
  const { body } = await get("/ap/actors/nour/outbox")
  expect(body).toMatchObject({
    type: "OrderedCollection",
    totalItems: 21,
    first: `${here}/ap/actors/nour/outbox?page=1`,
  })
  const first = await get("/ap/actors/nour/outbox?page=1")
  expect(first.body.orderedItems).toHaveLength(20)
  expect(first.body.orderedItems[0]).toMatchObject({ type: "Create", object: { type: "Event", name: "Soir 20" } })
  const last = await get(first.body.next.slice(here.length))
  expect(last.body.orderedItems).toHaveLength(1)
  expect(last.body.next).toBeUndefined()

  const followers = (await get("/ap/actors/nour/followers")).body
  expect(followers).toMatchObject({ type: "OrderedCollection", id: `${here}/ap/actors/nour/followers` })
  expect(Object.keys(followers)).not.toContain("totalItems")
})

test("an outbox counts each date that it lists, at most twenty of one event", async () => {
  const { db, seuils } = await fediverseWorld()
  const { id } = await seuils.publishes()
  await sql`
    insert into occurrences (event_id, category, starts_at, until_at, listed)
    select ${id}, o.category, o.starts_at + make_interval(days => n), o.until_at + make_interval(days => n), true
    from occurrences o, generate_series(1, 24) n where o.event_id = ${id}`.execute(db)
  await seuils.publishes({ title: "Un seul soir" })
  const files = fediverseFiles({ ...there.world, db })
  const get = async (page = "") => (await files.request(`/ap/actors/seuils/outbox${page}`)).json()
  const { orderedItems } = await get("?page=1")
  expect(orderedItems).toHaveLength(21)
  expect((await get()).totalItems).toBe(21)
})

test("with federation off, actors, the instance and WebFinger answer 404", async () => {
  const off = await fediverseWorld({ FEDERATION: "off" })
  const closed = fediverseFiles(off.world)

  for (const path of ["/ap/actors/hangar", "/ap/instance", "/.well-known/webfinger?resource=acct:hangar@foyer.example"])
    expect((await closed.request(path)).status).toBe(404)
})

test.each([
  ["application/activity+json", true],
  ['application/ld+json; profile="https://www.w3.org/ns/activitystreams"', true],
  ['application/activity+json, application/ld+json; profile="x", text/html;q=0.1', true],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false],
  ["*/*", false],
  ["application/json", false],
  ["text/html, application/activity+json;q=0.5", false],
  ["application/activity+json;q=0", false],
  [null, false],
])("the Accept header %s prefers ActivityStreams: %s", (accept, isMeant) => {
  expect(prefersActivity(accept)).toBe(isMeant)
})

test("GET requests for ActivityStreams at a page's or event's address are mapped to its /ap path", () => {
  expect(activityPathOf("/actors/hangar")).toBe("/ap/pages/hangar")
  expect(activityPathOf("/nl/events/12")).toBe("/ap/events/12")
  expect(activityPathOf("/actors/edit/hangar")).toBeUndefined()
  expect(activityPathOf("/events/12/print")).toBeUndefined()
  const ask = (accept: string, method = "GET") =>
    new URL(negotiateRequest(new Request(`${here}/en/actors/hangar?x=1`, { method, headers: { accept } })).url).pathname
  expect(ask("application/activity+json")).toBe("/ap/pages/hangar")
  expect(ask("text/html")).toBe("/en/actors/hangar")
  expect(ask("application/activity+json", "POST")).toBe("/en/actors/hangar")
})
