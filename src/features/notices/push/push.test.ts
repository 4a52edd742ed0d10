import { sql } from "kysely"
import { afterEach, beforeEach, expect, test } from "vitest"
import { readConfig } from "#config/config.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { followAll } from "#test/changes.ts"
import { device, pushService, signedBy } from "#test/elsewhere/push-service.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { gatherRecipients } from "../gather.server.ts"
import { addDevice } from "./commands.server.ts"
import { pushKeys } from "./keys.server.ts"
import { parseRetryAfter } from "#net/retry-after.ts"
import { sendPushes } from "./send.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
const ends: (() => unknown)[] = []
beforeEach(async () => {
  here = await writingWorld()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const config = readConfig({ PUBLIC_URL: "https://foyer.example" })
const local = { allowPrivate: true }
const subscription = (name: string) => ({ endpoint: `https://push.example/${name}`, keys: device().keys })
const add = (viewer: SignedIn, body: unknown) =>
  here.ask(viewer, "POST", "/api/me/push/", body, { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" })
const list = async (viewer: SignedIn) => (await here.ask(viewer, "GET", "/api/me/push/")).body
const devices = () =>
  here.db.selectFrom("push_devices").select(["endpoint", "failed_at", "used_at"]).orderBy("id").execute()

/** Makes a follower with devices at this push service, and publishes an event, up to the queued push deliveries. */
async function waiting(service: Awaited<ReturnType<typeof pushService>>, ...names: string[]) {
  ends.push(service.end)
  const lou = await here.newcomer("lou")
  await here.ask(lou, "PUT", "/api/actors/seuils/follow/")
  await here.ask(lou, "PATCH", "/api/actors/seuils/follow/", { notify: "now" })
  for (const name of names) await addDevice(here.db, lou, service.subscribe(name), null)
  const { body } = await here.ask(here.seuils.viewer, "POST", "/api/contents/events/", {
    title: { fr: "Radio Minuit" },
    category: "theatre",
    organizers: ["seuils"],
    start: `${tomorrow()}T20:30`,
    workflow: "published",
  })
  await followAll(here.db)
  const { id } = await here.db.selectFrom("notices").select("id").executeTakeFirstOrThrow()
  await gatherRecipients(here.db, id)
  const rows = await here.db.selectFrom("deliveries").selectAll().where("channel", "=", "push").execute()
  return { lou, event: body.id as number, deliveryIds: rows.map((row) => row.id) }
}
const retries = async () => {
  const { rows } = await sql<{ data: { device: number; tries: number }; wait: number }>`
    select data, extract(epoch from start_after - created_on)::int as wait from pgboss.job
    where name = 'notices.push' and data ? 'device'`.execute(here.db)
  return rows
}

test("a device is added once, belongs to the person who added it last, and only that person removes it", async () => {
  const [lou, ada] = [await here.newcomer("lou"), await here.newcomer("ada")]
  const first = subscription("a")
  expect((await add(lou, first)).status).toBe(201)
  const { id } = (await add(lou, first)).body
  expect(await list(lou)).toMatchObject([
    { id, name: "Firefox · Linux", endpoint: first.endpoint, last_used: null, failing_since: null },
  ])
  // Another user now uses the same device.
  await add(ada, first)
  expect([await list(lou), (await list(ada)).length]).toEqual([[], 1])
  expect((await here.ask(lou, "DELETE", `/api/me/push/?id=${id}`)).status).toBe(204)
  expect(await list(ada), "another one’s device is not one’s own to remove").toHaveLength(1)
  await here.ask(ada, "DELETE", "/api/me/push/", { endpoint: first.endpoint })
  expect(await list(ada)).toEqual([])
  expect((await here.ask(null, "GET", "/api/me/push/")).status).toBe(403)
  expect((await here.ask(null, "GET", "/api/me/push/key/")).status).toBe(403)
})

test("an account has at most ten devices, even if added simultaneously, and malformed ones are refused", async () => {
  const lou = await here.newcomer("lou")
  const answers = await Promise.all(Array.from({ length: 13 }, (_, nth) => add(lou, subscription(`d${nth}`))))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(answers.filter(({ body }) => body.code === "too_many")).toHaveLength(3)
  const { keys } = subscription("x")
  for (const wrong of [
    { endpoint: "http://push.example/x", keys },
    { endpoint: "javascript:alert(1)", keys },
    { endpoint: `https://push.example/${"x".repeat(1000)}`, keys },
    { endpoint: "https://push.example/x", keys: { ...keys, auth: "short" } },
    { endpoint: "https://push.example/x", keys: { ...keys, p256dh: `A${keys.p256dh.slice(1)}` } },
    {},
  ])
    expect((await add(lou, wrong)).status).toBe(400)
})

test("a device is removed when its session ends", async () => {
  const lou = await here.newcomer("lou")
  const { id } = await here.db
    .insertInto("sessions")
    .values({ hash: Buffer.alloc(32, 7), user_id: lou.userId, expires_at: new Date(Date.now() + 86_400_000) })
    .returning("id")
    .executeTakeFirstOrThrow()
  await addDevice(here.db, { ...lou, sessionId: id }, subscription("a"), null)
  await here.db.deleteFrom("sessions").where("id", "=", id).execute()
  expect(await list(lou)).toEqual([])
  await expect(addDevice(here.db, { ...lou, sessionId: id }, subscription("a"), null)).rejects.toMatchObject({
    code: "sign_in_needed",
  })
})

test("a publication is pushed to each device once, encrypted and signed, with title, date and link", async () => {
  const service = await pushService()
  const { event, deliveryIds } = await waiting(service, "phone", "laptop")
  expect(deliveryIds).toHaveLength(1)
  await sendPushes(here.db, config, { deliveryIds }, local)
  await sendPushes(here.db, config, { deliveryIds }, local)
  expect(service.pushed.map(({ path }) => path).sort()).toEqual(["/laptop", "/phone"])
  for (const { message, headers } of service.pushed) {
    expect(message).toEqual({
      title: "Nouvel événement\u00a0: Radio Minuit",
      body: expect.stringMatching(/20:30/),
      url: `/events/${event}`,
      tag: `notice-${deliveryIds[0]}`,
      lang: "fr",
    })
    expect(headers).toMatchObject({ ttl: "86400", "content-encoding": "aes128gcm", urgency: "normal" })
    const { claims, key } = signedBy(headers.authorization ?? "")
    expect(key).toBe((await pushKeys(here.db)).publicKey)
    expect(claims).toMatchObject({ aud: new URL(`http://${headers.host}`).origin, sub: "https://foyer.example" })
    expect(Number(claims.exp) * 1000).toBeLessThan(Date.now() + 86_400_000)
  }
  expect((await devices()).every(({ used_at }) => used_at !== null)).toBe(true)
  const { rows } = await sql<{ state: string }>`select state from deliveries where channel = 'push'`.execute(here.db)
  expect(rows).toEqual([{ state: "sent" }])
})

test("a device that is gone is deleted, and only a busy one is tried again, after the delay it names", async () => {
  let isBusy = true
  const service = await pushService((path) => {
    if (path === "/gone") return { status: 410 }
    if (path === "/unknown") return { status: 404 }
    if (path === "/busy" && isBusy) return { status: 429, headers: { "retry-after": "600" } }
    return path === "/refused" ? { status: 400 } : undefined
  })
  const { deliveryIds } = await waiting(service, "gone", "unknown", "busy", "refused", "fine")
  await sendPushes(here.db, config, { deliveryIds }, local)
  expect((await devices()).map(({ endpoint, failed_at }) => [endpoint.split("/").at(-1), failed_at !== null])).toEqual([
    ["busy", true],
    ["refused", true],
    ["fine", false],
  ])
  const [again, ...more] = await retries()
  expect(more).toEqual([])
  expect(again?.wait).toBeGreaterThanOrEqual(599)
  isBusy = false
  await sendPushes(here.db, config, { deliveryIds, device: again?.data.device as number, tries: 2 }, local)
  expect(service.pushed.map(({ path }) => path)).toEqual(["/fine", "/busy"])
  expect((await devices())[0]?.failed_at).toBeNull()
})

test("a device at a private address is never contacted, and is deleted like one with invalid keys", async () => {
  const service = await pushService()
  const { lou, deliveryIds } = await waiting(service, "inside")
  await sendPushes(here.db, config, { deliveryIds })
  expect(service.seen()).toBe(0)
  expect(await devices()).toEqual([])
  // Nor is a device sent to whose keys are invalid.
  await addDevice(
    here.db,
    lou,
    { ...service.subscribe("x"), keys: { p256dh: `B${"a".repeat(86)}`, auth: "a".repeat(22) } },
    null,
  )
  await sql`update deliveries set state = 'queued', sent_at = null where channel = 'push'`.execute(here.db)
  await sendPushes(here.db, config, { deliveryIds }, local)
  expect(await devices()).toEqual([])
})

test("an event withdrawn before its push is sent is not pushed", async () => {
  const service = await pushService()
  const { event, deliveryIds } = await waiting(service, "phone")
  await here.ask(here.seuils.viewer, "PATCH", `/api/contents/events/${event}/`, { workflow: "draft" })
  await sendPushes(here.db, config, { deliveryIds }, local)
  expect(service.seen()).toBe(0)
})

test("Retry-After is read as seconds or a date, at most a day, and as 0 if it is invalid or past", () => {
  const now = Date.parse("2026-11-23T12:00:00Z")
  expect(parseRetryAfter("120", now)).toBe(120)
  expect(parseRetryAfter("Mon, 23 Nov 2026 12:05:00 GMT", now)).toBe(300)
  expect(parseRetryAfter("9999999", now)).toBe(86_400)
  expect([
    parseRetryAfter(undefined),
    parseRetryAfter("soon"),
    parseRetryAfter("Mon, 23 Nov 2020 12:05:00 GMT", now),
  ]).toEqual([0, 0, 0])
})
