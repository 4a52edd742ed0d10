import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DomUtils, parseDocument } from "htmlparser2"
import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { readConfig } from "#config/config.ts"
import type { Mail, Mailer } from "#mail/transport.ts"
import { sharedData, withoutSharedData } from "#test/shared.ts"
import { type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"
import { world } from "#test/worlds/world.ts"
import { signToken } from "../links/queries.server.ts"
import { sendConfirmMail } from "../mails/confirm.server.ts"
import { sweepNewsletters } from "../sweep.server.ts"

let here: Awaited<ReturnType<typeof world>>
let site: TestSite
beforeAll(async () => {
  here = await world()
  site = testSite(here.db)
})
afterAll(() => here.end())
beforeEach(async () => {
  await sql`truncate subscriptions, subscription_asks, rate_limits cascade`.execute(here.db)
  await sql`delete from pgboss.job`.execute(here.db)
})

const config = readConfig({
  PUBLIC_URL: "https://foyer.example",
  DATA_DIR: mkdtempSync(join(tmpdir(), "foyer-newsletters-")),
})

/** Renders the queued confirmation mails and collects them instead of sending. */
async function mailed(): Promise<Mail[]> {
  const mails: Mail[] = []
  const mailer: Mailer = { send: async (mail) => void mails.push(mail), close() {} }
  const { rows } = await sql<{ id: string; data: { subscriptionId: number } }>`
    delete from pgboss.job where name = 'newsletters.confirm-mail' returning id, data`.execute(here.db)
  for (const { id, data } of rows) await sendConfirmMail(here.db, config, mailer, id, data)
  return mails
}
const tokenIn = (mail: Mail | undefined) => /confirm\?token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? ""
const someone = async (from = "203.0.113.7", at = site) => {
  const one = visitor(at, from)
  await one.csrf()
  return one
}
const rows = () => here.db.selectFrom("subscriptions").selectAll().orderBy("id").execute()

async function begins(wish: object) {
  const one = await someone()
  expect((await one.post("/api/subscriptions/", { email: "odile@exemple.be", ...wish })).status).toBe(202)
  const [mail] = await mailed()
  const { status, body } = await one.post("/api/subscriptions/confirm/", { token: tokenIn(mail) })
  expect(status).toBe(200)
  return { one, token: body.token as string, subscription: body.subscription }
}

test("a newsletter is confirmed by a mailed link, then read, changed, ended and resumed by one signed link", async () => {
  const { one, token, subscription } = await begins({
    language: "en",
    actors: ["hangar"],
    places: [{ name: "Home", lat: 50.85, lon: 4.35 }],
    categories: ["music"],
    q: "radio",
  })
  expect(subscription).toMatchObject({
    is_account: false,
    email: "odile@exemple.be",
    language: "en",
    frequency: "weekly",
    weekday: 4,
    hour: 8,
    timezone: "Europe/Brussels",
    state: "active",
    actors: [{ fid: "hangar", name: "Le Hangar des Vents" }],
    places: [{ name: "Home", radius: 25 }],
    categories: ["music"],
    q: "radio",
  })
  const at = `/api/subscriptions/current/?token=${token}`
  expect((await one.patch(at, { frequency: "daily", q: null })).body).toMatchObject({ frequency: "daily", q: null })
  expect((await one.get(at)).body).toMatchObject({ frequency: "daily", actors: [{ fid: "hangar" }] })
  expect((await one.delete(at)).status).toBe(204)
  expect((await one.delete(at)).status).toBe(204)
  expect((await one.get(at)).body).toMatchObject({ state: "stopped", next: null })
  expect((await one.patch(at, {})).body).toMatchObject({ state: "active" })
})

test("a newsletter does not begin before it is confirmed, and an unconfirmed one is deleted", async () => {
  const one = await someone()
  await one.post("/api/subscriptions/", { email: "odile@exemple.be" })
  const [mail] = await mailed()
  expect(mail?.subject).toBe("Confirmez votre newsletter")
  expect(await rows()).toMatchObject([{ confirmed_at: null, next_due_at: null }])
  await sql`update subscriptions set created_at = now() - interval '80 hours'`.execute(here.db)
  await sweepNewsletters(here.db)
  expect(await rows()).toEqual([])
  expect((await one.post("/api/subscriptions/confirm/", { token: tokenIn(mail) })).status).toBe(400)
})

test("a confirmation link pressed again, because its answer was lost, returns the newsletter; once ended, it stays so", async () => {
  const one = await someone()
  await one.post("/api/subscriptions/", { email: "odile@exemple.be" })
  const [mail] = await mailed()
  const press = () => one.post("/api/subscriptions/confirm/", { token: tokenIn(mail) })
  const [first, second] = [await press(), await press()]
  expect(second).toMatchObject({ status: 200, body: first.body })
  expect((await rows()).length).toBe(1)
  await one.delete(`/api/subscriptions/current/?token=${first.body.token}`)
  expect((await press()).status).toBe(400)
  expect((await one.get(`/api/subscriptions/current/?token=${first.body.token}`)).body.state).toBe("stopped")
})

test("a confirmation link works once, and used, expired and forged links get the same refusal", async () => {
  const one = await someone()
  await one.post("/api/subscriptions/", { email: "odile@exemple.be" })
  await one.post("/api/subscriptions/", { email: "odile@exemple.be", q: "jazz" })
  const [first, second] = await mailed()
  expect((await one.post("/api/subscriptions/confirm/", { token: tokenIn(first) })).status).toBe(200)
  await sql`update subscription_links set expires_at = now() - interval '1 second'`.execute(here.db)
  const tries = [tokenIn(first), tokenIn(second), "x".repeat(43), "x", "1-forged", "é"]
  const answers = await Promise.all(tries.map((token) => one.post("/api/subscriptions/confirm/", { token })))
  expect(answers.map(({ status }) => status)).toEqual(tries.map(() => 400))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
})

test("forged, altered and outdated links to a newsletter are answered with 404", async () => {
  const { one, token } = await begins({})
  const [row] = await rows()
  const secret = Buffer.alloc(32)
  const forged = [
    signToken(secret, "manage", row?.id ?? 0, row?.key ?? ""),
    token.replace(/-.*/, `-${"A".repeat(32)}`),
    `${token}A`,
    token.toUpperCase(),
    `0${token}`,
    "x",
    "' or 1=1 --",
  ]
  for (const other of forged) {
    const at = `/api/subscriptions/current/?token=${encodeURIComponent(other)}`
    expect([(await one.get(at)).status, (await one.patch(at, {})).status, (await one.delete(at)).status]).toEqual([
      404, 404, 404,
    ])
    expect((await one.get(`/api/newsletters/${encodeURIComponent(other)}/`)).status).toBe(404)
  }
  expect((await one.get(`/api/newsletters/${token}/`)).status).toBe(404)
  await sql`update subscriptions set key = gen_random_uuid()`.execute(here.db)
  expect((await one.get(`/api/subscriptions/current/?token=${token}`)).status).toBe(404)
})

test("a known address is answered as any other, and confirming a second request changes its one newsletter", async () => {
  const { one, token } = await begins({ actors: ["hangar"] })
  const again = await one.post("/api/subscriptions/", {
    email: "Odile@exemple.be",
    actors: ["hangar"],
    frequency: "daily",
  })
  const account = await one.post("/api/subscriptions/", { email: "nour@foyer.example" })
  expect([again.status, again.body, account.status, account.body]).toEqual([202, "", 202, ""])
  const mails = await mailed()
  // Nothing changes until the link is confirmed.
  expect((await one.get(`/api/subscriptions/current/?token=${token}`)).body.frequency).toBe("weekly")
  const link = tokenIn(mails.find(({ to }) => to.address === "Odile@exemple.be"))
  const { body } = await one.post("/api/subscriptions/confirm/", { token: link })
  expect(body).toMatchObject({ token, subscription: { frequency: "daily", state: "active" } })
})

test("simultaneous requests and confirmations begin one newsletter", async () => {
  const one = await someone()
  const asks = await Promise.all([1, 2, 3].map(() => one.post("/api/subscriptions/", { email: "odile@exemple.be" })))
  expect(asks.map(({ status }) => status)).toEqual([202, 202, 202])
  expect((await rows()).length).toBe(1)
  const mails = await mailed()
  const pressed = await Promise.all(
    mails.map((mail) => one.post("/api/subscriptions/confirm/", { token: tokenIn(mail) })),
  )
  expect(pressed.filter(({ status }) => status === 200).length).toBe(1)
  expect((await rows()).length).toBe(1)
})

test("30 requests for spellings of one address from several networks send only four confirmation mails", async () => {
  const bombed = testSite(here.db, { LIMITS: "1" })
  for (let nth = 0; nth < 30; nth++) {
    const one = await someone(`198.51.100.${nth}`, bombed)
    const email = nth % 2 ? `odile+${nth}@exemple.be` : "ODILE@exemple.be"
    expect((await one.post("/api/subscriptions/", { email, q: `word ${nth}` })).status).toBe(202)
  }
  expect((await mailed()).length).toBe(4)
  expect((await rows()).length).toBe(4)
})

test("after 20 requests for newsletters a network is refused with 429", async () => {
  const limited = testSite(here.db, { LIMITS: "1" })
  const one = await someone("203.0.113.9", limited)
  const statuses: number[] = []
  for (let nth = 0; nth < 22; nth++)
    statuses.push((await one.post("/api/subscriptions/", { email: `somebody${nth}@exemple.be` })).status)
  expect(statuses.slice(0, 20).every((status) => status === 202)).toBe(true)
  expect(statuses.slice(20)).toEqual([429, 429])
})

test("an invalid address is refused together with all other wrong fields, and nothing is stored", async () => {
  const one = await someone()
  const bad = [
    "odile",
    "odile@",
    "@exemple.be",
    "odile@exemple.be\r\nBcc: all@exemple.be",
    "odile@exemple.be\nX: y",
    "odile@exemple.be,other@exemple.be",
    "a b@exemple.be",
    `${"a".repeat(65)}@exemple.be`,
    "odile@[127.0.0.1]",
    "odile@exemple..be",
    "<odile@exemple.be>",
    "odile\u0000@exemple.be",
  ]
  for (const email of bad) {
    const { status, body } = await one.post("/api/subscriptions/", {
      email,
      hour: 24,
      weekday: 0,
      frequency: "hourly",
      timezone: "Mars/Olympus",
      places: [{ name: "x\r\ny", lat: 91, lon: 0 }],
    })
    expect(status).toBe(400)
    expect(Object.keys(body)).toEqual(expect.arrayContaining(["email", "hour", "weekday", "frequency", "timezone"]))
  }
  const named = await one.post("/api/subscriptions/", {
    email: "odile@exemple.be",
    actors: ["nobody"],
    lists: ["none"],
  })
  expect(named).toMatchObject({ status: 400, body: { actors: [expect.any(String)], lists: [expect.any(String)] } })
  expect(await rows()).toEqual([])
})

test.skipIf(withoutSharedData)(
  "of 164 unusual addresses, ordinary valid ones are accepted and others are refused for the field email alone",
  async () => {
    const corpus = readFileSync(join(sharedData, "bad-input/emails/isemail-tests.xml"), "utf8")
    const addresses = parseDocument(corpus, { xmlMode: true, decodeEntities: true })
    const cases = DomUtils.getElementsByTagName("test", addresses).map((one) => {
      const [address, category] = ["address", "category"].map((name) =>
        DomUtils.textContent(DomUtils.getElementsByTagName(name, one)).replaceAll(/[\u2400-\u241f]/g, (sign) =>
          String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0x2400),
        ),
      )
      return { address: address ?? "", category }
    })
    expect(cases.length).toBe(164)
    const one = await someone()
    const kept: string[] = []
    for (const { address, category } of cases) {
      const { status, body } = await one.post("/api/subscriptions/", { email: address })
      const isWhole = /^[^@\s"]+@([a-z0-9-]+\.)+[a-z0-9-]+$/i.test(address.trim())
      if (category === "ISEMAIL_VALID_CATEGORY" && isWhole && status !== 202) kept.push(address)
      if (status !== 202 && (status !== 400 || Object.keys(body).join() !== "email")) kept.push(`${status} ${address}`)
    }
    expect(kept, "valid and refused, or refused with something else").toEqual([])
    const begun = (await rows()).map(({ email }) => email ?? "")
    expect(begun.length).toBeGreaterThan(8)
    expect(begun.filter((email) => !/^[!-?A-~]+@([a-z0-9-]+\.)+[a-z0-9-]+$/.test(email))).toEqual([])
    expect(new Set((await mailed()).map(({ to }) => to.address))).toEqual(new Set(begun))
  },
)

test("a mail to a domain with accents is addressed to its DNS form", async () => {
  const one = await someone()
  expect((await one.post("/api/subscriptions/", { email: "odile@théâtre.example" })).status).toBe(202)
  expect((await mailed())[0]?.to.address).toBe("odile@xn--thtre-4qa2c.example")
})

test("one-click unsubscription needs no cookie or CSRF token, and opening its address only redirects", async () => {
  const { token } = await begins({})
  const at = `/api/subscriptions/stop/?token=${token}`
  const opened = await site.api.request(at)
  expect([opened.status, opened.headers.get("location")]).toEqual([
    302,
    `http://foyer.test/me/newsletter?token=${token}`,
  ])
  expect(await rows()).toMatchObject([{ stopped_at: null }])
  const press = (to: string) =>
    site.api.request(to, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    })
  expect([(await press(at)).status, (await press(at)).status]).toEqual([204, 204])
  expect((await press("/api/subscriptions/stop/?token=1-x")).status).toBe(204)
  expect(await rows()).toMatchObject([{ stopped_because: "reader", next_due_at: null }])
})

test("an account's settings make its newsletter, and that newsletter's link changes the account's settings", async () => {
  const { db, nour } = here
  const { userId } = nour.viewer
  await sql`update users set newsletter_frequency = 'weekly' where id = ${userId}`.execute(db)
  const [row] = await rows()
  expect(row).toMatchObject({ user_id: userId, frequency: "weekly", hour: 8, language: "fr", is_planned: false })
  const { manageToken } = await import("./queries.server.ts")
  const token = await manageToken(db, row?.id ?? 0)
  const one = await someone()
  const at = `/api/subscriptions/current/?token=${token}`
  expect((await one.get(at)).body).toMatchObject({ is_account: true, email: null, state: "active" })
  await one.patch(at, { hour: 19, frequency: "daily" })
  expect(await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst()).toMatchObject({
    newsletter_hour: 19,
    newsletter_frequency: "daily",
  })
  await one.delete(at)
  expect((await one.get(at)).body).toMatchObject({ state: "none", frequency: "none" })
})
