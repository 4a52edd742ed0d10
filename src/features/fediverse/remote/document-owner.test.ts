import { sql } from "kysely"
import { expect, test } from "vitest"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { findKey, refreshRemoteActor } from "./commands.server.ts"
import { fetchDocument } from "./fetching.server.ts"

/** A remote actor, and a file on the same server that claims to be it, with another actor's key. */
async function met() {
  const [{ db, config }, peer] = [await fediverseWorld(), await fediversePeer()]
  const [anna, bram] = (await Promise.all(
    ["anna", "bram"].map((name) => fetchDocument(db, config, peer.id(name))),
  )) as {
    publicKey: { publicKeyPem: string }
  }[]
  const file = `${peer.origin}/files/1`
  const publicKey = { id: file, owner: peer.id("anna"), publicKeyPem: bram?.publicKey.publicKeyPem }
  peer.shows("/files/1", { ...anna, publicKey })
  return { db, config, peer, anna, file }
}

test("a file that claims an actor's id is not trusted, and the actor is fetched from its own address", async () => {
  const { db, config, peer, anna, file } = await met()

  expect(await findKey(db, config, file, false)).toBeUndefined()
  expect(await refreshRemoteActor(db, config, file)).toMatchObject({
    uri: peer.id("anna"),
    keyId: `${peer.id("anna")}#main-key`,
    publicKey: anna?.publicKey.publicKeyPem.trim(),
  })
})

test("an account that claims the key of another one on its server does not take it over", async () => {
  const { db, config, peer, anna } = await met()
  const id = `${peer.id("anna")}#main-key`
  await refreshRemoteActor(db, config, peer.id("anna"))
  const publicKey = { id, owner: peer.id("bram"), publicKeyPem: anna?.publicKey.publicKeyPem }
  peer.describes("bram", { publicKey })
  expect(await refreshRemoteActor(db, config, peer.id("bram"))).toMatchObject({ keyId: id })

  expect(await findKey(db, config, id, false)).toMatchObject({ id, owner: peer.id("anna") })
})

test("a key with its own address is accepted only if its owner's actor names it", async () => {
  const { db, config, peer, anna } = await met()
  const id = `${peer.id("anna")}/main-key`
  const publicKey = { id, owner: peer.id("anna"), publicKeyPem: anna?.publicKey.publicKeyPem }
  peer.shows("/users/anna/main-key", { id: peer.id("anna"), publicKey })
  expect(await findKey(db, config, id, false)).toBeUndefined()

  peer.describes("anna", { publicKey })
  expect(await findKey(db, config, id, false)).toMatchObject({ id, owner: peer.id("anna") })
})

test("of the accounts of one host that concern nobody here, the thousand seen last are stored", async () => {
  const { db, config, peer } = await met()
  await sql`
    with many as (
      insert into remote_actors (uri, host, type, username, inbox, key_id, public_key)
      select 'https://many.example/' || n, ${peer.host}, 'Person', 'p' || n, 'https://many.example/' || n || '/inbox',
        'https://many.example/' || n || '#key', 'x' from generate_series(1, 1005) n returning id, username)
    insert into fediverse_following (remote_actor_id, uri) select id, 'https://foyer.example/follows' from many
    where username = 'p1'`.execute(db)
  // Not every new account is worth the check.
  await sql`select setval(pg_get_serial_sequence('remote_actors', 'id'), 1999)`.execute(db)
  await refreshRemoteActor(db, config, peer.id("anna"))

  const { rows } = await sql<{ username: string }>`select username from remote_actors order by id`.execute(db)
  expect(rows).toHaveLength(1001)
  expect(rows.map(({ username }) => username)).toEqual(expect.arrayContaining(["p1", "p1005", "anna"]))
})
