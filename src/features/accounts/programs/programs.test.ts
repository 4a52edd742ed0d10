import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { allows, back, programAt, registers, request, tokensOf } from "#test/programs.ts"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { newSecret } from "#lib/secret.ts"
import { type TestSite, testSite, visitor } from "#test/visitor.ts"
import { isSameRedirect, redirectKind, redirectSource } from "./program.ts"

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

test.each([
  ["https://programme.example/retour", "web"],
  ["https://programme.example:8443/retour?x=1", "web"],
  ["http://127.0.0.1/retour", "loopback"],
  ["http://127.0.0.1:7777/retour", "loopback"],
  ["http://[::1]:7777/retour", "loopback"],
  ["http://localhost:3000", "loopback"],
  ["org.example.app:/retour", "app"],
  ["org.example.app://retour", "app"],
])("%s is an address to come back to: %s", (address, kind) => {
  expect(redirectKind(address)).toBe(kind)
})

test.each([
  "http://programme.example/retour",
  "http://127.0.0.1.evil.example/",
  "http://localhost@evil.example/",
  "http://127.0.0.1:99999/",
  "https://programme.example/#part",
  "https://user:pass@programme.example/",
  "https://programme.example/ x",
  "https://programme.example\\@evil.example/",
  "https://x;frame-ancestors/",
  "https:/programme.example/",
  "https://programme.example/?code=x",
  "https://programme.example/?state=x",
  "https://prögramme.example/",
  "//programme.example/",
  "/retour",
  "javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "myapp:/retour",
  "javascript.x:alert(1)",
  `https://programme.example/${"x".repeat(500)}`,
])("%s is none", async (address) => {
  expect(redirectKind(address)).toBeUndefined()
})

test("an address counts letter by letter; on the same machine at any port", () => {
  expect(isSameRedirect(back, back)).toBe(true)
  for (const other of [`${back}/`, `${back}?x=1`, back.toUpperCase(), "https://programme.example/", `${back}/../x`])
    expect(isSameRedirect(back, other), other).toBe(false)
  expect(isSameRedirect("http://127.0.0.1/x", "http://127.0.0.1:51234/x")).toBe(true)
  expect(isSameRedirect("http://127.0.0.1:1/x", "http://127.0.0.1/x")).toBe(true)
  for (const other of ["http://localhost:51234/x", "http://127.0.0.1:51234/y", "https://127.0.0.1:51234/x"])
    expect(isSameRedirect("http://127.0.0.1/x", other), other).toBe(false)
  expect(isSameRedirect("https://a.example/x", "https://a.example:8443/x")).toBe(false)
  // A policy knows no IPv6, and of an app only its scheme.
  expect(
    ["https://a.example:8443/x?y", "http://127.0.0.1:5/x", "http://[::1]:5/x", "org.example.app:/x"].map(
      redirectSource,
    ),
  ).toEqual(["https://a.example:8443", "http://127.0.0.1:5", "http:", "org.example.app:"])
})

test("a program is registered, changed and removed by its owner alone; its secret is shown once and only hashed", async () => {
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

test("what is wrong with a program is told field by field; there are no more than twenty", async () => {
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

test("nobody is sent back where it is not sure who asks", async () => {
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
])("a program that asks with %j is told %s, with its state and who says so, and gets no code", async (more, error) => {
  const { asked } = request(await registers(maker), more)
  const { body } = await ask(someone, asked)
  const to = new URL(body.fault.to)
  expect(to.origin + to.pathname).toBe(back)
  expect(Object.fromEntries(to.searchParams)).toMatchObject({ error, state: "x y&z", iss: site.config.publicUrl })
  expect(await someone.post("/api/auth/consent/", asked)).toMatchObject({ status: 400 })
})

test("who is to allow it is told who asks and for what; a refusal says so and no more", async () => {
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

test("only who is signed in allows, with their session and the anti-forgery token", async () => {
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

test("pressed again, or twice at once, one code is left; what was answered is not answered again", async () => {
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

test("what a person allowed is listed, each program once, and ends at once when they say so", async () => {
  const who = visitor(site)
  await who.registers("lister")
  const made = await registers(maker, { name: "Cahier" })
  const [one, two] = [
    await tokensOf(site, who, made, { scope: "read" }),
    await tokensOf(site, who, made, { scope: "follow" }),
  ]
  const { asked } = request(made)
  await allows(who, asked) // its code was never changed: nothing acts by it
  const { body: listed } = await who.get("/api/me/authorizations/")
  expect(listed).toEqual([expect.objectContaining({ id: made.id, name: "Cahier", scopes: ["read", "follow"] })])
  expect((await someone.delete(`/api/me/authorizations/${made.id}/`)).status).toBe(404)
  expect((await who.delete(`/api/me/authorizations/${made.id}/`)).status).toBe(204)
  for (const { access_token } of [one, two]) expect((await acts(access_token)).status).toBe(403)
  expect((await who.get("/api/me/authorizations/")).body).toEqual([])
  expect((await who.delete(`/api/me/authorizations/${made.id}/`)).status).toBe(404)
})

test("programs of one network, and one program for everybody, are held to limits", async () => {
  const { client_id } = await registers(maker)
  const limited = testSite(own.db, { LIMITS: "1" })
  const form = { client_id, grant_type: "refresh_token", refresh_token: "x" }
  expect((await programAt(limited).token(form)).status).toBe(400)
  await sql`update rate_limits set used = 100000`.execute(own.db)
  // The same network, whichever program; the same program, from wherever.
  const stranger = { ...form, client_id: newSecret() }
  for (const answer of [await programAt(limited).token(stranger), await programAt(limited, "192.0.2.1").token(form)]) {
    expect(answer).toMatchObject({ status: 429, body: { error: "temporarily_unavailable" } })
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0)
  }
  expect((await programAt(limited, "192.0.2.1").token(stranger)).status).toBe(401)
})
