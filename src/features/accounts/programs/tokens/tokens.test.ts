import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { saveActor } from "#features/actors/store.server.ts"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { allows, back, exchange, programAt, registers, request, tokensOf } from "#test/elsewhere/programs.ts"
import { goodPassword, type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"
import { hashOf, newSecret } from "#lib/secret.ts"
import { mailedLink } from "#test/worlds/mailed-link.ts"
import { sweep } from "../../sweep.server.ts"

let own: TestDatabase
let site: TestSite
let program: ReturnType<typeof programAt>
let maker: ReturnType<typeof visitor>
let someone: ReturnType<typeof visitor>
let open: Awaited<ReturnType<typeof registers>>
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
  program = programAt(site)
  maker = visitor(site)
  await maker.registers("maker")
  someone = visitor(site)
  await someone.registers("someone")
  open = await registers(maker)
})
afterAll(() => own.drop())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const asks = (token: string, path = "/api/me/") => visitor(site).get(path, bearer(token))
const tokens = (of = open, who = someone, more: Record<string, string> = {}) => tokensOf(site, who, of, more)
const refresh = (token: string, more: object = {}) =>
  program.token({ grant_type: "refresh_token", client_id: open.client_id, refresh_token: token, ...more })

test("a code is exchanged for tokens that act within their scopes and are stored only as hashes", async () => {
  const { asked, verifier } = request(open)
  const to = new URL((await someone.post("/api/auth/consent/", asked)).body.to)
  expect(to.origin + to.pathname).toBe(back)
  const code = to.searchParams.get("code") as string
  expect(Object.fromEntries(to.searchParams)).toEqual({ code, state: "x y&z", iss: site.config.publicUrl })
  const answer = await program.token(exchange(asked, code, verifier))
  expect(answer).toMatchObject({
    status: 200,
    body: { token_type: "Bearer", expires_in: 3600, scope: "read follow" },
  })
  expect(answer.headers.get("cache-control")).toBe("no-store")
  const { access_token, refresh_token } = answer.body
  expect(await asks(access_token)).toMatchObject({ status: 200, body: { username: "someone" } })
  // The token cannot reach the account itself or exceed its scopes, and needs no CSRF token for what it may do.
  const session = [
    "/api/me/sessions/",
    "/api/me/tokens/",
    "/api/me/authorizations/",
    "/api/me/programs/",
    "/api/me/export/",
  ]
  for (const path of session)
    expect(await asks(access_token, path), path).toMatchObject({ status: 403, body: { code: "session_needed" } })
  const changed = await visitor(site).send("PATCH", "/api/auth/password/", {}, bearer(access_token))
  expect(changed.body.code).toBe("session_needed")
  const written = await visitor(site).post("/api/actors/", {}, bearer(access_token))
  expect(written).toMatchObject({ status: 403, body: { code: "scope_missing" } })
  expect(written.headers.get("www-authenticate")).toBe('Bearer error="insufficient_scope", scope="write"')
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(g)::text as row from program_grants g union all select to_jsonb(t)::text from program_tokens t`.execute(
    own.db,
  )
  const kept = rows.map(({ row }) => row).join()
  for (const secret of [code, verifier, access_token.slice(9), refresh_token.slice(9, 52), refresh_token.slice(52)])
    expect(kept).not.toContain(secret)
})

test("a program's token has no administrator or moderator rights, even if an administrator allowed it", async () => {
  const chief = visitor(site)
  const { id } = await chief.registers("chief")
  await own.db.updateTable("users").set({ is_admin: true, is_moderator: true }).where("id", "=", id).execute()
  const { access_token } = await tokens(open, chief, { scope: "read write" })
  await saveActor(own.db, { fid: "draft-house", type: "place", name: "x", language: "fr", status: "draft" })
  const { body } = await chief.post("/api/me/tokens/", { name: "own", scopes: ["read"] })
  expect((await asks(body.token, "/api/actors/draft-house/")).status).toBe(200)
  expect((await asks(access_token, "/api/actors/draft-house/")).status).toBe(404)
  expect((await asks(access_token)).status).toBe(200)
})

test("malformed token requests answer 400 with the OAuth error code and are not cached", async () => {
  const form = { ...exchange({ client_id: open.client_id, redirect_uri: back }, "x", newSecret()) }
  const without = (name: string) => Object.fromEntries(Object.entries(form).filter(([key]) => key !== name))
  const wrong: [Record<string, string> | string, string, Record<string, string>?][] = [
    ...["grant_type", "code", "redirect_uri", "code_verifier"].map((name): [Record<string, string>, string] => [
      without(name),
      "invalid_request",
    ]),
    [{ ...form, code: "" }, "invalid_request"],
    [{ ...form, code_verifier: "short" }, "invalid_request"],
    [`${new URLSearchParams(form)}&code=y`, "invalid_request"],
    [form, "invalid_request", { "content-type": "application/json" }],
    [{ ...form, grant_type: "password" }, "unsupported_grant_type"],
    [{ ...form, grant_type: "client_credentials" }, "unsupported_grant_type"],
    [{ ...form, pad: "x".repeat(17_000) }, "invalid_request"],
    [form, "invalid_grant"],
  ]
  for (const [sent, error, headers] of wrong) {
    const answer = await program.token(sent, headers)
    expect(answer, error).toMatchObject({ status: 400, body: { error, error_description: expect.any(String) } })
    expect(answer.headers.get("cache-control")).toBe("no-store")
  }
  expect((await program.endpoints.request("/oauth/token")).headers.get("allow")).toBe("POST")
})

test("a code works only for its program, redirect address and verifier, until it expires or is replaced", async () => {
  const other = await registers(maker)
  const { asked, verifier } = request(open)
  const code = await allows(someone, asked)
  const form = exchange(asked, code, verifier)
  for (const wrong of [
    { ...form, client_id: other.client_id },
    { ...form, redirect_uri: `${back}/` },
    { ...form, code_verifier: newSecret() },
    // The `plain` method of PKCE would accept this.
    { ...form, code_verifier: asked.code_challenge },
    { ...form, code: newSecret() },
  ])
    expect(await program.token(wrong)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  await own.db
    .updateTable("program_grants")
    .set({ expires_at: new Date(0) })
    .where("code_hash", "=", hashOf(code))
    .execute()
  expect(await program.token(form)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  // When the form is sent twice, only the second code works.
  const again = [await allows(someone, asked), await allows(someone, asked)] as const
  expect((await program.token(exchange(asked, again[0], verifier))).status).toBe(400)
  // A wrong verifier does not use up the code: its program can still exchange it.
  expect((await program.token(exchange(asked, again[1], newSecret()))).status).toBe(400)
  expect((await program.token(exchange(asked, again[1], verifier))).status).toBe(200)
})

test("a code used twice, one after the other or at once, revokes the tokens it gave", async () => {
  const { access_token, refresh_token, form } = await tokens()
  expect((await asks(access_token)).status).toBe(200)
  expect(await program.token(form)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  const after = await asks(access_token)
  expect(after).toMatchObject({ status: 403, body: { code: "token_invalid" } })
  expect(after.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"')
  expect((await refresh(refresh_token)).status).toBe(400)
  const { asked, verifier } = request(open)
  const raced = exchange(asked, await allows(someone, asked), verifier)
  const both = await Promise.all([program.token(raced), program.token(raced)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const served = both.find(({ status }) => status === 200)
  expect((await asks(served?.body.access_token)).status).toBe(403)
})

test("a refresh token works once and cannot widen its scopes; its reuse ends the whole token family", async () => {
  const first = await tokens()
  expect(await refresh(first.refresh_token, { scope: "read follow write" })).toMatchObject({
    status: 400,
    body: { error: "invalid_scope" },
  })
  expect(await refresh(first.refresh_token, { scope: "write" })).toMatchObject({
    status: 400,
    body: { error: "invalid_scope" },
  })
  const less = await refresh(first.refresh_token, { scope: "read" })
  expect(less).toMatchObject({ status: 200, body: { scope: "read" } })
  const follow = await visitor(site).send("PUT", "/api/actors/nobody/follow/", {}, bearer(less.body.access_token))
  expect(follow.body.code).toBe("scope_missing")
  // Requesting fewer scopes once does not reduce the grant for good, and the earlier access token stays valid.
  const second = await refresh(less.body.refresh_token)
  expect(second).toMatchObject({ status: 200, body: { scope: "read follow" } })
  expect((await asks(first.access_token)).status).toBe(200)
  expect(await refresh(first.refresh_token)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  expect((await refresh(second.body.refresh_token)).status).toBe(400)
  for (const token of [first.access_token, less.body.access_token, second.body.access_token])
    expect((await asks(token)).status).toBe(403)
  const raced = await tokens()
  const both = await Promise.all([refresh(raced.refresh_token), refresh(raced.refresh_token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test("a confidential program must send its secret in a header or the form; a public program must not", async () => {
  const kept = await registers(maker, { kind: "confidential" })
  const secret = kept.client_secret as string
  const basic = (id: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${password}`).toString("base64")}`,
  })
  const { asked, verifier } = request(kept)
  const form = exchange(asked, await allows(someone, asked), verifier)
  const { client_id: _, ...nameless } = form
  const unknown: [Record<string, string>, Record<string, string>?][] = [
    [form],
    [nameless],
    [{ ...form, client_secret: "wrong" }],
    [{ ...form, client_id: "\0", client_secret: "\0" }],
    [{ ...form, client_id: newSecret(), client_secret: secret }],
    [nameless, basic(kept.client_id, "wrong")],
    [nameless, basic(open.client_id, secret)],
    [nameless, { authorization: "Basic %%%" }],
    [nameless, { authorization: `Bearer ${secret}` }],
    [{ ...exchange({ client_id: open.client_id, redirect_uri: back }, "x", verifier), client_secret: secret }],
  ]
  for (const [sent, headers] of unknown) {
    const answer = await program.token(sent, headers)
    expect(answer).toMatchObject({ status: 401, body: { error: "invalid_client" } })
    expect(answer.headers.get("www-authenticate")).toContain("Basic")
  }
  const twice = await program.token({ ...form, client_secret: secret }, basic(kept.client_id, secret))
  expect(twice).toMatchObject({ status: 400, body: { error: "invalid_request" } })
  const served = await program.token(nameless, basic(kept.client_id, encodeURIComponent(secret)))
  expect(served.status).toBe(200)
  const sent = { grant_type: "refresh_token", client_id: kept.client_id, refresh_token: served.body.refresh_token }
  expect(await program.token({ ...sent, client_id: open.client_id })).toMatchObject({
    status: 400,
    body: { error: "invalid_grant" },
  })
  expect((await program.token({ ...sent, client_secret: secret })).status).toBe(200)
})

test("a program can revoke its own tokens but not those of another program", async () => {
  const other = await registers(maker)
  const { access_token, refresh_token } = await tokens()
  const of = ({ client_id }: { client_id: string }, token: string) =>
    program.revoke({ client_id, token, token_type_hint: "x" })
  for (const token of [access_token, refresh_token])
    expect(await of(other, token)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  expect((await asks(access_token)).status).toBe(200)
  expect((await of(open, access_token)).status).toBe(200)
  expect((await asks(access_token)).status).toBe(403)
  const { body } = await refresh(refresh_token)
  expect((await of(open, body.refresh_token)).status).toBe(200)
  expect((await asks(body.access_token)).status).toBe(403)
  expect((await refresh(body.refresh_token)).status).toBe(400)
  for (const token of ["nothing", refresh_token]) expect((await of(open, token)).status).toBe(200)
  expect(await program.revoke({ client_id: open.client_id })).toMatchObject({
    status: 400,
    body: { error: "invalid_request" },
  })
  expect((await program.revoke({ client_id: newSecret(), token: "x" })).status).toBe(401)
})

test("authorizations end when the password changes or is reset, the account is deleted or the program removed", async () => {
  const ends: [
    string,
    (who: ReturnType<typeof visitor>, made: { id: number }, email: number) => Promise<{ status: number }>,
  ][] = [
    [
      "changed",
      (who) =>
        who.patch("/api/auth/password/", { old_password: goodPassword, new_password: "une autre phrase assez longue" }),
    ],
    [
      "reset",
      async (who, _, email) =>
        who.post("/api/auth/reset/confirm/", {
          token: await mailedLink(own.db, email, "reset"),
          new_password: "une autre phrase assez longue",
        }),
    ],
    ["left", (who) => who.delete("/api/me/", { password: goodPassword })],
    ["removed", (_, { id }) => maker.delete(`/api/me/programs/${id}/`)],
  ]
  for (const [name, end] of ends) {
    const who = visitor(site)
    const { emails } = await who.registers(`who-${name}`)
    const made = await registers(maker)
    const { access_token } = await tokens(made, who)
    const { asked, verifier } = request(made)
    const pending = exchange(asked, await allows(who, asked), verifier)
    expect((await asks(access_token)).status, name).toBe(200)
    expect((await end(who, made, emails[0].id)).status, name).toBe(204)
    expect((await asks(access_token)).status, name).toBe(403)
    expect((await program.token(pending)).body.error, name).toBe(
      name === "removed" ? "invalid_client" : "invalid_grant",
    )
  }
})

test("expired tokens are refused and swept; a grant lasts 365 days, or 90 days without use", async () => {
  const { access_token, refresh_token } = await tokens()
  const access = hashOf(access_token.slice(9))
  const [{ id, days, idle } = { id: 0, days: 0, idle: 0 }] = (
    await sql<{ id: number; days: number; idle: number }>`
      select g.id, extract(day from g.until_at - g.created_at)::int as days, extract(day from g.expires_at - g.last_used_at)::int as idle
      from program_grants g join program_tokens t on t.grant_id = g.id where t.hash = ${access}`.execute(own.db)
  ).rows
  expect([days, idle]).toEqual([365, 90])
  await sql`update program_tokens set expires_at = now() where hash = ${access}`.execute(own.db)
  expect((await asks(access_token)).status).toBe(403)
  const next = (await refresh(refresh_token)).body
  expect((await asks(next.access_token)).status).toBe(200)
  await sql`update program_grants set expires_at = now(), until_at = now() where id = ${id}`.execute(own.db)
  expect((await asks(next.access_token)).status).toBe(403)
  expect(await refresh(next.refresh_token)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  await sweep(own.db)
  const { rows } =
    await sql`select from program_grants where id = ${id} union all select from program_tokens where hash = ${access}`.execute(
      own.db,
    )
  expect(rows).toEqual([])
})
