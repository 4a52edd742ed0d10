import { sql } from "kysely"
import { expect, test } from "vitest"
import { logChange } from "#test/changes.ts"
import { elsewhereWorld } from "#test/elsewhere/fediverse-elsewhere.ts"
import { fediverseFiles } from "../serving/feeds.server.ts"

const here = "https://foyer.example"
const hangar = `${here}/ap/actors/hangar`
const instance = `${here}/ap/instance`
const aliases = "/api/actors/hangar/fediverse/aliases/"
const move = "/api/actors/hangar/fediverse/move/"

/** A remote account that people here follow, and the owner of a page. */
async function moving() {
  const there = await elsewhereWorld()
  const { db, ask, peer, delivered, does, tell } = there
  const me = there.hangar.viewer
  const followed = async () => {
    const { rows } = await sql<{ who: string; whom: string }>`
      select u.username as who, r.username as whom from fediverse_follows f join users u on u.id = f.user_id
      join remote_actors r on r.id = f.remote_actor_id order by 1, 2`.execute(db)
    return rows.map(({ who, whom }) => `${who} → ${whom}`)
  }
  const moves = (name: string, target: string) =>
    does(name, { type: "Move", object: peer.id(name), target: target.includes("/") ? target : peer.id(target) })
  const sent = async () =>
    (await delivered()).map(({ type, object, path }) => `${type} ${object.object ?? object} at ${path}`).sort()
  const actor = async () => {
    const answer = await fediverseFiles(there.world).request("/ap/actors/hangar")
    // oxlint-disable-next-line typescript/no-explicit-any
    return (await answer.json()) as any
  }
  const owner = (method: string, path: string, body?: object) => ask(me, method, path, body)
  /** Returns what is delivered about the page, in order. */
  const told = async () => {
    await tell()
    return delivered()
  }
  return { ...there, followed, moves, sent, actor, owner, told }
}

test("a Move makes all local followers follow the new account, once that account lists the old one as its alias", async () => {
  const { lena, newcomer, befriends, follows, followed, moves, sent, peer, handleOf } = await moving()
  const omar = await newcomer("omar")
  await befriends(lena, "salle")
  await follows(omar, handleOf("salle"))
  await sent()

  expect(await moves("salle", "autre")).toBe(202)
  peer.describes("autre", { alsoKnownAs: [peer.id("personne")] })
  expect(await moves("salle", "autre")).toBe(202)
  expect(await followed()).toEqual(["lena → salle", "omar → salle"])
  expect(await sent()).toEqual([])

  peer.describes("autre", { alsoKnownAs: peer.id("salle") })
  expect(await moves("salle", "autre")).toBe(202)
  expect(await followed()).toEqual(["lena → autre", "omar → autre"])
  expect(await sent()).toEqual([
    `Follow ${peer.id("autre")} at /users/autre/inbox`,
    `Undo ${peer.id("salle")} at /users/salle/inbox`,
  ])
  // After a Move, another Move of the same account changes nothing, whatever it names.
  peer.describes("ailleurs", { alsoKnownAs: [peer.id("salle")] })
  await moves("salle", "ailleurs")
  expect(await followed()).toEqual(["lena → autre", "omar → autre"])
})

test("a Move to a moved, missing or unreachable account has no effect, and an account moves at most once a day", async () => {
  const { db, lena, befriends, followed, moves, sent, peer } = await moving()
  await befriends(lena, "salle")
  peer.describes("autre", { alsoKnownAs: [peer.id("salle")], movedTo: peer.id("tiers") })
  await moves("salle", "autre")
  await moves("salle", `${peer.origin}/nowhere`)
  await moves("salle", "https://10.0.0.1/actor")
  await moves("salle", hangar)
  expect(await followed()).toEqual(["lena → salle"])

  // A ring of Moves ends, because each account moves at most once a day.
  peer.describes("autre", { alsoKnownAs: [peer.id("salle")] })
  peer.describes("salle", { alsoKnownAs: [peer.id("autre")] })
  await moves("salle", "autre")
  await moves("autre", "salle")
  expect(await followed()).toEqual(["lena → salle"])
  await sent()
  await moves("salle", "autre")
  expect(await followed()).toEqual(["lena → salle"])
  expect(await sent()).toEqual([])
  await sql`update remote_actors set moved_at = now() - interval '25 hours'`.execute(db)
  await moves("salle", "autre")
  expect(await followed()).toEqual(["lena → autre"])
})

test("a Move sent by another actor is refused, and a Move of an account without local followers causes no request", async () => {
  const { lena, befriends, followed, does, moves, peer } = await moving()
  await befriends(lena, "salle")
  peer.describes("autre", { alsoKnownAs: [peer.id("salle")] })
  expect(await does("bram", { type: "Move", object: peer.id("salle"), target: peer.id("autre") })).toBe(400)
  expect(await followed()).toEqual(["lena → salle"])

  peer.describes("cleo", { alsoKnownAs: [peer.id("dora")] })
  await moves("dora", "cleo")
  const asked = peer.asked()
  await moves("dora", "cleo")
  expect(peer.asked()).toBe(asked)
})

test("a remote account that moves to a local page brings its local followers, if the page lists that account as alias", async () => {
  const { db, lena, befriends, followed, moves, owner, peer, hangar: house, handleOf, actor } = await moving()
  await befriends(lena, "salle")
  await moves("salle", hangar)
  expect(await followed()).toEqual(["lena → salle"])

  const made = await owner("POST", aliases, { account: handleOf("salle") })
  expect([made.status, made.body]).toEqual([201, { uri: peer.id("salle"), handle: `@salle@${peer.host}` }])
  expect(await actor()).toMatchObject({ alsoKnownAs: [peer.id("salle")] })
  await moves("salle", hangar)
  expect(await followed()).toEqual([])
  const { rows } = await sql`select from follows where user_id = ${lena.userId} and actor_id = ${house.id}`.execute(db)
  expect(rows).toHaveLength(1)
})

test("only owners list former accounts of a page, at most ten, and its followers receive an Update", async () => {
  const { lena, ask, owner, told, does, peer, actor, handleOf } = await moving()
  await does("anna", { type: "Follow", object: hangar })
  await told()
  for (const [method, path, body] of [
    ["GET", aliases],
    ["POST", aliases, { account: handleOf("salle") }],
    ["DELETE", aliases, { uri: peer.id("salle") }],
    ["GET", move],
    ["PUT", move, { account: handleOf("salle"), confirm: "hangar" }],
    ["DELETE", move],
  ] as const)
    for (const viewer of [null, lena]) expect((await ask(viewer, method, path, body)).status).toBe(403)
  expect(peer.asked()).toBe(1)

  for (let nth = 0; nth < 10; nth++) {
    const name = `salle${"abcdefghij"[nth]}`
    expect((await owner("POST", aliases, { account: handleOf(name) })).status).toBe(201)
    expect((await owner("POST", aliases, { account: peer.id(name) })).status).toBe(201)
  }
  expect((await owner("POST", aliases, { account: handleOf("onze") })).body).toEqual({
    account: ["Dix anciens comptes au plus."],
  })
  expect((await owner("POST", aliases, { account: "salle" })).status).toBe(400)
  expect((await owner("POST", aliases, { account: "@hangar@foyer.example" })).status).toBe(400)
  expect((await owner("GET", aliases)).body).toHaveLength(10)
  expect((await actor()).alsoKnownAs).toHaveLength(10)
  expect((await told()).map(({ type, object }) => [type, object.alsoKnownAs?.length])).toEqual([["Update", 10]])

  expect((await owner("DELETE", aliases, { uri: peer.id("sallea") })).status).toBe(204)
  expect((await owner("DELETE", aliases, { uri: peer.id("sallea") })).status).toBe(204)
  expect((await actor()).alsoKnownAs).toHaveLength(9)
})

test("a page moves its followers to an account that lists it as alias, names that account, and rejects new follows", async () => {
  const { owner, told, does, peer, actor, handleOf } = await moving()
  await does("anna", { type: "Follow", object: hangar })
  await told()
  const to = (account: string, confirm = "hangar") => owner("PUT", move, { account, confirm })
  expect((await to(handleOf("salle"), "Hangar")).body).toHaveProperty("confirm")
  expect((await to(handleOf("salle"))).body).toHaveProperty("account")
  peer.describes("salle", { alsoKnownAs: [hangar], movedTo: peer.id("tiers") })
  expect((await to(handleOf("salle"))).status).toBe(400)
  expect(await told()).toEqual([])

  peer.describes("salle", { alsoKnownAs: [hangar] })
  expect((await owner("GET", move)).body).toEqual({ moved: null, followers: 1 })
  const moved = await to(handleOf("salle"))
  expect(moved.body).toMatchObject({ moved: { uri: peer.id("salle"), handle: `@salle@${peer.host}` }, followers: 0 })
  expect(await told()).toMatchObject([
    { path: "/users/anna/inbox", type: "Update", actor: hangar, object: { id: hangar, movedTo: peer.id("salle") } },
    { path: "/users/anna/inbox", type: "Move", actor: hangar, object: hangar, target: peer.id("salle") },
  ])
  expect(await actor()).toMatchObject({ movedTo: peer.id("salle") })
  expect((await to(handleOf("salle"))).status).toBe(200)
  expect((await to(handleOf("autre"))).status).toBe(400)
  peer.describes("autre", { alsoKnownAs: [hangar] })
  expect((await to(handleOf("autre"))).status).toBe(409)

  await does("bram", { type: "Follow", object: hangar })
  expect(await told()).toMatchObject([{ type: "Reject", actor: hangar, object: { type: "Follow" } }])
})

test("the instance does not announce events of a page that moved, until the move is undone", async () => {
  const { db, owner, told, does, peer, handleOf, hangar: house, actor } = await moving()
  await does("anna", { type: "Follow", object: instance })
  peer.describes("salle", { alsoKnownAs: [hangar] })
  await told()
  expect((await owner("PUT", move, { account: handleOf("salle"), confirm: "hangar" })).status).toBe(200)
  const publishes = async (title: string) => {
    const event = await house.publishes({ title, starts: "2099-01-01T20:00" })
    await logChange(db, { subject: { event: event.id }, kind: "published" })
    return (await told()).map(({ type }) => type)
  }
  expect(await publishes("Un")).toEqual([])

  expect((await owner("DELETE", move)).status).toBe(204)
  expect((await owner("DELETE", move)).status).toBe(204)
  expect(await actor()).not.toHaveProperty("movedTo")
  expect((await owner("GET", move)).body).toEqual({ moved: null, followers: 0 })
  expect(await publishes("Deux")).toEqual(["Announce"])
})
