import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { allows, back, programAt, registers, request, tokensOf } from "#test/elsewhere/programs.ts"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { limits } from "#http/limits/limits.ts"
import { queueByNetwork } from "#http/limits/queue-by-network.ts"
import { newSecret } from "#lib/secret.ts"
import { type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"

let own: TestDatabase
let site: TestSite
let maker: ReturnType<typeof visitor>
let someone: ReturnType<typeof visitor>
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
  maker = visitor(site)
  await maker.registers("maker")
  someone = visitor(site)
  await someone.registers("someone")
})
afterAll(() => own.drop())

const ask = (who: ReturnType<typeof visitor>, asked: Record<string, string | undefined>) => {
  const set = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return who.get(`/api/auth/consent/?${new URLSearchParams(set)}`)
}

test("only its owner can change or remove a program; its secret is shown once and stored as a hash", async () => {
  const made = await registers(maker, { kind: "confidential", redirects: [back, back, "org.example.app:/x"] })
  expect(made).toMatchObject({ kind: "confidential", redirects: [back, "org.example.app:/x"], name: "Carnet" })
  expect(made.client_secret).toMatch(/^foyer_ps_[\w-]{43}$/)
  const path = `/api/me/programs/${made.id}/`
  const { body: listed } = await maker.get("/api/me/programs/")
  expect(listed).toContainEqual(expect.objectContaining({ id: made.id, client_id: made.client_id }))
  expect(JSON.stringify(listed)).not.toMatch(/secret|foyer_ps_/)
  const { rows } = await sql<{ row: string }>`select to_jsonb(programs)::text as row from programs`.execute(own.db)
  for (const { row } of rows) expect(row).not.toContain(made.client_secret)

  expect((await someone.patch(path, { name: "Mine" })).status).toBe(404)
  expect((await someone.post(`${path}secret/`)).status).toBe(404)
  expect((await someone.delete(path)).status).toBe(404)
  expect((await maker.patch(path, { name: "Cahier" })).body).toMatchObject({
    name: "Cahier",
    redirects: [back, "org.example.app:/x"],
  })
  const renewed = await maker.post(`${path}secret/`)
  expect(renewed).toMatchObject({ status: 201, body: { client_id: made.client_id } })
  expect(renewed.body.client_secret).not.toBe(made.client_secret)
  expect((await maker.delete(path)).status).toBe(204)
  expect((await maker.delete(path)).status).toBe(404)
  const open = await registers(maker)
  expect(open.client_secret).toBeNull()
  expect((await maker.post(`/api/me/programs/${open.id}/secret/`)).status).toBe(404)
})

test("errors in a program are reported by field, and an account has at most twenty programs", async () => {
  const wrong = { name: " ", website: "ftp://x", redirects: ["javascript:alert(1)"], kind: "secret" }
  expect(await maker.post("/api/me/programs/", wrong)).toMatchObject({
    status: 400,
    body: {
      name: [expect.any(String)],
      website: [expect.any(String)],
      "redirects.0": [expect.any(String)],
      kind: [expect.any(String)],
    },
  })
  const many = visitor(site)
  await many.registers("many")
  for (let count = 0; count < 20; count++) await registers(many)
  const [one, two] = await Promise.all(
    [0, 1].map(() =>
      many.post("/api/me/programs/", { name: "x", website: "https://x.example", redirects: [back], kind: "public" }),
    ),
  )
  expect([one?.status, two?.status]).toEqual([409, 409])
})

test("a program cannot take the name of the site or of Foyer, in any spelling", async () => {
  const house = testSite(own.db, { SITE_NAME: "La Verrière" })
  const who = visitor(house)
  await who.registers("verrier")
  const made = await registers(who, { name: "Verrière" })
  const wrong = { status: 400, body: { name: ["C’est le nom du site : un programme doit en porter un autre."] } }
  for (const name of [
    "La Verrière",
    "LA  VERRIERE",
    "la-verrière ®",
    "Ｌａ Ｖｅｒｒｉèｒｅ",
    " f o y e r ",
    "𝐅𝐨𝐲𝐞𝐫",
    "foyer.test",
  ]) {
    const wanted = { name, website: "https://x.example", redirects: [back], kind: "public" }
    expect(await who.post("/api/me/programs/", wanted), name).toMatchObject(wrong)
    expect(await who.patch(`/api/me/programs/${made.id}/`, { name }), name).toMatchObject(wrong)
  }
  const both = await who.post("/api/me/programs/", { name: "Foyer", website: "x", redirects: [back], kind: "public" })
  expect(Object.keys(both.body).toSorted()).toEqual(["name", "website"])
  for (const name of ["Carnet pour Foyer", "Verrière"])
    expect((await who.patch(`/api/me/programs/${made.id}/`, { name })).status, name).toBe(200)
})

test("a request with an unknown client or redirect address is refused without a redirect", async () => {
  const program = await registers(maker)
  const { asked } = request(program)
  expect(await ask(someone, { ...asked, client_id: "x" })).toMatchObject({
    status: 404,
    body: { code: "program_not_found" },
  })
  for (const redirect_uri of [
    "https://evil.example/",
    `${back}/`,
    `${back}#x`,
    "//programme.example/retour",
    "javascript:alert(1)",
    `${back}\r\nLocation: x`,
  ]) {
    const answers = [
      await ask(someone, { ...asked, redirect_uri }),
      await someone.post("/api/auth/consent/", { ...asked, redirect_uri }),
    ]
    for (const answer of answers) {
      expect(answer, redirect_uri).toMatchObject({ status: 400, body: { redirect_uri: [expect.any(String)] } })
      expect(answer.headers.get("location")).toBeNull()
    }
  }
  expect((await ask(someone, { ...asked, redirect_uri: undefined })).status).toBe(400)
})

test.each([
  [{ response_type: undefined }, "invalid_request"],
  [{ response_type: "token" }, "unsupported_response_type"],
  [{ code_challenge: undefined }, "invalid_request"],
  [{ code_challenge_method: "plain" }, "invalid_request"],
  [{ code_challenge_method: undefined }, "invalid_request"],
  [{ code_challenge: "short" }, "invalid_request"],
  [{ scope: "read session" }, "invalid_scope"],
  [{ scope: "admin" }, "invalid_scope"],
])("an authorization request with %j gets %s with its state and the issuer, and no code", async (more, error) => {
  const { asked } = request(await registers(maker), more)
  const { body } = await ask(someone, asked)
  const to = new URL(body.fault.to)
  expect(to.origin + to.pathname).toBe(back)
  expect(Object.fromEntries(to.searchParams)).toMatchObject({ error, state: "x y&z", iss: site.config.publicUrl })
  expect(await someone.post("/api/auth/consent/", asked)).toMatchObject({ status: 400 })
})

test("the consent data name the program, its redirect host and scopes, and the redirect for a refusal", async () => {
  const program = await registers(maker, { name: "<b>Carnet</b>", redirects: ["http://127.0.0.1/retour"] })
  const { asked } = request(program, { redirect_uri: "http://127.0.0.1:51234/retour", scope: undefined })
  const { body } = await ask(visitor(site), asked)
  expect(body).toMatchObject({
    program: { name: "<b>Carnet</b>", website: "https://programme.example/" },
    redirect: { kind: "loopback", host: "127.0.0.1:51234" },
    scopes: ["read"],
    fault: null,
    refused: `http://127.0.0.1:51234/retour?error=access_denied&state=x+y%26z&iss=${encodeURIComponent(site.config.publicUrl)}`,
  })
  expect(Object.keys(body.program)).toEqual(["name", "website"])
})

test("consent needs a session and the anti-forgery token; visitors and API tokens are refused", async () => {
  const { asked } = request(await registers(maker))
  const stranger = visitor(site)
  await stranger.csrf()
  expect(await stranger.post("/api/auth/consent/", asked)).toMatchObject({
    status: 403,
    body: { code: "sign_in_needed" },
  })
  for (const headers of [{ "x-csrftoken": "" }, { origin: "https://evil.example" }, { origin: "null" }] as Record<
    string,
    string
  >[])
    expect(await someone.post("/api/auth/consent/", asked, headers)).toMatchObject({
      status: 403,
      body: { code: "csrf_failed" },
    })
  const { body: token } = await someone.post("/api/me/tokens/", { name: "t", scopes: ["read", "follow", "write"] })
  const bearer = { authorization: `Bearer ${token.token}` }
  expect(await someone.post("/api/auth/consent/", asked, bearer)).toMatchObject({
    status: 403,
    body: { code: "session_needed" },
  })
  const { rows } =
    await sql`select from program_grants g join programs p on p.id = g.program_id where p.client_id = ${asked.client_id}`.execute(
      own.db,
    )
  expect(rows).toHaveLength(0)
})

test("repeated consent to one request leaves one grant, and consent to an exchanged request answers 409", async () => {
  const { asked } = request(await registers(maker))
  await Promise.all([1, 2, 3].map(() => allows(someone, asked)))
  const grants = async () =>
    (
      await sql<{
        id: number
      }>`select g.id from program_grants g join programs p on p.id = g.program_id where p.client_id = ${asked.client_id}`.execute(
        own.db,
      )
    ).rows
  expect(await grants()).toHaveLength(1)
  await sql`update program_grants set exchanged_at = now(), family_hash = sha256('a'), refresh_hash = sha256('b') where id = ${(await grants())[0]?.id}`.execute(
    own.db,
  )
  expect(await someone.post("/api/auth/consent/", asked)).toMatchObject({ status: 409, body: { code: "consent_used" } })
})

const acts = (token: string) => visitor(site).get("/api/me/", { authorization: `Bearer ${token}` })

test("each authorized program is listed once, and revoking it ends its tokens at once", async () => {
  const who = visitor(site)
  await who.registers("lister")
  const made = await registers(maker, { name: "Cahier" })
  const [one, two] = [
    await tokensOf(site, who, made, { scope: "read" }),
    await tokensOf(site, who, made, { scope: "follow" }),
  ]
  const { asked } = request(made)
  await allows(who, asked) // its code is never exchanged, so the program has no tokens from it
  const { body: listed } = await who.get("/api/me/authorizations/")
  expect(listed).toEqual([expect.objectContaining({ id: made.id, name: "Cahier", scopes: ["read", "follow"] })])
  expect((await someone.delete(`/api/me/authorizations/${made.id}/`)).status).toBe(404)
  expect((await who.delete(`/api/me/authorizations/${made.id}/`)).status).toBe(204)
  for (const { access_token } of [one, two]) expect((await acts(access_token)).status).toBe(403)
  expect((await who.get("/api/me/authorizations/")).body).toEqual([])
  expect((await who.delete(`/api/me/authorizations/${made.id}/`)).status).toBe(404)
})

test("token requests are limited by network, or by program if they prove its secret", async () => {
  const { client_id } = await registers(maker)
  const kept = await registers(maker, { kind: "confidential" })
  const limited = testSite(own.db, { LIMITS: "1" })
  const form = { grant_type: "refresh_token", refresh_token: "x" }
  const open = { ...form, client_id }
  const secret = { ...form, client_id: kept.client_id, client_secret: kept.client_secret as string }
  const guess = { ...secret, client_secret: "x" }
  const use = (used: number) => sql`update rate_limits set used = ${used}`.execute(own.db)
  const held = (answer: Awaited<ReturnType<ReturnType<typeof programAt>["token"]>>) => {
    expect(answer).toMatchObject({ status: 429, body: { error: "temporarily_unavailable" } })
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0)
  }
  const here = programAt(limited)
  expect((await here.token(open)).status).toBe(400)
  await use(100_000)
  // Requests that name a program without proving it, or with a wrong secret, count against their network, not against the
  // program.
  for (const sent of [open, guess, { ...open, client_id: newSecret() }]) held(await here.token(sent))
  expect((await here.token(secret)).status).toBe(400)
  const elsewhere = programAt(limited, "192.0.2.1")
  for (const sent of [open, secret]) expect((await elsewhere.token(sent)).status).toBe(400)
  expect((await elsewhere.token(guess)).status).toBe(401)
  // A program that proves itself by its secret has its own limit on every network, higher than that of one network.
  await use(limits.tokensFrom.most)
  expect((await here.token(secret)).status).toBe(400)
  await use(100_000)
  for (const at of [here, programAt(limited, "192.0.2.2")]) held(await at.token(secret))
  // A counter written while the clock was days ahead blocks nobody once the clock is right again.
  await sql`update rate_limits set resets_at = now() + interval '3 days'`.execute(own.db)
  expect((await here.token(secret)).status).toBe(400)
  await use(100_000)
  held(await here.token(secret))
})

test("too many token requests at once from one network get an OAuth error with 429 that is not cached", async () => {
  const crowded = programAt(site, "192.0.2.3", queueByNetwork(true, 1, 0))
  const answers = await Promise.all([1, 2].map(() => crowded.token({ client_id: newSecret() })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([401, 429])
  const busy = answers.find(({ status }) => status === 429)
  expect(busy?.body).toMatchObject({ error: "temporarily_unavailable" })
  expect(busy?.headers.get("cache-control")).toBe("no-store")
  expect(Number(busy?.headers.get("retry-after"))).toBeGreaterThan(0)
})

test("consent to a program that is deleted meanwhile answers 404", async () => {
  const made = await registers(maker)
  const { asked } = request(made)
  let allowing: ReturnType<typeof someone.post> | undefined
  await own.db.transaction().execute(async (tx) => {
    await tx.selectFrom("users").select("id").where("username", "=", "someone").forUpdate().execute()
    allowing = someone.post("/api/auth/consent/", asked)
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(own.db)).rows.length, { timeout: 10_000 }).toBe(1)
    await tx.deleteFrom("programs").where("id", "=", made.id).execute()
  })
  expect(await allowing).toMatchObject({ status: 404, body: { code: "program_not_found" } })
})
