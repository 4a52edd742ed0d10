import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { goodPassword, type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"

let own: TestDatabase
let site: TestSite
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
})
afterAll(() => own.drop())
afterEach(() => {
  if (site.errors.length > 0) throw new AggregateError(site.errors.splice(0), "the API met bugs")
})

const another = "une phrase tout à fait neuve"
const sessionOf = (someone: ReturnType<typeof visitor>) => someone.jar.get("sessionid") ?? ""

test("a person registers, signs in by name or address in any case, and finds their profile", async () => {
  const nour = visitor(site)
  await nour.csrf()
  const made = await nour.post("/api/auth/register/", {
    username: " Nour ",
    email: "Nour@Exemple.BE",
    password: goodPassword,
    language: "nl",
    is_admin: true,
    id: 7777,
  })

  expect(made).toMatchObject({
    status: 201,
    body: {
      username: "nour",
      email: "Nour@exemple.be",
      email_verified: false,
      language: "nl",
      timezone: "Europe/Brussels",
      identity: null,
      actors: [],
      newsletter: { frequency: "none" },
      may: ["see_published", "follow", "create_page"],
      is_admin: false,
    },
  })
  expect(made.body.id).not.toBe(7777)
  expect(await nour.get("/api/me/")).toMatchObject({ status: 403, body: { code: "sign_in_needed" } })
  await nour.signsIn("nour", goodPassword)
  expect(await nour.get("/api/me/")).toMatchObject({ status: 200, body: { username: "nour" } })
  await visitor(site).signsIn("NOUR", goodPassword)
  await visitor(site).signsIn("noUR@exemple.be", goodPassword)
})

test("a password typed in another Unicode form is the same password", async () => {
  const mona = visitor(site)
  await mona.registers("mona", { password: "verrière allumée".normalize("NFD") })
  expect(await visitor(site).signsIn("mona", "verrière allumée".normalize("NFC"))).toMatchObject({ username: "mona" })
})

test("the session cookie is HttpOnly and new at every login, and only its hash is stored", async () => {
  const secure = testSite(own.db, { PUBLIC_URL: "https://foyer.example" })
  const lou = visitor(secure)
  await lou.registers("lou")
  const first = sessionOf(lou)
  const csrf = lou.jar.get("csrftoken")
  const answer = await lou.post("/api/auth/login/", { username: "lou", password: goodPassword })

  const cookie = answer.setCookies.find((one) => one.startsWith("sessionid="))
  expect(cookie).toMatch(/^sessionid=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/)
  expect(sessionOf(lou)).not.toBe(first)
  expect(lou.jar.get("csrftoken")).not.toBe(csrf)
  expect((await visitorWith(secure, first).get("/api/me/")).status).toBe(403)
  const { rows } = await own.db
    .selectFrom("sessions")
    .select("hash")
    .execute()
    .then((rows) => ({ rows }))
  for (const { hash } of rows) expect(hash.toString("base64url")).not.toBe(sessionOf(lou))
  const page = await lou.get("/api/actors/")
  expect(page.headers.get("cache-control")).toBe("private, no-store")
})

function visitorWith(at: TestSite, session: string) {
  const someone = visitor(at)
  someone.jar.set("sessionid", session)
  return someone
}

test("signing out ends the session, and works without one", async () => {
  const ines = visitor(site)
  await ines.registers("ines")
  const session = sessionOf(ines)
  expect(await ines.post("/api/auth/logout/")).toMatchObject({ status: 204, body: "" })
  expect(sessionOf(ines)).toBe("")
  expect((await visitorWith(site, session).get("/api/me/")).status).toBe(403)
  expect((await ines.post("/api/auth/logout/")).status).toBe(204)
})

test("a session expires after thirty days without use, and each request renews it", async () => {
  const adel = visitor(site)
  await adel.registers("adel")
  const id = (await adel.get("/api/me/sessions/")).body[0].id
  const age = (days: number) =>
    own.db
      .updateTable("sessions")
      .set({
        last_seen_at: new Date(Date.now() - days * 86_400_000),
        expires_at: new Date(Date.now() + (30 - days) * 86_400_000),
      })
      .where("id", "=", id)
      .execute()

  await age(29)
  const visited = await adel.get("/api/me/")
  expect(visited.status).toBe(200)
  expect(visited.setCookies.join()).toContain("Max-Age=2592000")
  const { expires_at } = await own.db
    .selectFrom("sessions")
    .select("expires_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
  expect(expires_at.getTime()).toBeGreaterThan(Date.now() + 29.9 * 86_400_000)
  await age(31)
  expect((await adel.get("/api/me/")).status).toBe(403)
})

test("changing the password needs the old password and ends every other session", async () => {
  const [here, elsewhere] = [visitor(site), visitor(site)]
  await here.registers("pola")
  await elsewhere.signsIn("pola", goodPassword)
  const before = sessionOf(here)
  const change = (old_password: string, new_password: string) =>
    here.patch("/api/auth/password/", { old_password, new_password })

  expect(await change("wrong", another)).toMatchObject({ status: 400, body: { old_password: [expect.any(String)] } })
  const both = { old_password: [expect.any(String)], new_password: [expect.any(String)] }
  expect(await change("wrong", "12345678")).toMatchObject({ status: 400, body: both })
  expect(await change(goodPassword, "pola1234567")).toMatchObject({
    status: 400,
    body: { new_password: [expect.any(String)] },
  })
  expect(await change(goodPassword, goodPassword)).toMatchObject({
    status: 400,
    body: { new_password: [expect.any(String)] },
  })
  expect((await change(goodPassword, another)).status).toBe(204)

  expect((await here.get("/api/me/")).status).toBe(200)
  expect((await elsewhere.get("/api/me/")).status).toBe(403)
  expect((await visitorWith(site, before).get("/api/me/")).status).toBe(403)
  await visitor(site).signsIn("pola", another)
})

test("devices are listed and signed out one by one, or all others at once", async () => {
  const [one, two, three] = [visitor(site, "203.0.113.99"), visitor(site, "2001:db8:1:2::7"), visitor(site)]
  await one.registers("zora")
  await two.csrf()
  await two.post("/api/auth/login/", { username: "zora", password: goodPassword }, { "user-agent": "Firefox" })
  await three.signsIn("zora", goodPassword)
  const { body: sessions } = await one.get("/api/me/sessions/")
  expect(sessions).toHaveLength(3)
  expect(sessions.find((s: { is_current: boolean }) => s.is_current)).toMatchObject({ address: "203.0.113.0/24" })
  const second = sessions.find((s: { user_agent: string }) => s.user_agent === "Firefox")
  expect(second.address).toBe("2001:db8:1::/48")

  const stranger = visitor(site)
  await stranger.registers("yann")
  expect((await stranger.delete(`/api/me/sessions/${second.id}/`)).status).toBe(404)
  expect((await one.delete(`/api/me/sessions/${second.id}/`)).status).toBe(204)
  expect((await two.get("/api/me/")).status).toBe(403)
  expect((await three.get("/api/me/")).status).toBe(200)
  expect((await one.delete("/api/me/sessions/")).status).toBe(204)
  expect((await three.get("/api/me/")).status).toBe(403)
  expect((await one.get("/api/me/")).status).toBe(200)
})

test("a registration sent again, because its answer was lost, is answered by the same account, even at the same time", async () => {
  const eve = visitor(site)
  await eve.csrf()
  const given = { email: "evangeline@exemple.be", username: "evangeline", password: goodPassword }
  const send = (change = {}) => eve.post("/api/auth/register/", { ...given, ...change })
  const answers = await Promise.all([send(), send()])
  answers.push(await send())
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  for (const change of [{ email: "autre@exemple.be" }, { password: `${goodPassword} autre` }])
    expect((await send(change)).body).toHaveProperty("username")
  await own.db
    .updateTable("users")
    .set({ created_at: new Date(Date.now() - 660_000) })
    .where("username", "=", given.username)
    .execute()
  expect((await send()).body, "eleven minutes later").toHaveProperty("username")
})

test("errors in a registration are reported by field, in the caller's language", async () => {
  const eve = visitor(site)
  await eve.csrf()
  const tries = async (body: object) =>
    (await eve.post("/api/auth/register/", { email: "e@x.be", username: "eve", password: goodPassword, ...body })).body
  expect(await tries({ username: "x" })).toEqual({ username: [expect.stringContaining("3 à 30")] })
  expect(await tries({ username: ".eve" })).toHaveProperty("username")
  expect(await tries({ username: "admin" })).toHaveProperty("username")
  expect(await tries({ username: "NOUR" })).toEqual({ username: ["Ce nom est déjà pris. nour.b est libre."] })
  for (const email of [
    "x",
    "a@b",
    "a b@x.be",
    "a@x.be\nBcc: b@x.be",
    "<a@x.be>",
    "a@[127.0.0.1]",
    `${"a".repeat(65)}@x.be`,
  ]) {
    expect(await tries({ email }), email).toHaveProperty("email")
  }
  const weak = [
    "short",
    "password123",
    "1234567890",
    "qwertyuiop",
    "aaaaaaaaaaaa",
    "Football2024!",
    "P@ssw0rd1234",
    "eve@x.be.eve",
    "a".repeat(257),
  ]
  for (const password of weak) expect(await tries({ password }), password).toHaveProperty("password")
  expect(await tries({ username: "eve-line", password: "eveline2026" })).toHaveProperty("password")
  const english = await eve.post("/api/auth/register/", {}, { "accept-language": "en" })
  expect(english).toMatchObject({
    status: 400,
    body: { username: ["This field is required."], email: expect.anything(), password: expect.anything() },
  })
})

test("of two simultaneous registrations with one username, one succeeds", async () => {
  const both = await Promise.all(
    [1, 2].map(async (n) => {
      const someone = visitor(site)
      await someone.csrf()
      return someone.post("/api/auth/register/", { username: "twin", email: `twin${n}@x.be`, password: goodPassword })
    }),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
  expect(both.find(({ status }) => status === 400)?.body).toHaveProperty("username")
})

test("passwords are hashed by argon2id with the parameters of OWASP", async () => {
  const { password } = await own.db
    .selectFrom("users")
    .select("password")
    .where("username", "=", "nour")
    .executeTakeFirstOrThrow()
  expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test("a registration is refused with registrations_closed while registrations are closed", async () => {
  const closed = visitor(testSite(own.db, { REGISTRATIONS: "closed" }))
  await closed.csrf()
  const answer = await closed.post("/api/auth/register/", {
    username: "late",
    email: "late@x.be",
    password: goodPassword,
  })
  expect(answer).toMatchObject({ status: 403, body: { code: "registrations_closed" } })
})

test("a registration reports the errors of all its fields together", async () => {
  await visitor(site).registers("occupee")
  const someone = visitor(site)
  await someone.csrf()
  const wrong = { username: "occupee", email: "no address", password: "password", timezone: "Europe/Nowhere" }
  const told = await someone.post("/api/auth/register/", wrong)
  expect([told.status, Object.keys(told.body).sort()]).toEqual([400, ["email", "password", "timezone", "username"]])
  const pattern = await someone.post("/api/auth/register/", { ...wrong, username: "é", password: "1" })
  expect(Object.keys(pattern.body).sort()).toEqual(["email", "password", "timezone", "username"])
})

test("the eleventh registration from one network is refused with 429", async () => {
  const limited = testSite(own.db, { LIMITS: "1" })
  const answers = []
  for (let n = 0; n < 11; n++) {
    const someone = visitor(limited, "198.51.100.20")
    await someone.csrf()
    const filled = { username: `dixieme${n}`, email: `dixieme${n}@exemple.be`, password: goodPassword }
    answers.push(await someone.post("/api/auth/register/", filled))
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 201), 429])
  expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0)
})

test("registrations with an invalid address are limited, so that taken usernames cannot be probed", async () => {
  await visitor(site).registers("prise")
  const someone = visitor(testSite(own.db, { LIMITS: "1" }))
  await someone.csrf()
  const asks = () => someone.post("/api/auth/register/", { username: "prise", email: "x", password: goodPassword })
  const fields: string[][] = []
  for (let times = 0; times < 61; times++) fields.push(Object.keys((await asks()).body).sort())
  expect(fields[0]).toContain("username")
  expect(fields.at(-1)).toEqual(["code", "detail"])
})
