import { sql } from "kysely"
import { expect, test } from "vitest"
import { elsewhereWorld } from "#test/elsewhere/fediverse-elsewhere.ts"
import { decideHosts } from "../hosts/commands.server.ts"
import { readAccountReference } from "./handle.ts"
import { sweepRemoteFollows } from "./sweep.server.ts"

const instance = "https://foyer.example/ap/instance"

test.each([
  ["@salle@agenda.example", { kind: "handle", name: "salle", host: "agenda.example" }],
  ["salle@Agenda.Example", { kind: "handle", name: "salle", host: "agenda.example" }],
  [" acct:salle@agenda.example:8443 ", { kind: "handle", name: "salle", host: "agenda.example:8443" }],
  ["@fête@agendà.example", { kind: "handle", name: "fête", host: "xn--agend-vqa.example" }],
  ["https://agenda.example/@salle#top", { kind: "address", url: "https://agenda.example/@salle" }],
  ["salle", undefined],
  ["@salle", undefined],
  ["a@b@c", undefined],
  ["@salle@agenda.example/x", undefined],
  ["https://me:secret@agenda.example/", undefined],
  ["ftp://agenda.example/salle", undefined],
])("%s is read as a reference to a remote account, or refused", (text, whom) => {
  expect(readAccountReference(text)).toEqual(whom)
})

test("the instance sends one Follow for all local followers, and followers see whether it was accepted", async () => {
  const { ask, lena, newcomer, follows, handleOf, does, delivered, peer } = await elsewhereWorld()
  const omar = await newcomer("omar")

  const first = await follows(lena, handleOf("salle"))
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({ handle: `salle@${peer.host}`, name: "salle", state: "asked", host: peer.host })
  for (const handle of [`acct:salle@${peer.host}`, `salle@${peer.host}`, peer.id("salle")])
    expect((await follows(omar, handle)).body).toMatchObject({ handle: `salle@${peer.host}` })

  const sent = await delivered()
  expect(sent).toMatchObject([
    { path: "/users/salle/inbox", type: "Follow", actor: instance, object: peer.id("salle"), to: [peer.id("salle")] },
  ])
  expect(JSON.stringify(sent)).not.toMatch(/lena|omar/)

  await does("salle", { type: "Accept", object: sent[0] })
  const list = await ask(lena, "GET", "/api/fediverse/follows/")
  expect(list.body).toMatchObject([{ handle: `salle@${peer.host}`, state: "accepted" }])
  expect(list.headers.get("x-total-count")).toBe("1")
})

test.each([
  ["with the Follow in it", (follow: object) => follow],
  ["by the address of the Follow", ({ id }: { id?: string }) => id],
  ["naming only whom", () => ({ type: "Follow", object: "THEM" })],
  ["naming only who asked", () => instance],
])("an Accept %s accepts the follow, and a later Reject in that form rejects it", async (_, shape) => {
  const { ask, lena, follows, handleOf, does, delivered, peer } = await elsewhereWorld()
  await follows(lena, handleOf("salle"))
  const [sent = {}] = await delivered()
  const object = JSON.parse(JSON.stringify(shape(sent)).replace("THEM", peer.id("salle")))
  const state = async () => (await ask(lena, "GET", "/api/fediverse/follows/")).body[0].state

  await does("salle", { type: "Accept", object })
  expect(await state()).toBe("accepted")
  await does("salle", { type: "Reject", object })
  expect(await state()).toBe("rejected")
})

test("an Accept by another account, or by one that nobody follows, changes nothing", async () => {
  const { db, ask, lena, follows, handleOf, does, delivered } = await elsewhereWorld()
  await follows(lena, handleOf("salle"))
  await follows(lena, handleOf("anna"))
  const sent = await delivered()
  const toSalle = sent.find(({ path }) => path.includes("salle"))

  for (const object of [toSalle, toSalle?.id]) await does("anna", { type: "Accept", object })
  for (const object of [toSalle, instance]) await does("bram", { type: "Accept", object })
  const { body } = await ask(lena, "GET", "/api/fediverse/follows/")
  expect(body.map(({ state }: { state: string }) => state)).toEqual(["asked", "asked"])
  const { rows } = await sql`select from fediverse_following`.execute(db)
  expect(rows).toHaveLength(2)
})

test("the last local unfollow sends an Undo, and a later follow sends a new Follow", async () => {
  const { lena, newcomer, follows, unfollows, handleOf, delivered } = await elsewhereWorld()
  const omar = await newcomer("omar")
  await follows(lena, handleOf("salle"))
  await follows(omar, handleOf("salle"))
  const [asked] = await delivered()

  expect((await unfollows(lena, handleOf("salle"))).status).toBe(204)
  expect(await delivered()).toEqual([])
  expect((await unfollows(omar, handleOf("salle"))).status).toBe(204)
  expect(await delivered()).toMatchObject([
    { type: "Undo", actor: instance, object: { id: asked?.id, type: "Follow" } },
  ])
  expect((await unfollows(omar, handleOf("salle"))).status).toBe(204)
  expect(await delivered()).toEqual([])

  await follows(lena, handleOf("salle"))
  const [again] = await delivered()
  expect(again).toMatchObject({ type: "Follow" })
  expect(again?.id).not.toBe(asked?.id)
})

test("the outbox of an account that accepts and rejects again and again is read once", async () => {
  const { db, lena, befriends, does, peer, here } = await elsewhereWorld()
  await befriends(lena, "salle")
  const object = { type: "Follow", actor: `${here}/ap/instance`, object: peer.id("salle") }
  for (const type of ["Reject", "Accept", "Reject", "Accept"]) expect(await does("salle", { type, object })).toBe(202)

  expect((await sql`select from pgboss.job where name = 'fediverse.look'`.execute(db)).rows).toHaveLength(1)
})

test("concurrent follows of one account send a single Follow", async () => {
  const { newcomer, follows, handleOf, delivered } = await elsewhereWorld()
  const people = await Promise.all(Array.from({ length: 6 }, (_, at) => newcomer(`person${at}`)))
  const answers = await Promise.all(people.map((one) => follows(one, handleOf("salle"))))
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201))

  expect(await delivered()).toMatchObject([{ type: "Follow" }])
})

test("a follow without login, or of an invalid, local, missing or blocked account, is refused", async () => {
  const { db, config, ask, lena, follows, peer, handleOf } = await elsewhereWorld()
  const said = async (handle: unknown) =>
    (await ask(lena, "POST", "/api/fediverse/follows/", { handle }, { "accept-language": "en" })).body.handle?.[0]

  expect((await ask(null, "POST", "/api/fediverse/follows/", { handle: handleOf("salle") })).status).toBe(403)
  expect((await ask(null, "GET", "/api/fediverse/follows/")).status).toBe(403)
  expect((await ask(null, "DELETE", "/api/fediverse/follows/", { handle: handleOf("salle") })).status).toBe(403)
  for (const handle of [undefined, 7, "", "x".repeat(3000)])
    expect((await ask(lena, "POST", "/api/fediverse/follows/", { handle })).status).toBe(400)
  expect(await said("salle")).toContain("Write a whole address")
  expect(await said("@hangar@foyer.example")).toContain("This is a page on this site")
  expect(await said("https://foyer.example/actors/hangar")).toContain("This is a page on this site")
  expect(await said(`@Nobody9@${peer.host}`)).toContain("There is no account at this address")
  expect(await said(`${peer.origin}/nowhere`)).toContain("There is no account at this address")

  // A blocked host is treated as missing.
  await decideHosts(db, config, [peer.host], "block")
  expect(await said(handleOf("salle"))).toContain("There is no account at this address")
  expect(await said(peer.id("salle"))).toContain("There is no account at this address")
  expect((await follows(lena, handleOf("salle"))).status).toBe(400)
})

test("a handle can be followed only if the host of its actor confirms the handle", async () => {
  const { ask, lena, peer, follows } = await elsewhereWorld()
  const link = (name: string) => ({
    links: [{ rel: "self", type: "application/activity+json", href: peer.id(name) }],
  })
  peer.tells(`acct:fausse@${peer.host}`, { subject: `acct:fausse@${peer.host}`, ...link("salle") })
  const refused = await ask(
    lena,
    "POST",
    "/api/fediverse/follows/",
    { handle: `@fausse@${peer.host}` },
    { "accept-language": "en" },
  )
  expect(refused.status).toBe(400)
  expect(refused.body.handle[0]).toContain("does not confirm")

  // The handle is on another host, and the actor's own host confirms it, or does not.
  const { fediversePeer } = await import("#test/elsewhere/fediverse-peer.ts")
  const domain = await fediversePeer()
  domain.tells(`acct:salle@${domain.host}`, { subject: `acct:salle@${domain.host}`, ...link("salle") })
  expect((await follows(lena, `@salle@${domain.host}`)).status).toBe(400)
  peer.tells(`acct:salle@${peer.host}`, { subject: `acct:salle@${domain.host}`, ...link("salle") })
  expect((await follows(lena, `@salle@${domain.host}`)).status).toBe(201)
})

test("an account is found by WebFinger from the address of its profile", async () => {
  const { lena, peer, follows } = await elsewhereWorld()
  peer.tells(`${peer.origin}/profile/salle`, {
    links: [{ rel: "self", type: "application/activity+json", href: peer.id("salle") }],
  })
  expect((await follows(lena, `${peer.origin}/profile/salle`)).body).toMatchObject({ handle: `salle@${peer.host}` })
})

test("a user follows at most a thousand remote accounts", async () => {
  const { db, lena, follows, handleOf } = await elsewhereWorld()
  await sql`
    with made as (
      insert into remote_actors (uri, host, type, username, inbox, key_id, public_key)
      select 'https://e.example/' || n, 'e.example', 'Person', 'n' || n, 'https://e.example/in', 'k' || n, 'pem'
      from generate_series(1, 1000) n returning id)
    insert into fediverse_follows (user_id, remote_actor_id) select ${lena.userId}, id from made`.execute(db)

  expect((await follows(lena, handleOf("salle"))).status).toBe(409)
})

test("an unanswered Follow is sent five times in all, and the sweep undoes a Follow without local followers", async () => {
  const { db, config, lena, follows, handleOf, delivered } = await elsewhereWorld()
  await follows(lena, handleOf("salle"))
  const ids = new Set((await delivered()).map(({ id }) => id))
  await sweepRemoteFollows(db, config)
  expect(await delivered()).toEqual([])

  for (let day = 0; day < 7; day++) {
    await sql`update fediverse_following set asked_at = asked_at - interval '1 day'`.execute(db)
    await sweepRemoteFollows(db, config)
    for (const { id, type } of await delivered()) {
      expect(type).toBe("Follow")
      ids.add(id)
    }
  }
  expect(ids.size).toBe(5)

  // As when an account is deleted.
  await sql`delete from fediverse_follows`.execute(db)
  await sweepRemoteFollows(db, config)
  await sweepRemoteFollows(db, config)
  expect(await delivered()).toMatchObject([{ type: "Undo" }])
})
