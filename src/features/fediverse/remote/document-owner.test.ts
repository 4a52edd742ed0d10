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

test("a key with its own address is accepted only if its owner's actor names it", async () => {
  const { db, config, peer, anna } = await met()
  const id = `${peer.id("anna")}/main-key`
  const publicKey = { id, owner: peer.id("anna"), publicKeyPem: anna?.publicKey.publicKeyPem }
  peer.shows("/users/anna/main-key", { id: peer.id("anna"), publicKey })
  expect(await findKey(db, config, id, false)).toBeUndefined()

  peer.describes("anna", { publicKey })
  expect(await findKey(db, config, id, false)).toMatchObject({ id, owner: peer.id("anna") })
})
