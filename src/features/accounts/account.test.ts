import { createServer } from "node:http"
import { afterAll, beforeAll, expect, test } from "vitest"
import { saveActor } from "#features/actors/store.server.ts"
import { hashOf, newSecret } from "#lib/secret.ts"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"
import { checkIdentity, relMeLinks } from "./profile/check-identity.server.ts"
import { sweep } from "./sweep.server.ts"
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

async function page(userId: number, fid: string, more: object = {}) {
  const id = await saveActor(own.db, {
    fid,
    type: "person",
    name: `Page ${fid}`,
    language: "fr",
    status: "published",
    ...more,
  })
  await own.db
    .insertInto("relations")
    .values({ actor_id: id, user_id: userId, relation: "owner", status: "accepted" })
    .execute()
  return id
}

test("a profile can be changed in part, and fields that cannot be set are ignored", async () => {
  const nour = visitor(site)
  const { id } = await nour.registers("nour")
  await page(id, "nour")
  const change = {
    name: "Nour Alvérane",
    language: "en",
    timezone: "Europe/Paris",
    identity: "nour",
    newsletter: { frequency: "weekly", weekday: 5 },
    notify: ["change", "change"],
    id: 1,
    is_admin: true,
    is_moderator: true,
    created: "1999-01-01",
    username: "root",
    email: "root@x.be",
    password: "x",
  }
  const answer = await nour.patch("/api/me/", change)
  expect(answer).toMatchObject({
    status: 200,
    body: {
      id,
      username: "nour",
      email: "nour@exemple.be",
      name: "Nour Alvérane",
      language: "en",
      timezone: "Europe/Paris",
      identity: { fid: "nour", type: "person" },
      actors: [
        { fid: "nour", relation: "owner", status: "published", may: expect.arrayContaining(["edit", "govern"]) },
      ],
      newsletter: { frequency: "weekly", language: null, weekday: 5, hour: 8 },
      notify: ["change"],
      is_admin: false,
      is_moderator: false,
    },
  })
  // Until an address is verified, an account can follow but cannot publish.
  expect(answer.body.actors[0].may).not.toContain("publish")
  expect(answer.body.may).toContain("attend")
  expect((await nour.patch("/api/me/", {})).body.name).toBe("Nour Alvérane")
  expect((await nour.patch("/api/me/", { identity: null, name: "" })).body).toMatchObject({
    identity: null,
    name: null,
  })
})

test("errors in a profile are reported by field", async () => {
  const someone = visitor(site)
  const { id } = await someone.registers("faulty")
  await page(id, "faulty-house", { type: "place" })
  await page(id, "faulty-draft", { status: "draft" })
  const wrong: [object, string][] = [
    [{ language: "de" }, "language"],
    [{ timezone: "Mars/Olympus" }, "timezone"],
    [{ timezone: "+01:00" }, "timezone"],
    [{ name: "a\nb" }, "name"],
    [{ name: "a\u202Eb" }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ name: 7 }, "name"],
    [{ identity: "nobody" }, "identity"],
    [{ identity: "faulty-house" }, "identity"],
    [{ identity: "faulty-draft" }, "identity"],
    [{ identity: "nour" }, "identity"],
    [{ newsletter: { frequency: "hourly" } }, "newsletter.frequency"],
    [{ newsletter: { weekday: 8 } }, "newsletter.weekday"],
    [{ newsletter: { hour: 1.5 } }, "newsletter.hour"],
    [{ notify: ["everything"] }, "notify.0"],
  ]
  for (const [change, field] of wrong) {
    const answer = await someone.patch("/api/me/", change)
    expect(answer, JSON.stringify(change)).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
  }
})

test("saved places are added, changed and deleted, up to 50; those of another account answer 404", async () => {
  const [ina, ole] = [visitor(site), visitor(site)]
  await ina.registers("ina")
  await ole.registers("ole")
  const made = await ina.post("/api/me/places/", { name: "Chez moi", lat: 50.85, lon: 4.35, id: 5, user_id: 1 })
  expect(made).toMatchObject({ status: 201, body: { name: "Chez moi", lat: 50.85, lon: 4.35, radius: 25 } })
  const path = `/api/me/places/${made.body.id}/`
  expect((await ina.patch(path, { radius: 5 })).body).toMatchObject({ name: "Chez moi", radius: 5 })
  expect((await ina.patch(path, {})).status).toBe(200)
  for (const wrong of [{ lat: 91 }, { lon: 181 }, { radius: 0 }, { name: "" }, { lat: "50" }]) {
    expect((await ina.patch(path, wrong)).status, JSON.stringify(wrong)).toBe(400)
  }
  expect(await ole.patch(path, { radius: 7 })).toMatchObject({ status: 404, body: { code: "not_found" } })
  expect((await ole.delete(path)).status).toBe(404)
  expect((await ole.get("/api/me/places/")).body).toEqual([])
  expect((await ina.delete(path)).status).toBe(204)
  expect((await ina.delete(path)).status).toBe(404)
  for (let n = 0; n < 50; n++) await ina.post("/api/me/places/", { name: `p${n}`, lat: 0, lon: 0 })
  expect(await ina.post("/api/me/places/", { name: "one more", lat: 0, lon: 0 })).toMatchObject({
    status: 409,
    body: { code: "too_many" },
  })
})

test("an API token is shown once, acts within its scopes without CSRF and cannot reach account settings", async () => {
  const dev = visitor(site)
  await dev.registers("devra")
  const made = await dev.post("/api/me/tokens/", {
    name: "Mon site",
    scopes: ["read"],
    expires: new Date(Date.now() + 86_400_000).toISOString(),
  })
  expect(made).toMatchObject({
    status: 201,
    body: { token: expect.stringMatching(/^foyer_[\w-]{43}$/), scopes: ["read"] },
  })
  expect(JSON.stringify((await dev.get("/api/me/tokens/")).body)).not.toContain(made.body.token)

  const bearer = { authorization: `Bearer ${made.body.token}` }
  const call = async (method: string, path: string, body?: object) =>
    site.api.request(path, {
      method,
      headers: { ...bearer, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const me = await call("GET", "/api/me/")
  expect(await me.json()).toMatchObject({ username: "devra" })
  expect(me.headers.get("cache-control")).toBe("private, no-store")
  expect(await (await call("PATCH", "/api/me/", { name: "x" })).json()).toMatchObject({ code: "session_needed" })
  for (const path of ["/api/me/emails/", "/api/me/tokens/", "/api/me/sessions/", "/api/me/export/"]) {
    expect(await (await call("GET", path)).json(), path).toMatchObject({ code: "session_needed" })
  }
  expect(await (await call("POST", "/api/auth/logout/")).json()).toMatchObject({ code: "session_needed" })
  // The random part of a personal token may happen to begin with the prefix of program tokens.
  const like = `at_${newSecret().slice(3)}`
  await own.db
    .updateTable("api_tokens")
    .set({ hash: hashOf(like) })
    .where("id", "=", made.body.id)
    .execute()
  expect((await visitor(site).get("/api/me/", { authorization: `Bearer foyer_${like}` })).status).toBe(200)
  const writing = await dev.post("/api/me/tokens/", { name: "w", scopes: ["write"] })
  const refused = await visitor(site).get("/api/me/", { authorization: `bearer ${writing.body.token}` })
  expect(refused.body).toMatchObject({ code: "scope_missing" })

  // When a request carries a token, the cookie is ignored, whether the token is valid or not.
  for (const authorization of ["Bearer", "Bearer x", `Bearer foyer_${newSecret()}`]) {
    expect((await dev.get("/api/me/", { authorization })).body, authorization).toMatchObject({ code: "token_invalid" })
  }
  expect((await dev.get("/api/me/", { authorization: "Basic eDp5" })).status).toBe(200)
  await own.db
    .updateTable("api_tokens")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where("id", "=", made.body.id)
    .execute()
  expect((await call("GET", "/api/me/")).status).toBe(403)
  expect((await dev.delete(`/api/me/tokens/${writing.body.id}/`)).status).toBe(204)
  for (const wrong of [
    { scopes: [] },
    { scopes: ["admin"] },
    { expires: "yesterday" },
    { expires: "2020-01-01" },
    { expires: "2999-01-01" },
    { name: "" },
  ]) {
    expect(
      (await dev.post("/api/me/tokens/", { name: "n", scopes: ["read"], ...wrong })).status,
      JSON.stringify(wrong),
    ).toBe(400)
  }
})

test("an external profile is verified only by a rel=me link to the account's public page", async () => {
  let html = ""
  let isMoved = ""
  const server = createServer((_, response) => {
    if (isMoved) response.writeHead(302, { location: isMoved }).end((isMoved = ""))
    else response.setHeader("content-type", "text/html").end(html)
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}/@rel`
  const rel = visitor(site)
  const { id: userId } = await rel.registers("rel")
  const added = await rel.post("/api/me/identities/", { url })
  expect(added).toMatchObject({ status: 201, body: { url, handle: null, state: "pending" } })
  const job = { userId, identityId: added.body.id }
  const check = async (net = { allowPrivate: true }) => {
    await checkIdentity(own.db, site.config, job, net)
    return (await rel.get("/api/me/identities/")).body[0].state
  }
  const link = '<p><a class="u" href="http://foyer.test/nl/actors/rel#x" rel="nofollow me">x</a></p>'
  html = link
  expect(await check(), "no public page yet").toBe("no_link")
  await page(userId, "rel")
  await rel.patch("/api/me/", { identity: "rel" })
  expect(await check()).toBe("verified")
  expect(await check({ allowPrivate: false }), "a private address is never dialled").toBe("unreachable")
  isMoved = "/@renamed"
  expect(await check(), "a redirect on the same host").toBe("verified")
  isMoved = `http://localhost:${port}/@rel`
  expect(await check(), "anybody can write a link that redirects from a known site to their own page").toBe("no_link")
  expect(await check()).toBe("verified")
  for (const other of [
    link.replace("rel#", "other#"),
    link.replace("foyer.test", "evil.example"),
    link.replace(" me", ""),
    `<!-- ${"<a ".repeat(50_000)}`,
  ]) {
    html = other
    expect(await check(), other.slice(0, 80)).toBe("no_link")
  }
  expect((await rel.post(`/api/me/identities/${job.identityId}/check/`)).body).toMatchObject({ state: "pending" })
  expect((await rel.post("/api/me/identities/", { url })).body).toHaveProperty("url")
  expect((await rel.post("/api/me/identities/", { url: "@rel@mastodon.example" })).body).toMatchObject({
    handle: "rel@mastodon.example",
    url: "https://mastodon.example/@rel",
  })
  for (const wrong of ["javascript:alert(1)", "ftp://x.be/", "rel", "https://u:p@x.be/", ""]) {
    expect((await rel.post("/api/me/identities/", { url: wrong })).status, wrong).toBe(400)
  }
  expect((await rel.delete(`/api/me/identities/${job.identityId}/`)).status).toBe(204)
  server.close()
})

test("relMeLinks reads links in any notation and skips invalid addresses", () => {
  const html = `<link rel=me href=/a><A HREF='https://x.be/?a=1&amp;b=2' REL='Me'>x</A><a rel="me" href="http://[bad">x</a><a rel="menu" href="/b">x</a>`
  expect(relMeLinks(html, "https://y.be/z")).toEqual(["https://y.be/a", "https://x.be/?a=1&b=2"])
})

test("the sweep deletes expired mailed links and leaves valid links and sessions", async () => {
  const dust = visitor(site)
  const { emails } = await dust.registers("dust")
  await linkFor(emails[0].id, "verify", -1)
  const fresh = hashOf(await linkFor(emails[0].id))
  await sweep(own.db)
  expect(
    await own.db.selectFrom("mailed_tokens").select("hash").where("email_id", "=", emails[0].id).execute(),
  ).toEqual([{ hash: fresh }])
  expect((await dust.get("/api/me/")).status).toBe(200)
})
