import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { sql } from "kysely"
import { expect, onTestFinished, test } from "vitest"
import type { Db } from "#db/connection.ts"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { refreshRemoteActor } from "../remote/commands.server.ts"
import { readSoftware } from "../remote/software/commands.server.ts"

const path = "/api/fediverse/accounts/"

/** The test world with remote accounts: some follow the house, some are followed, some are unrelated to anybody here. */
async function knownWorld() {
  const there = await fediverseWorld({}, { hasKeys: false })
  const { db } = there
  await sql`insert into fediverse_identities (actor_id, name, public_key, private_key)
    values (${there.hangar.id}, 'hangar', repeat('k', 200), convert_to(repeat('p', 200), 'UTF8'))`.execute(db)
  await someone(db, "anna", "Zoë Annaert", "follows")
  await someone(db, "Bram", "Bram", "is followed")
  await someone(db, "cleo", "Cleo", "is wanted")
  await someone(db, "stranger", "Stranger", "signed something")
  await someone(db, "shy", "Shy", "follows")
  await sql`update remote_actors set is_listed = false where username = 'shy'`.execute(db)
  return there
}

async function someone(db: Db, username: string, name: string, how: string, host = "elsewhere.example") {
  const uri = `https://${host}/users/${username}`
  const { rows } = await sql<{ id: number }>`
    insert into remote_actors (uri, host, type, username, name, url, inbox, key_id, public_key, software)
    values (${uri}, ${host}, 'Group', ${username}, ${name}, ${`https://${host}/@${username}`}, ${`${uri}/inbox`},
      ${`${uri}#key`}, 'key', 'mastodon') returning id`.execute(db)
  const id = rows[0]?.id as number
  if (how === "follows")
    await sql`insert into fediverse_followers (identity_id, remote_actor_id, follow_uri)
      select id, ${id}, ${uri} from fediverse_identities limit 1`.execute(db)
  if (how === "is followed")
    await sql`insert into fediverse_following (remote_actor_id, uri) values (${id}, ${uri})`.execute(db)
  if (how === "is wanted")
    await sql`insert into fediverse_follows (user_id, remote_actor_id)
      select id, ${id} from users order by id limit 1`.execute(db)
  return id
}

test("accounts are listed by handle: local pages, verified profiles, and remote accounts that follow or are followed", async () => {
  const { ask, db, nour } = await knownWorld()
  await sql`insert into identities (user_id, url, handle, state) values
    (${nour.viewer.userId}, 'https://scene.example/@nour', 'Nour@scene.example', 'verified'),
    (${nour.viewer.userId}, 'https://bal.example/@nora', null, 'verified'),
    (${nour.viewer.userId}, 'https://nour.example/', null, 'verified'),
    (${nour.viewer.userId}, 'https://false.example/@nour', 'nour@false.example', 'no_link')`.execute(db)
  const { body, headers } = await ask(null, "GET", path)

  expect(body.map(({ handle }: { handle: string }) => handle)).toEqual([
    "@anna@elsewhere.example",
    "@Bram@elsewhere.example",
    "@cleo@elsewhere.example",
    "@hangar@foyer.example",
    "@nora@bal.example",
    "@nour@foyer.example",
    "@Nour@scene.example",
    "@rhizome@foyer.example",
    "@seuils@foyer.example",
  ])
  expect(headers.get("x-total-count")).toBe("9")
  expect(body[0]).toEqual({
    id: expect.any(Number),
    handle: "@anna@elsewhere.example",
    url: "https://elsewhere.example/@anna",
    name: "Zoë Annaert",
    avatar: null,
    host: "elsewhere.example",
    software: "mastodon",
    local: false,
    actor: null,
    type: "group",
  })
  expect(body[3]).toMatchObject({
    url: "https://foyer.example/actors/hangar",
    name: "Le Hangar des Vents",
    host: "foyer.example",
    software: "foyer",
    local: true,
    actor: "hangar",
    type: "place",
  })
  expect(body[6]).toMatchObject({
    local: false,
    actor: "nour",
    name: "Nour Alvérane",
    url: "https://scene.example/@nour",
  })
  expect(new Set(body.map(({ id }: { id: number }) => id)).size).toBe(9)
})

test("a verified profile that also follows a page is listed once", async () => {
  const { ask, db, nour } = await knownWorld()
  await sql`insert into identities (user_id, url, handle, state) values
    (${nour.viewer.userId}, 'https://elsewhere.example/@anna', 'Anna@elsewhere.example', 'verified')`.execute(db)
  const found = await ask(null, "GET", `${path}?q=anna`)
  expect(found.body).toMatchObject([{ handle: "@Anna@elsewhere.example", actor: "nour" }])
})

test.each([
  ["zoe", ["@anna@elsewhere.example"]],
  ["@anna", ["@anna@elsewhere.example"]],
  ["@Anna@elsewhere", ["@anna@elsewhere.example"]],
  ["HANGAR", ["@hangar@foyer.example"]],
  ["@hangar@foyer.example", ["@hangar@foyer.example"]],
  ["%", []],
  ["_nna", []],
  ["stranger", []],
  ["shy", []],
])("a search for %s finds %j, by handle or name, whatever the accents", async (q, handles) => {
  const { ask } = await knownWorld()
  const { body } = await ask(null, "GET", `${path}?q=${encodeURIComponent(q)}`)
  expect(body.map(({ handle }: { handle: string }) => handle)).toEqual(handles)
})

test("the list of accounts is served by fifty, with each account once and with a stable id", async () => {
  const { ask, db } = await knownWorld()
  for (let at = 0; at < 60; at++) await someone(db, `m${String(at).padStart(2, "0")}`, "M", "follows", "many.example")
  const parts = await Promise.all([0, 50].map((start) => ask(null, "GET", `${path}?start=${start}`)))
  const all = parts.flatMap(({ body }) => body)
  expect(parts.map(({ body }) => body.length)).toEqual([50, 17])
  expect(new Set(all.map(({ id }: { id: number }) => id)).size).toBe(67)
  expect(parts[0]?.headers.get("link")).toContain('rel="next"')
  const [again] = (await ask(null, "GET", `${path}?start=51&limit=1`)).body
  expect(again).toEqual(all[51])
  expect((await ask(null, "GET", `${path}?limit=101`)).status).toBe(400)
})

test("a page with the audience nobody, a page outside the directory and a draft page are not listed", async () => {
  const { ask, db, hangar, seuils, rhizome } = await knownWorld()
  await ask(hangar.viewer, "PATCH", "/api/actors/hangar/fediverse/", { audience: "nobody" })
  await sql`update actors set in_directory = false where id = ${seuils.id}`.execute(db)
  await sql`update actors set status = 'draft' where id = ${rhizome.id}`.execute(db)
  const { body } = await ask(null, "GET", `${path}?q=foyer.example`)
  expect(body.map(({ actor }: { actor: string }) => actor)).toEqual(["nour"])
})

test("a remote actor's fields are stored, and the software of its server is read once a week", async () => {
  const { db, config } = await fediverseWorld({}, { hasKeys: false })
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? "")
    const said = answers[request.url ?? ""]
    response.writeHead(said ? 200 : 404, {
      "content-type": request.url?.startsWith("/users") ? "application/activity+json" : "application/json",
    })
    response.end(JSON.stringify(said ?? {}))
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${host}`
  const id = `${origin}/users/anna`
  const actor = (more: object) => ({
    id,
    type: "Person",
    preferredUsername: "anna",
    summary: "<p>Bonjour<script>alert(1)</script></p>",
    icon: { type: "Image", url: `${origin}/anna.png` },
    inbox: `${id}/inbox`,
    followers: `${id}/followers`,
    manuallyApprovesFollowers: true,
    alsoKnownAs: ["https://former.example/anna"],
    publicKey: { id: `${id}#k`, owner: id, publicKeyPem: "-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----" },
    ...more,
  })
  const answers: Record<string, unknown> = {
    "/users/anna": actor({}),
    "/.well-known/nodeinfo": {
      links: [{ rel: "http://nodeinfo.diaspora.software/ns/schema/2.0", href: `${origin}/info` }],
    },
    "/info": { software: { name: "GoToSocial", version: "0.19" } },
  }
  await refreshRemoteActor(db, config, id)
  const read = async () => (await sql<Record<string, unknown>>`select * from remote_actors`.execute(db)).rows[0]
  expect(await read()).toMatchObject({
    icon_url: `${origin}/anna.png`,
    summary: "<p>Bonjour</p>",
    followers_uri: `${id}/followers`,
    approves_followers: true,
    also_known_as: ["https://former.example/anna"],
    is_listed: true,
    software: null,
  })
  const due = async () =>
    (
      await sql<{
        host: string
      }>`delete from pgboss.job where name = 'fediverse.read-software' returning data->>'host' as host`.execute(db)
    ).rows
  expect(await due()).toEqual([{ host }])
  await readSoftware(db, config, host)
  expect(await read()).toMatchObject({ software: "gotosocial" })

  answers["/users/anna"] = actor({ discoverable: false, followers: "https://other.example/followers" })
  await refreshRemoteActor(db, config, id)
  expect(await read()).toMatchObject({ is_listed: false, followers_uri: null, software: "gotosocial" })
  expect(await due()).toEqual([])
  await sql`update fediverse_hosts set software_at = now() - interval '8 days'`.execute(db)
  await refreshRemoteActor(db, config, id)
  expect(await due()).toEqual([{ host }])
  delete answers["/info"]
  await readSoftware(db, config, host)
  expect(await read()).toMatchObject({ software: "gotosocial" })
})
