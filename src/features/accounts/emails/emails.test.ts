import { sql } from "kysely"
import { Secret, TOTP } from "otpauth"
import { afterAll, beforeAll, expect, test } from "vitest"
import { newSecret } from "#lib/secret.ts"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { goodPassword, type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"
import { mailedLink } from "#test/worlds/mailed-link.ts"

let own: TestDatabase
let site: TestSite
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
})
afterAll(() => own.drop())

const linkFor = (...asked: [emailId: number, purpose?: "verify" | "reset", hours?: number]) =>
  mailedLink(own.db, ...asked)

test("the first verified address replaces an unverified main address; later ones are chosen, and the former one is told", async () => {
  const typo = visitor(site)
  await typo.registers("coquille")
  const verified = async (email: string) => {
    const { id } = (await typo.post("/api/me/emails/", { email, password: goodPassword })).body
    expect((await typo.post("/api/auth/verify/", { token: await linkFor(id) })).status).toBe(204)
  }
  await verified("juste@exemple.be")
  expect((await typo.get("/api/me/")).body).toMatchObject({ email: "juste@exemple.be", email_verified: true })
  await verified("autre@exemple.be")
  const emails = (await typo.get("/api/me/")).body.emails as { id: number; email: string; is_primary: boolean }[]
  expect(emails.filter(({ is_primary }) => is_primary).map(({ email }) => email)).toEqual(["juste@exemple.be"])

  const [main, other] = ["juste@exemple.be", "autre@exemple.be"].map((email) =>
    emails.find((one) => one.email === email),
  )
  for (let times = 0; times < 2; times++)
    expect((await typo.patch(`/api/me/emails/${other?.id}/`, { is_primary: true })).status).toBe(200)
  const { rows } = await sql<{ data: object }>`
    select data from pgboss.job where data ->> 'kind' = 'primary-changed'`.execute(own.db)
  expect(rows).toMatchObject([{ data: { emailId: main?.id, primaryId: other?.id } }])
})

test("a mailed link remembers the page it was asked for from, when that is a path of this site", async () => {
  await sql`delete from pgboss.job`.execute(own.db)
  const lou = visitor(site)
  await lou.csrf()
  const account = { username: "revient", email: "revient@exemple.be", password: goodPassword }
  await lou.post("/api/auth/register/", { ...account, next: "/events?q=jazz" })
  const me = await lou.signsIn("revient", goodPassword)
  const path = `/api/me/emails/${me.emails[0].id}/verification/`
  await lou.post(path, { next: "/events/new" })
  await lou.post("/api/me/emails/", { email: "ailleurs@exemple.be", next: "/me/places", password: goodPassword })
  await lou.post("/api/auth/reset/", { email: account.email, next: "/actors" })
  for (const next of ["//ailleurs.example", "/\\ailleurs.example", "https://ailleurs.example", "/a\0b", "/é", "/a b"])
    expect(await lou.post(path, { next }), next).toMatchObject({ status: 400, body: { next: [expect.any(String)] } })
  expect((await lou.post(path, { next: "" })).status).toBe(204)
  expect((await lou.post(path)).status).toBe(204)

  const { rows } = await sql<{ kind: string; next: string | null }>`
    select data->>'kind' as kind, data->>'next' as next from pgboss.job
    where name = 'accounts.mail' and data->>'kind' in ('verify', 'reset') order by created_on, id`.execute(own.db)
  expect(rows.filter(({ next }) => next)).toEqual([
    { kind: "verify", next: "/events?q=jazz" },
    { kind: "verify", next: "/events/new" },
    { kind: "verify", next: "/me/places" },
    { kind: "reset", next: "/actors" },
  ])
  expect(rows).toHaveLength(6)
})

test("e-mail addresses are added, verified by link, made primary and removed; personal lists are paged", async () => {
  const lou = visitor(site)
  const me = await lou.registers("lou")
  const first = me.emails[0].id
  // Whoever reads the mails of an address can set a new password: a session left open is not enough to add one.
  const without = await lou.post("/api/me/emails/", { email: "just@work.example" })
  expect(without.status).toBe(201)
  await lou.delete(`/api/me/emails/${without.body.id}/`)
  await sql`update sessions set created_at = created_at - interval '10 minutes' where user_id = ${me.id}`.execute(
    own.db,
  )
  for (const password of ["wrong", undefined])
    expect(await lou.post("/api/me/emails/", { email: "lou@work.example", password })).toMatchObject({
      status: 400,
      body: { password: [expect.any(String)] },
    })
  expect((await lou.get("/api/me/emails/")).body).toHaveLength(1)
  const added = await lou.post("/api/me/emails/", { email: "lou@work.example", password: goodPassword })
  expect(added).toMatchObject({ status: 201, body: { email: "lou@work.example", is_primary: false, verified: false } })
  const path = `/api/me/emails/${added.body.id}/`

  expect(
    (await lou.post("/api/me/emails/", { email: "LOU@work.example", password: goodPassword })).body,
  ).toHaveProperty("email")
  expect(await lou.patch(path, { is_primary: true })).toMatchObject({
    status: 409,
    body: { code: "email_not_verified" },
  })
  expect(await lou.delete(`/api/me/emails/${first}/`)).toMatchObject({ status: 409, body: { code: "email_primary" } })
  expect((await lou.post(`${path}verification/`)).status).toBe(204)
  const token = await linkFor(added.body.id)
  expect((await lou.post("/api/auth/verify/", { token })).status).toBe(204)
  expect(await lou.patch(path, { is_primary: true })).toMatchObject({
    status: 200,
    body: { is_primary: true, verified: true },
  })
  expect((await lou.get("/api/me/")).body).toMatchObject({ email: "lou@work.example", email_verified: true })
  expect((await lou.delete(`/api/me/emails/${first}/`)).status).toBe(204)
  expect((await lou.get("/api/me/emails/")).body).toHaveLength(1)
  // The lists of personal data are paged like all other lists.
  for (const name of [
    "emails",
    "places",
    "identities",
    "tokens",
    "sessions",
    "lists",
    "invitations",
    "deleted-actors",
    "push",
  ]) {
    const whole = await lou.get(`/api/me/${name}/`)
    expect([name, whole.status, whole.headers.get("x-total-count")]).toEqual([name, 200, String(whole.body.length)])
    expect([name, (await lou.get(`/api/me/${name}/?limit=0`)).status]).toEqual([name, 400])
    expect((await lou.get(`/api/me/${name}/?start=${whole.body.length}`)).body, name).toEqual([])
  }

  const kinds = await sql<{
    kind: string
  }>`select data ->> 'kind' as kind from pgboss.job where data ->> 'userId' = ${String(me.id)} order by created_on`.execute(
    own.db,
  )
  expect(kinds.rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["verify", "email-added"]))
})

test("an address claimed by two accounts is verified for only one of them", async () => {
  const [ada, bea] = [visitor(site), visitor(site)]
  const a = await ada.registers("ada", { email: "shared@exemple.be" })
  const b = await bea.registers("bea", { email: "Shared@exemple.be" })
  const links = await Promise.all([linkFor(a.emails[0].id), linkFor(b.emails[0].id)])
  const answers = await Promise.all(links.map((token) => ada.post("/api/auth/verify/", { token })))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
  const holders = await own.db
    .selectFrom("emails")
    .select("user_id")
    .where(sql`lower(email)`, "=", "shared@exemple.be")
    .where("verified_at", "is not", null)
    .execute()
  expect(holders).toHaveLength(1)
})

test("a verification link pressed again, because its answer was lost, works for ten minutes", async () => {
  const eve = visitor(site)
  const { emails } = await eve.registers("evelyne")
  const token = await linkFor(emails[0].id)
  const press = async () => (await eve.post("/api/auth/verify/", { token })).status
  expect([await press(), await press()]).toEqual([204, 204])
  await sql`update mailed_tokens set expires_at = expires_at - interval '10 minutes'`.execute(own.db)
  expect(await press()).toBe(400)
})

test("a verification link that is expired, invented or meant for a reset is refused", async () => {
  const old = visitor(site)
  const { emails } = await old.registers("oldlink")
  for (const token of [
    await linkFor(emails[0].id, "verify", -1),
    await linkFor(emails[0].id, "reset"),
    newSecret(),
    "x",
  ]) {
    expect(await old.post("/api/auth/verify/", { token })).toMatchObject({
      status: 400,
      body: { token: [expect.any(String)] },
    })
  }
})

test("a reset by an address’s owner ends sessions, tokens, second factor and other addresses set up before", async () => {
  const thief = visitor(site)
  const me = await thief.registers("prepared", { email: "victim@exemple.be" })
  const made = await thief.post("/api/me/tokens/", { name: "x", scopes: ["read"] })
  await thief.post("/api/me/emails/", { email: "thief@evil.example", password: goodPassword })
  const { body } = await thief.post("/api/me/second-factor/", { password: goodPassword })
  await thief.put("/api/me/second-factor/", { code: codeOf(body.secret) })

  const victim = visitor(site)
  await victim.csrf()
  const token = await linkFor(me.emails[0].id, "reset")
  expect(
    (await victim.post("/api/auth/reset/confirm/", { token, new_password: "une phrase tout à fait neuve" })).status,
  ).toBe(204)
  expect((await thief.get("/api/me/")).status).toBe(403)
  expect((await visitor(site).get("/api/me/", { authorization: `Bearer ${made.body.token}` })).status).toBe(403)
  const mine = await victim.signsIn("prepared", "une phrase tout à fait neuve")
  expect(mine).toMatchObject({ second_factor: false, email_verified: true, emails: [{ email: "victim@exemple.be" }] })
})

test("a reset removes addresses that were not verified: who added one cannot come back by it", async () => {
  const owner = visitor(site)
  const me = await owner.registers("entered", { email: "proprietaire@exemple.be" })
  await owner.csrf()
  expect((await owner.post("/api/auth/verify/", { token: await linkFor(me.emails[0].id) })).status).toBe(204)
  const add = async (email: string) =>
    (await owner.post("/api/me/emails/", { email, password: goodPassword })).body.id as number
  const [second, intruders] = [await add("deuxieme@exemple.be"), await add("intrus@evil.example")]
  expect((await owner.post("/api/auth/verify/", { token: await linkFor(second) })).status).toBe(204)
  const kept = await linkFor(intruders)

  const token = await linkFor(me.emails[0].id, "reset")
  const reset = await owner.post("/api/auth/reset/confirm/", { token, new_password: "une phrase tout à fait neuve" })
  expect(reset.status).toBe(204)
  const stranger = visitor(site)
  await stranger.csrf()
  expect((await stranger.post("/api/auth/verify/", { token: kept })).status).toBe(400)
  const { emails } = await owner.signsIn("entered", "une phrase tout à fait neuve")
  expect(emails.map(({ email }: { email: string }) => email)).toEqual([
    "proprietaire@exemple.be",
    "deuxieme@exemple.be",
  ])
})

test("many accounts together have at most fifteen more verification mails sent to one address in an hour", async () => {
  const limited = testSite(own.db, { LIMITS: "1" })
  const sent = async () =>
    (await sql`select from pgboss.job where name = 'accounts.mail' and data->>'kind' = 'verify'`.execute(own.db)).rows
      .length
  const crowd = await Promise.all(
    [1, 2, 3, 4].map(async (n) => {
      const one = visitor(limited, `198.51.${n}.1`)
      const { emails } = await one.registers(`foule${n}`, { email: "Cible@exemple.be" })
      return () => one.post(`/api/me/emails/${emails[0].id}/verification/`)
    }),
  )
  const before = await sent()
  for (let n = 0; n < 5; n++) for (const asks of crowd) expect((await asks()).status).toBe(204)
  expect((await sent()) - before).toBe(15)
})

function codeOf(secret: string, later = 0) {
  const totp = new TOTP({ algorithm: "SHA1", digits: 6, period: 30, secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + later * 30_000 })
}

test("login needs the second factor, accepts each code once, and accepts a recovery code instead", async () => {
  const max = visitor(site)
  await max.registers("max")
  expect((await max.post("/api/me/second-factor/", { password: "wrong" })).body).toHaveProperty("password")
  const prepared = await max.post("/api/me/second-factor/", { password: goodPassword })
  expect(prepared).toMatchObject({
    status: 201,
    body: { url: expect.stringMatching(/^otpauth:\/\/totp\/Foyer:max\?/), qr: expect.stringContaining("<svg") },
  })
  const { secret } = prepared.body
  await visitor(site).signsIn("max", goodPassword) // the second factor is not active until it is confirmed
  expect((await max.put("/api/me/second-factor/", { code: "000000" })).body).toHaveProperty("code")
  const on = await max.put("/api/me/second-factor/", { code: codeOf(secret, -1) })
  expect(on.body.recovery_codes).toHaveLength(10)
  expect((await max.put("/api/me/second-factor/", { code: codeOf(secret) })).body).toMatchObject({
    code: "second_factor_on",
  })

  const other = visitor(site)
  await other.csrf()
  const login = (code?: string) => other.post("/api/auth/login/", { username: "max", password: goodPassword, code })
  expect(await login()).toMatchObject({
    status: 400,
    body: { code: "second_factor_needed", detail: expect.any(String) },
  })
  expect(await other.post("/api/auth/login/", { username: "max", password: "wrong" })).toMatchObject({
    body: { non_field_errors: [expect.any(String)] },
  })
  expect(await login("000000")).toMatchObject({ status: 400, body: { code: [expect.any(String)] } })
  const code = codeOf(secret)
  expect((await login(code)).status).toBe(200)
  expect(await login(code), "a code works once").toMatchObject({ status: 400 })
  const [spare] = on.body.recovery_codes
  expect((await login(spare.toUpperCase())).status).toBe(200)
  expect((await login(spare)).status).toBe(400)
  expect((await max.get("/api/me/second-factor/")).body).toEqual({ enabled: true, recovery_codes_left: 9 })
  const renewed = await max.post("/api/me/second-factor/recovery-codes/", { password: goodPassword })
  expect(renewed.status).toBe(201)
  expect((await login(on.body.recovery_codes[1])).status).toBe(400)
  expect((await max.delete("/api/me/second-factor/", { password: goodPassword })).status).toBe(204)
  expect((await login()).status).toBe(200)
})
