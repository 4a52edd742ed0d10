import { randomBytes } from "node:crypto"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { logChange } from "#test/changes.ts"
import { fediverseWorld, servedFediverseWorld } from "#test/worlds/fediverse-world.ts"
import { readConfig } from "#config/config.ts"
import { fediverseFiles } from "../serving/feeds.server.ts"
import { type Identity, uriOf } from "../identity.ts"
import { sendTo } from "../outbox/commands.server.ts"
import { serializeActivity } from "../outbox/events.server.ts"
import { remoteActor } from "../remote/commands.server.ts"
import { signedHeaders } from "../signatures/signing.server.ts"
import { describeFollow } from "../vocabulary/describe-activity.ts"
import { identityOfActor, instanceIdentity, reencryptKeys } from "./commands.server.ts"
import { findIdentity } from "./queries.server.ts"
import { renewKeys } from "./renewal.server.ts"
import { unseal } from "#lib/sealing.server.ts"

const newKey = () => randomBytes(32).toString("base64url")

test("concurrent calls for one identity get the same key pair, which is made mostly outside the main thread", async () => {
  const { db, config, hangar } = await fediverseWorld({}, { hasKeys: false })
  const spent = () => [process.cpuUsage(), process.threadCpuUsage()].map(({ user, system }) => user + system)
  const before = spent()
  const made = await Promise.all(Array.from({ length: 10 }, () => identityOfActor(db, config, hangar.id)))
  const [all = 0, ofThisThread = 0] = spent().map((now, at) => now - (before[at] as number))

  expect(new Set(made.map((one) => one?.publicKey)).size).toBe(1)
  expect((await sql`select from fediverse_identities`.execute(db)).rows).toHaveLength(1)
  // A pair takes some hundred milliseconds on another thread, while this one goes on serving.
  expect(ofThisThread).toBeLessThan(all / 2)
})

test("a private key that is encrypted again with a new federation key opens with that key alone", async () => {
  const [old, young] = [newKey(), newKey()]
  const { db, hangar } = await fediverseWorld({}, { hasKeys: false })
  const withKeys = (keys: string) => readConfig({ PUBLIC_URL: "https://foyer.example", FEDERATION_KEY: keys })
  const before = await identityOfActor(db, withKeys(old), hangar.id)
  const plain = await unseal(before?.privateKey as Buffer, withKeys(old).federation)
  await expect(unseal(before?.privateKey as Buffer, withKeys(young).federation)).rejects.toThrow("FEDERATION_KEY")

  expect(await reencryptKeys(db, withKeys(`${young},${old}`))).toBe(1)
  const after = await findIdentity(db, { actorId: hangar.id })
  expect(await unseal(after?.privateKey as Buffer, withKeys(young).federation)).toEqual(plain)
  await expect(unseal(after?.privateKey as Buffer, withKeys(old).federation)).rejects.toThrow("FEDERATION_KEY")
})

test("after the keys are renewed, requests are signed with the new key", async () => {
  const { db, config } = await fediverseWorld({}, { hasKeys: false })
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

test("followers receive a renewed key in an Update, store it, and accept the activities that follow", async () => {
  const [first, second] = [await servedFediverseWorld(), await servedFediverseWorld()]
  const page = `${first.origin}/ap/actors/hangar`
  const nour = (await identityOfActor(second.db, second.config, second.nour.id)) as Identity
  const follow = describeFollow(uriOf(nour, second.origin), page, 1)
  await second.db.transaction().execute((tx) => sendTo(tx, nour, serializeActivity(follow), `${page}/inbox`))
  await second.deliver()
  await first.deliver()
  second.arrived.splice(0)
  const known = async () =>
    (
      await sql<{ public_key: string }>`select public_key from remote_actors where uri = ${page}`.execute(second.db)
    ).rows[0]?.public_key.trim()
  // The follower's server fetched the actor first.
  await remoteActor(second.db, second.config, page)
  const before = await known()
  // It was fetched some minutes ago: a younger copy is not fetched again because of a signature.
  await sql`update remote_actors set fetched_at = now() - interval '10 minutes'`.execute(second.db)

  const mine = (await identityOfActor(first.db, first.config, first.hangar.id)) as Identity
  await renewKeys(first.db, first.config, mine.id)
  await first.deliver()
  expect(second.arrived.splice(0)).toMatchObject([{ activity: { type: "Update", actor: page, object: { id: page } } }])
  const renewed = await identityOfActor(first.db, first.config, first.hangar.id)
  expect(renewed?.publicKey).not.toBe(mine.publicKey)
  expect([before, await known()]).toEqual([mine.publicKey.trim(), renewed?.publicKey.trim()])

  const event = await first.hangar.publishes({ title: "Soir", starts: "2099-01-01T20:00" })
  await logChange(first.db, { subject: { event: event.id }, kind: "published" })
  await first.tell()
  await first.deliver()
  expect(second.arrived).toMatchObject([{ activity: { type: "Create" } }])
})

test("one network has 20 new keys made, then gets 503; other networks, existing keys and WebFinger are still served", async () => {
  const { db, world } = await fediverseWorld({}, { hasKeys: false })
  await sql`insert into actors (fid, type, status, name, language)
    select 'page_' || n, 'place', 'published', 'Page ' || n, 'fr' from generate_series(1, 60) n`.execute(db)
  const files = fediverseFiles(world)
  const ask = async (nth: number, network: string) => files.request(`/ap/actors/page_${nth}`, {}, { network })
  const statuses: number[] = []
  for (let nth = 1; nth <= 25; nth++) statuses.push((await ask(nth, "203.0.113.7")).status)

  expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(503)])
  const refused = await ask(40, "203.0.113.7")
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  expect((await ask(40, "198.51.100.4")).status).toBe(200)
  expect((await ask(1, "203.0.113.7")).status).toBe(200)
  const finger = await files.request("/.well-known/webfinger?resource=acct:page_50@foyer.example")
  expect(finger.status).toBe(200)
})

test("when about thirty key pairs are being made at once, further calls are refused as busy", async () => {
  const { db, config } = await fediverseWorld({}, { hasKeys: false })
  const { rows } = await sql<{ id: number }>`insert into actors (fid, type, status, name, language)
    select 'page_' || n, 'place', 'published', 'Page ' || n, 'fr' from generate_series(1, 40) n returning id`.execute(
    db,
  )
  const all = await Promise.allSettled(rows.map(({ id }) => identityOfActor(db, config, id)))

  const refused = all.filter((one) => one.status === "rejected")
  // Each request queries the database first, some a little later than others.
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(10)
  expect(refused[0]).toMatchObject({ reason: { code: "busy", retryAfter: 10 } })
})
