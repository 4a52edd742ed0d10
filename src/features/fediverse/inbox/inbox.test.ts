import { sql } from "kysely"
import { expect, test } from "vitest"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { inboxHandlers } from "../../../inbox.ts"
import { deliverDue } from "../outbox/delivering.server.ts"
import { inboxFiles } from "./feeds.server.ts"

const here = "https://foyer.example"
const hangar = `${here}/ap/actors/hangar`

async function met(settings: Record<string, string> = {}) {
  const [there, peer] = [await fediverseWorld(settings), await fediversePeer()]
  const inbox = inboxFiles(there.world, inboxHandlers)
  const send = async (request: Request) => (await inbox.fetch(request)).status
  const followers = async () => {
    const { rows } = await sql<{ name: string; uri: string }>`
      select i.name, r.uri from fediverse_followers f join fediverse_identities i on i.id = f.identity_id
      join remote_actors r on r.id = f.remote_actor_id order by r.uri`.execute(there.db)
    return rows.map(({ name, uri }) => `${uri.split("/").at(-1)} → ${name}`)
  }
  const follow = (name: string, more: object = {}) => ({
    "@context": "https://www.w3.org/ns/activitystreams",
    id: `${peer.origin}/follows/${name}`,
    type: "Follow",
    actor: peer.id(name),
    object: hangar,
    ...more,
  })
  return { ...there, peer, send, followers, follow }
}

test("a Follow with either kind of signature is stored and answered with a signed Accept that embeds it", async () => {
  const { db, config, peer, send, followers, follow } = await met()

  expect(await send(await peer.signed("anna", `${hangar}/inbox`, follow("anna")))).toBe(202)
  expect(await send(await peer.signed("bram", `${here}/ap/inbox`, follow("bram"), { spec: "rfc9421" }))).toBe(202)
  expect(await followers()).toEqual(["anna → hangar", "bram → hangar"])

  await deliverDue(db, config)
  expect(peer.arrived.map(({ path }) => path).sort()).toEqual(["/users/anna/inbox", "/users/bram/inbox"])
  const accept = peer.arrived.find(({ path }) => path === "/users/anna/inbox")
  expect(accept?.activity).toMatchObject({
    type: "Accept",
    actor: hangar,
    object: { id: `${peer.origin}/follows/anna`, type: "Follow", actor: peer.id("anna"), object: hangar },
  })
  expect(accept?.headers.signature).toContain(`keyId="${hangar}#main-key"`)
})

test("a repeated Follow is stored and accepted once", async () => {
  const { db, config, peer, send, followers, follow } = await met()
  for (let time = 0; time < 3; time++)
    expect(await send(await peer.signed("anna", `${hangar}/inbox`, follow("anna")))).toBe(202)

  await deliverDue(db, config)
  expect(await followers()).toEqual(["anna → hangar"])
  expect(peer.arrived).toHaveLength(1)
})

test.each([
  ["whole", (follow: object) => follow],
  ["by its address", (follow: { id?: string }) => follow.id],
  ["by whom it was about", () => hangar],
  ["without its address", (follow: object) => ({ ...follow, id: undefined })],
])("an Undo that names the Follow %s removes the follower", async (_, shape) => {
  const { peer, send, followers, follow } = await met()
  await send(await peer.signed("anna", `${hangar}/inbox`, follow("anna")))
  const undo = {
    id: `${peer.origin}/undo/1`,
    type: "Undo",
    actor: peer.id("anna"),
    object: shape(follow("anna")),
  }

  expect(await send(await peer.signed("anna", `${hangar}/inbox`, undo))).toBe(202)
  expect(await followers()).toEqual([])
})

type Past = { actor: string; page: string }
test.each([
  ["taken back", (past: Past) => ({ type: "Undo", object: { type: "Follow", actor: past.actor, object: past.page } })],
  ["taken back, by whom it was about,", (past: Past) => ({ type: "Undo", object: past.page })],
  ["ended by a block", (past: Past) => ({ type: "Block", object: past.page })],
  ["ended by who is gone", (past: Past) => ({ type: "Delete", object: past.actor })],
])("with the audience nobody, a Follow can still be %s, and other requests to the inbox answer 404", async (_, bye) => {
  const { db, peer, send, followers, follow } = await met()
  await send(await peer.signed("anna", `${hangar}/inbox`, follow("anna")))
  await sql`
    insert into fediverse_settings (actor_id, audience) select id, 'nobody' from actors where fid = 'hangar'`.execute(
    db,
  )
  const inbox = `${hangar}/inbox`
  const actor = peer.id("anna")
  const does = async (nth: number, what: object) =>
    send(await peer.signed("anna", inbox, { id: `${peer.origin}/deeds/${nth}`, actor, ...what }))

  expect(await does(1, { type: "Follow", object: hangar })).toBe(404)
  expect(await does(2, { type: "Unheard", object: hangar })).toBe(404)
  expect(await send(await peer.signed("anna", inbox, "{"))).toBe(404)
  expect(await send(await peer.signed("anna", inbox, follow("anna"), { type: "application/json" }))).toBe(404)
  expect(await followers()).toEqual(["anna → hangar"])

  const forged = { id: `${peer.origin}/deeds/3`, actor, ...bye({ actor, page: hangar }) }
  expect(await send(await peer.signed("bram", inbox, forged))).toBe(401)
  expect(await followers()).toEqual(["anna → hangar"])
  expect(await does(4, bye({ actor, page: hangar }))).toBe(202)
  expect(await followers()).toEqual([])
})

test("an Undo, Delete or Block sent by another account does not remove a follower", async () => {
  const { peer, send, followers, follow } = await met()
  await send(await peer.signed("anna", `${hangar}/inbox`, follow("anna")))
  const by = (name: string, more: object) => ({
    id: `${peer.origin}/x/${Math.random()}`,
    actor: peer.id(name),
    ...more,
  })

  for (const activity of [
    by("anna", { type: "Undo", object: follow("anna") }),
    by("anna", { type: "Delete", object: peer.id("anna") }),
  ])
    expect(await send(await peer.signed("bram", `${hangar}/inbox`, activity))).toBe(401)
  for (const activity of [
    by("bram", { type: "Undo", object: follow("anna") }),
    by("bram", { type: "Undo", object: `${peer.origin}/follows/anna` }),
    by("bram", { type: "Delete", object: peer.id("anna") }),
    by("bram", { type: "Block", object: hangar }),
  ])
    expect([202, 400]).toContain(await send(await peer.signed("bram", `${hangar}/inbox`, activity)))
  expect(await followers()).toEqual(["anna → hangar"])
})

test("the Delete of an account removes it from the followers, and causes no request if the account is unknown", async () => {
  const { peer, send, followers, follow } = await met()
  await send(await peer.signed("anna", `${hangar}/inbox`, follow("anna")))
  const gone = (name: string) => ({
    id: `${peer.id(name)}#delete`,
    type: "Delete",
    actor: peer.id(name),
    object: peer.id(name),
  })
  const before = peer.asked()

  expect(await send(await peer.signed("bram", `${here}/ap/inbox`, gone("bram")))).toBe(202)
  expect(peer.asked()).toBe(before)
  expect(await send(await peer.signed("anna", `${here}/ap/inbox`, gone("anna")))).toBe(202)
  expect(await followers()).toEqual([])
})

test("a renewed key is fetched again once the stored one is old, but not for every wrong signature", async () => {
  const { db, peer, send, followers, follow } = await met()
  await send(await peer.signed("anna", `${hangar}/inbox`, follow("anna")))
  peer.renewKey("anna")
  const again = (id: string) => ({ id: `${peer.origin}/${id}`, type: "Undo", actor: peer.id("anna"), object: hangar })

  expect(await send(await peer.signed("anna", `${hangar}/inbox`, again("soon")))).toBe(401)
  await sql`update remote_actors set fetched_at = now() - interval '1 hour'`.execute(db)
  expect(await send(await peer.signed("anna", `${hangar}/inbox`, again("later")))).toBe(202)
  expect(await followers()).toEqual([])

  const before = peer.asked()
  for (let time = 0; time < 5; time++) {
    const forged = await peer.signed("bram", `${hangar}/inbox`, again(`forged-${time}`), { as: "anna" })
    expect(await send(forged)).toBe(401)
  }
  expect(peer.asked()).toBe(before)
})

test.each<[string, number, (at: Awaited<ReturnType<typeof met>>) => Promise<Request>]>([
  [
    "without a signature",
    401,
    async ({ follow }) =>
      new Request(`${hangar}/inbox`, {
        method: "POST",
        headers: { "content-type": "application/activity+json" },
        body: JSON.stringify(follow("anna")),
      }),
  ],
  [
    "with one byte changed",
    401,
    async ({ peer, follow }) => {
      const signed = await peer.signed("anna", `${hangar}/inbox`, follow("anna"))
      const body = (await signed.text()).replace("/follows/", "/fellows/")
      return new Request(signed.url, { method: "POST", headers: signed.headers, body })
    },
  ],
  [
    "sent to another inbox than it was signed for",
    401,
    async ({ peer, follow }) => {
      const signed = await peer.signed("anna", `${here}/ap/inbox`, follow("anna"))
      return new Request(`${hangar}/inbox`, { method: "POST", headers: signed.headers, body: await signed.text() })
    },
  ],
  [
    "with an id of another host",
    400,
    ({ peer, follow }) => peer.signed("anna", `${hangar}/inbox`, follow("anna", { id: "https://elsewhere.example/1" })),
  ],
  [
    "without an id",
    400,
    ({ peer, follow }) => peer.signed("anna", `${hangar}/inbox`, follow("anna", { id: undefined })),
  ],
  [
    "by several",
    400,
    ({ peer, follow }) =>
      peer.signed("anna", `${hangar}/inbox`, follow("anna", { actor: [peer.id("anna"), peer.id("bram")] })),
  ],
  [
    "of another media type",
    415,
    ({ peer, follow }) => peer.signed("anna", `${hangar}/inbox`, follow("anna"), { type: "application/json" }),
  ],
  ["that is no JSON", 400, ({ peer }) => peer.signed("anna", `${hangar}/inbox`, "{")],
  [
    "over a megabyte",
    413,
    ({ peer, follow }) => peer.signed("anna", `${hangar}/inbox`, follow("anna", { content: "x".repeat(1_100_000) })),
  ],
  [
    "nested too deep",
    400,
    ({ peer, follow }) => {
      const deep = JSON.parse(`${'{"a":'.repeat(40)}1${"}".repeat(40)}`)
      return peer.signed("anna", `${hangar}/inbox`, follow("anna", { deep }))
    },
  ],
  [
    "to fifty thousand",
    400,
    ({ peer, follow }) =>
      peer.signed("anna", `${hangar}/inbox`, follow("anna", { to: Array.from({ length: 50_000 }, () => "a") })),
  ],
  [
    "to a page that is not there",
    404,
    ({ peer, follow }) => peer.signed("anna", `${here}/ap/actors/nobody/inbox`, follow("anna")),
  ],
  [
    "in our own name",
    401,
    ({ peer, follow }) => peer.signed("anna", `${hangar}/inbox`, follow("anna", { id: `${here}/1`, actor: hangar })),
  ],
])("an activity %s is refused with %i and stores no follower", async (_, status, request) => {
  const there = await met()

  expect(await there.send(await request(there))).toBe(status)
  expect(await there.followers()).toEqual([])
})

test("a Follow of a draft page answers 404 at the page's inbox and stores no follower", async () => {
  const { db, peer, send, followers, follow } = await met()
  await sql`update actors set status = 'draft' where fid = 'hangar'`.execute(db)

  expect(await send(await peer.signed("anna", `${hangar}/inbox`, follow("anna")))).toBe(404)
  expect(await send(await peer.signed("anna", `${here}/ap/inbox`, follow("anna")))).toBe(202)
  expect(await followers()).toEqual([])
})

test("an activity from a blocked host is refused with 403, without fetching its key", async () => {
  const { db, peer, send, follow } = await met()
  await sql`insert into fediverse_hosts (host, is_blocked) values (${new URL(peer.origin).host}, true)`.execute(db)

  expect(await send(await peer.signed("anna", `${hangar}/inbox`, follow("anna")))).toBe(403)
  expect(peer.asked()).toBe(0)
})

test("an activity of an unsupported type is answered with 202 and dropped, without fetching its key", async () => {
  const { db, peer, send } = await met()
  for (const type of ["EmojiReact", "Dislike", "View", "Unheard"])
    expect(
      await send(
        await peer.signed("anna", `${hangar}/inbox`, {
          id: `${peer.origin}/${type}`,
          type,
          actor: peer.id("anna"),
          object: hangar,
        }),
      ),
    ).toBe(202)

  expect(peer.asked()).toBe(0)
  expect((await sql`select from fediverse_received`.execute(db)).rows).toHaveLength(0)
})

test("keys are not fetched from private addresses when these are not allowed", async () => {
  const { peer, send, follow } = await met({ OUTBOUND_PRIVATE: "0" })

  expect(await send(await peer.signed("anna", `${hangar}/inbox`, follow("anna")))).toBe(401)
  expect(peer.asked()).toBe(0)
})
