import { sql } from "kysely"
import { expect, test, vi } from "vitest"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { logChange } from "#test/changes.ts"
import { inboxHandlers } from "../../../inbox.ts"
import { createApp } from "../../../app.ts"
import { fediverseFiles } from "../serving/feeds.server.ts"
import { inboxFiles } from "../inbox/feeds.server.ts"

// HTML pages do not matter here; the product's browser tests cover them.
vi.mock("#web/page/page-renderer.server.ts", () => ({
  pageRenderer: () => async () => new Response("<!DOCTYPE html>"),
}))

const here = "https://foyer.example"
const hangar = `${here}/ap/actors/hangar`
const open = "https://www.w3.org/ns/activitystreams#Public"
const path = "/api/actors/hangar/fediverse/"

/** The house with a federated event in two years' time, and its remote follower Anna. */
async function followedHouse() {
  const there = await fediverseWorld()
  const peer = await fediversePeer()
  const inbox = inboxFiles(there.world, inboxHandlers)
  const follow = async (name: string, object: string) => {
    const activity = { id: `${peer.origin}/follows/${name}${object}`, type: "Follow", actor: peer.id(name), object }
    return (await inbox.fetch(await peer.signed(name, `${here}/ap/inbox`, activity))).status
  }
  await follow("anna", hangar)
  const files = fediverseFiles(there.world)
  const get = async (address: string) => {
    const answer = await files.request(address.replace(here, ""))
    const text = await answer.text()
    return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : text }
  }
  const settle = async () => {
    await there.tell()
    await there.deliver()
    return peer.arrived.splice(0).map(({ activity }) => activity)
  }
  const event = await there.hangar.publishes({ title: "Nuit des lanternes", starts: "2099-01-01T20:00" })
  await logChange(there.db, { subject: { event: event.id }, kind: "published" })
  await settle()
  const wants = async (settings: object) => {
    const answer = await there.ask(there.hangar.viewer, "PATCH", path, settings)
    expect(answer.status).toBe(200)
    return settle()
  }
  return { ...there, peer, inbox, follow, get, settle, wants, event, uri: `${here}/ap/events/${event.id}` }
}

test("a page's Fediverse settings begin with the audience everyone, and a change is versioned and logged once", async () => {
  const { ask, hangar: house, wants } = await followedHouse()
  const usual = await ask(house.viewer, "GET", path)
  expect(usual.body).toEqual({
    audience: "everyone",
    has_comments: false,
    joining: "everyone",
    shows_counts: false,
    handle: "@hangar@foyer.example",
    followers: 1,
    version: 0,
  })
  await wants({ has_comments: true })
  const { body, headers } = await ask(house.viewer, "GET", path)
  expect(body).toMatchObject({ has_comments: true, joining: "everyone", version: 1 })
  expect(headers.get("etag")).toMatch(/^"v1-/)
  await wants({ has_comments: true })
  expect((await ask(house.viewer, "GET", path)).body.version).toBe(1)
  const journal = await ask(house.viewer, "GET", "/api/actors/hangar/changes/")
  expect(journal.body.map(({ kind, action }: Record<string, string>) => kind ?? action)).toEqual(["fediverse_changed"])
})

test("only editors of a page read or change its Fediverse settings, and every invalid field is reported", async () => {
  const { ask, newcomer, hangar: house, nour } = await followedHouse()
  const lena = await newcomer("lena")
  for (const viewer of [null, lena, nour.viewer]) {
    expect((await ask(viewer, "GET", path)).status).toBe(403)
    expect((await ask(viewer, "PATCH", path, { audience: "nobody" })).status).toBe(403)
  }
  expect((await ask(house.viewer, "PATCH", "/api/actors/nobody/fediverse/", { audience: "nobody" })).status).toBe(404)
  const wrong = { audience: "friends", has_comments: "yes", joining: 3, shows_counts: null }
  const { status, body } = await ask(house.viewer, "PATCH", path, wrong)
  expect(status).toBe(400)
  expect(Object.keys(body).toSorted()).toEqual(["audience", "has_comments", "joining", "shows_counts"])
  expect((await ask(house.viewer, "GET", path)).body.version).toBe(0)
})

test("of two concurrent changes of the settings, one is refused with 412", async () => {
  const { ask, hangar: house } = await followedHouse()
  const tries = await Promise.all(
    (["nobody", "followers"] as const).map((audience) =>
      ask(house.viewer, "PATCH", path, { audience }, { "if-match": '"v0"' }),
    ),
  )
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 412])
})

test("with the audience nobody, a page and its events answer 404; its followers receive a Delete and stay stored", async () => {
  const { ask, db, get, inbox, peer, follow, wants, uri } = await followedHouse()
  const before = await get(uri)
  expect(before.body.to).toEqual([open])

  const told = await wants({ audience: "nobody" })
  expect(told).toMatchObject([
    { type: "Delete", actor: hangar, to: [`${hangar}/followers`], object: { id: uri, type: "Tombstone" } },
  ])
  const gone = [
    "/.well-known/webfinger?resource=acct:hangar@foyer.example",
    hangar,
    `${here}/ap/pages/hangar`,
    `${hangar}/outbox`,
    `${hangar}/outbox?page=1`,
    `${hangar}/followers`,
    uri,
    `${uri}/organizers`,
  ]
  for (const address of gone) expect(await get(address)).toEqual({ status: 404, body: "404 Not Found\n" })
  const again = { id: `${peer.origin}/follows/9`, type: "Follow", actor: peer.id("bram"), object: hangar }
  expect((await inbox.fetch(await peer.signed("bram", `${hangar}/inbox`, again))).status).toBe(404)
  await follow("bram", hangar)
  expect((await sql`select from fediverse_followers`.execute(db)).rows).toHaveLength(1)
  expect((await ask(null, "GET", "/api/actors/hangar/")).body.handle).toBe("")

  expect(await wants({ audience: "everyone" })).toContainEqual(
    expect.objectContaining({ type: "Create", actor: hangar, object: expect.objectContaining({ id: uri }) }),
  )
  expect((await get(uri)).status).toBe(200)
  expect((await get(gone[0] as string)).status).toBe(200)
})

test("with the audience followers, events are sent to followers alone, are not public, and their Announce is undone", async () => {
  const { get, wants, uri, event, follow, settle, db, peer } = await followedHouse()
  await follow("clara", `${here}/ap/instance`)
  await sql`update events set version = version + 1, title = '{"fr": "Nuit des lampions"}' where id = ${event.id}`.execute(
    db,
  )
  await logChange(db, { subject: { event: event.id }, kind: "updated" })
  expect((await settle()).map(({ type }) => type)).toContain("Announce")

  const told = await wants({ audience: "followers" })
  // Deliveries to different inboxes come in any order.
  const said = (type: string, of: string) => told.find((one) => one.type === type && idIn(one.object) === of)
  expect(told).toHaveLength(3)
  expect(said("Update", hangar)).toMatchObject({ object: { discoverable: false, indexable: false } })
  expect(said("Undo", uri)).toMatchObject({ actor: `${here}/ap/instance`, object: { type: "Announce" } })
  expect(said("Update", uri)).toMatchObject({ to: [`${hangar}/followers`], cc: [], object: { cc: [] } })
  expect(JSON.stringify(said("Update", uri))).not.toContain(open)

  expect(await get(uri)).toEqual({ status: 404, body: "404 Not Found\n" })
  expect((await get(`${uri}/organizers`)).status).toBe(404)
  expect((await get(`${hangar}/outbox?page=1`)).body).toMatchObject({ orderedItems: [] })
  expect((await get(`${hangar}/outbox`)).body.totalItems).toBe(0)
  expect((await get(hangar)).body).toMatchObject({ discoverable: false, indexable: false })

  await sql`update events set version = version + 1, status = 'cancelled' where id = ${event.id}`.execute(db)
  await logChange(db, { subject: { event: event.id }, kind: "cancelled" })
  const off = await settle()
  expect(off.map(({ type, object }) => `${type} ${object.type}`)).toEqual(["Update Event", "Create Note"])
  expect(JSON.stringify(off)).not.toContain(open)
  const note = off[1]?.object.id as string
  expect((await get(note)).status).toBe(404)
  expect(peer.arrived).toEqual([])
})

test("an event for followers is served, as a private answer, only to requests signed by a follower or its server", async () => {
  const { wants, uri, peer, world, db } = await followedHouse()
  const app = createApp(world)
  const statusOf = async (request: Request) => (await app.fetch(request)).status
  const asks = (name: string, address = uri) => peer.signedGet(name, address)
  await wants({ audience: "followers" })

  const answer = await app.fetch(await asks("anna"))
  expect(answer.status).toBe(200)
  expect(answer.headers.get("cache-control")).toMatch(/^private/)
  expect(await answer.json()).toMatchObject({ id: uri, to: [`${hangar}/followers`], cc: [] })
  expect(await statusOf(await asks("anna", `${uri}/organizers`))).toBe(200)

  expect(await statusOf(new Request(uri))).toBe(404)
  expect(await statusOf(await asks("bram"))).toBe(404)
  const forged = await asks("anna", `${here}/ap/events/999`)
  expect(await statusOf(new Request(uri, { headers: forged.headers }))).toBe(404)
  await sql`update remote_actors set type = 'Application' where uri = ${peer.id("bram")}`.execute(db)
  expect(await statusOf(await asks("bram"))).toBe(200)
  await wants({ audience: "nobody" })
  expect(await statusOf(await asks("anna"))).toBe(404)
})

test("an organizer with the audience nobody appears in an event by name, without its actor address", async () => {
  const { ask, get, seuils, hangar: house, db } = await followedHouse()
  const event = await seuils.publishes({ title: "Seuil", starts: "2099-01-01T20:00" })
  const uri = `${here}/ap/events/${event.id}`
  await sql`delete from event_organizers where event_id = ${event.id}`.execute(db)
  await sql`insert into event_organizers (event_id, actor_id, position, status)
    values (${event.id}, ${seuils.id}, 0, 'accepted'), (${event.id}, ${house.id}, 1, 'accepted')`.execute(db)
  expect(JSON.stringify((await get(uri)).body)).toContain(hangar)
  await ask(house.viewer, "PATCH", path, { audience: "nobody" })
  const { body } = await get(uri)
  expect(JSON.stringify(body)).not.toContain(hangar)
  expect(body.organizers.items).toContainEqual(expect.objectContaining({ name: "Le Hangar des Vents" }))
})

test("the followers collection has a count if the page shows counts, and never lists followers", async () => {
  const { get, wants } = await followedHouse()
  expect((await get(`${hangar}/followers`)).body).not.toHaveProperty("totalItems")
  await wants({ shows_counts: true })
  const { body } = await get(`${hangar}/followers`)
  expect(body.totalItems).toBe(1)
  expect(body).not.toHaveProperty("orderedItems")
  expect(body).not.toHaveProperty("first")
})

/** Returns the id of an activity's object; of an undone Announce, the id of what was announced. */
const idIn = ({ id, object }: { id?: string; object?: string }) => object ?? id
