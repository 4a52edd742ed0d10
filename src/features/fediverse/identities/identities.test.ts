import { randomBytes } from "node:crypto"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { fediverseWorld } from "#test/fediverse-world.ts"
import { readConfig } from "#config/config.ts"
import { signedHeaders } from "../signatures/signing.server.ts"
import { identityOfActor, instanceIdentity, renewKeys, sealAnew } from "./commands.server.ts"
import { findIdentity } from "./queries.server.ts"
import { unseal } from "./sealing.server.ts"

const newKey = () => randomBytes(32).toString("base64url")

test("many who ask at once get one pair of keys, made while others are served", async () => {
  const { db, config, hangar } = await fediverseWorld()
  let [longest, last] = [0, performance.now()]
  const watch = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - 5)
    last = now
  }, 5)
  const made = await Promise.all(Array.from({ length: 10 }, () => identityOfActor(db, config, hangar.id)))
  clearInterval(watch)

  expect(new Set(made.map((one) => one?.publicKey)).size).toBe(1)
  expect((await sql`select from fediverse_identities`.execute(db)).rows).toHaveLength(1)
  // A pair takes some hundred milliseconds of one processor, and more of a busy one: never of this thread.
  expect(longest).toBeLessThan(50)
})

test("keys are sealed anew with another key, and open with no other", async () => {
  const [old, young] = [newKey(), newKey()]
  const { db, hangar } = await fediverseWorld()
  const withKeys = (keys: string) => readConfig({ PUBLIC_URL: "https://foyer.example", FEDERATION_KEY: keys })
  const before = await identityOfActor(db, withKeys(old), hangar.id)
  const plain = await unseal(before?.privateKey as Buffer, withKeys(old).federation)
  await expect(unseal(before?.privateKey as Buffer, withKeys(young).federation)).rejects.toThrow("FEDERATION_KEY")

  expect(await sealAnew(db, withKeys(`${young},${old}`))).toBe(1)
  const after = await findIdentity(db, { actorId: hangar.id })
  expect(await unseal(after?.privateKey as Buffer, withKeys(young).federation)).toEqual(plain)
  await expect(unseal(after?.privateKey as Buffer, withKeys(old).federation)).rejects.toThrow("FEDERATION_KEY")
})

test("new keys sign what is said next", async () => {
  const { db, config } = await fediverseWorld()
  const before = await instanceIdentity(db, config)
  const sign = async () => {
    const asked = { method: "GET" as const, url: "https://elsewhere.example/a", headers: {} }
    const date = "Mon, 23 Nov 2026 12:00:00 GMT"
    return (await signedHeaders(config, await instanceIdentity(db, config), { ...asked, headers: { date } })).signature
  }
  const first = await sign()
  expect(await sign()).toBe(first)
  await renewKeys(db, config, before.id)

  expect((await instanceIdentity(db, config)).publicKey).not.toBe(before.publicKey)
  expect(await sign()).not.toBe(first)
})
