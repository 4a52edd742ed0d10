import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { sharedData, withoutSharedData } from "#test/shared.ts"
import { goodPassword, type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"

let own: TestDatabase
let site: TestSite
let someone: ReturnType<typeof visitor>
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
  someone = visitor(site)
  await someone.registers("someone")
})
afterAll(() => own.drop())

const nasty = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "a\udfffb",
  "\u202e\u2066txt",
  "𝒏𝒐𝒖𝒓",
  "ﷺ".repeat(50),
  "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞",
  "' or 1=1 --",
  "${7*7}",
  "{{constructor.constructor('x')()}}",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "%00",
  "a".repeat(5000),
  "\r\nSet-Cookie: x=y",
  "a@b@c",
  "__proto__",
  "constructor",
  "null",
  "1e999",
]
const strange: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  [],
  {},
  [[]],
  [null],
  { $ne: null },
  { toString: "x" },
  ["a", "b"],
  2 ** 53,
]

/** Every call that takes a body, with a valid body and the path it is sent to. */
const calls: [method: string, path: string, good: Record<string, unknown>][] = [
  [
    "POST",
    "/api/auth/register/",
    {
      username: "newone",
      email: "newone@exemple.be",
      password: "x",
      name: "N",
      language: "fr",
      timezone: "Europe/Brussels",
    },
  ],
  ["POST", "/api/auth/login/", { username: "nobody", password: "x", code: "123456" }],
  ["PATCH", "/api/auth/password/", { old_password: "x", new_password: "y" }],
  ["POST", "/api/auth/verify/", { token: "x" }],
  ["POST", "/api/auth/reset/", { email: "x@exemple.be" }],
  ["POST", "/api/auth/reset/confirm/", { token: "x", new_password: "y" }],
  [
    "PATCH",
    "/api/me/",
    {
      name: "N",
      language: "fr",
      timezone: "Europe/Brussels",
      identity: "x",
      newsletter: { frequency: "none", language: "fr", weekday: 1, hour: 1 },
      notify: ["page"],
    },
  ],
  ["DELETE", "/api/me/", { password: "x" }],
  ["POST", "/api/me/emails/", { email: "not an address", password: goodPassword }],
  ["PATCH", "/api/me/emails/1/", { is_primary: true }],
  ["POST", "/api/me/places/", { name: "", lat: 0, lon: 0, radius: 1 }],
  ["PATCH", "/api/me/places/1/", { name: "N", lat: 0, lon: 0, radius: 1 }],
  ["POST", "/api/me/identities/", { url: "x" }],
  ["POST", "/api/me/tokens/", { name: "", scopes: ["read"], expires: "2026-01-01" }],
  ["POST", "/api/me/second-factor/", { password: "x" }],
  ["PUT", "/api/me/second-factor/", { code: "x" }],
  ["DELETE", "/api/me/second-factor/", { password: "x" }],
  ["POST", "/api/me/second-factor/recovery-codes/", { password: "x" }],
]

function sound(answer: { status: number; body: unknown }, what: string) {
  expect(answer.status, what).toBeLessThan(500)
  if (answer.status !== 400) return
  const body = answer.body as Record<string, unknown>
  const isTold =
    typeof body.detail === "string" ||
    Object.values(body).every((list) => Array.isArray(list) && list.every((one) => typeof one === "string"))
  expect(isTold, `${what}: ${JSON.stringify(body)}`).toBe(true)
}

test.each(calls)("%s %s answers strange values in every field without a server error", async (method, path, good) => {
  const corpus = join(sharedData, "bad-input/strings/blns.json")
  const naughty = withoutSharedData || !existsSync(corpus) ? [] : (JSON.parse(readFileSync(corpus, "utf8")) as string[])
  for (const field of Object.keys(good)) {
    // These calls hash a password at every attempt, which is slow, so they get fewer values.
    const isCostly = /password|code/.test(field) || path.endsWith("/login/")
    const values = isCostly ? [...nasty.slice(0, 10), ...strange] : [...nasty, ...naughty, ...strange]
    for (const value of values) {
      sound(
        await someone.send(method, path, { ...good, [field]: value }),
        `${method} ${path} ${field}=${JSON.stringify(value)?.slice(0, 60)}`,
      )
    }
  }
  for (const body of [...strange, "text"])
    sound(await someone.send(method, path, JSON.stringify(body)), `${method} ${path} ${JSON.stringify(body)}`)
  expect(site.errors).toEqual([])
  expect((await someone.get("/api/me/")).status).toBe(200)
})

test("bodies that are not JSON, too large, too deep or of another type are refused", async () => {
  await own.db.deleteFrom("saved_places").execute()
  const post = (body: string | Uint8Array, type: string | null = "application/json") => {
    const headers = new Headers({
      cookie: `csrftoken=${someone.jar.get("csrftoken")}; sessionid=${someone.jar.get("sessionid")}`,
      "x-csrftoken": someone.jar.get("csrftoken") ?? "",
    })
    if (type) headers.set("content-type", type)
    return site.api.request("/api/me/places/", { method: "POST", headers, body: body as BodyInit })
  }
  const good = JSON.stringify({ name: "Ici", lat: 1, lon: 1 })
  expect((await post(good)).status).toBe(201)
  for (const type of ["application/json; charset=utf-8", "application/merge-patch+json", "APPLICATION/JSON"]) {
    expect((await post(good, type)).status, type).toBe(201)
  }
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "application/jsonp",
    "x",
  ]) {
    const answer = await post(good, type)
    expect(answer.status, type).toBe(415)
    expect(await answer.json(), type).toEqual({ detail: "Ce type de contenu n’est pas accepté." })
  }
  // A program that sends a content type but no body gets the list of missing fields.
  const nothing = await post("")
  expect(nothing.status).toBe(400)
  expect(await nothing.json()).toHaveProperty("name")
  expect((await post(`{"name":"${"x".repeat(110_000)}"}`)).status).toBe(413)
  expect((await post(`${"[".repeat(33)}${"]".repeat(33)}`)).status).toBe(400)
  expect((await post("[".repeat(90_000))).status).toBe(400)
  expect((await post(JSON.stringify({ name: "[".repeat(60), lat: 1, lon: 1 }))).status).toBe(201)
  expect((await post(`{"name":"\\"${"[".repeat(60)}","lat":1,"lon":1}`)).status).toBe(201)
  expect((await post(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))).status).toBe(400)
  for (const body of ["{", "nope", '{"a":1}}', "", "\ufeff"]) expect((await post(body)).status, body).toBe(400)
  // Fields named like built-in object properties are treated as ordinary fields.
  const answer = await post('{"__proto__":{"is_admin":true},"constructor":1,"name":"Ici","name":"Là","lat":1,"lon":1}')
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({ name: "Là" })
  expect(({} as { is_admin?: boolean }).is_admin).toBeUndefined()
})

test.skipIf(withoutSharedData)("every file of the JSON corpus is answered with a 4xx", async () => {
  const folder = join(sharedData, "bad-input/json")
  for (const file of readdirSync(folder)) {
    const headers = {
      "content-type": "application/json",
      cookie: `csrftoken=${someone.jar.get("csrftoken")}`,
      "x-csrftoken": someone.jar.get("csrftoken") ?? "",
    }
    const answer = await site.api.request("/api/auth/verify/", {
      method: "POST",
      headers,
      body: readFileSync(join(folder, file)),
    })
    expect(answer.status, file).toBeGreaterThanOrEqual(400)
    expect(answer.status, file).toBeLessThan(500)
  }
  expect(site.errors).toEqual([])
})

test("malformed session cookies and tokens answer 403, and malformed ids 404", async () => {
  const odd = ["x".repeat(3000), "%00", "a;b", '"', "é", "=".repeat(43), "A".repeat(43)]
  for (const value of odd) {
    for (const headers of [
      { cookie: `sessionid=${encodeURIComponent(value)}` },
      { cookie: `sessionid=${value.replace("é", "e")}; sessionid=x` },
      { authorization: `Bearer ${value.replace("é", "e")}` },
    ]) {
      const { status } = await site.api.request("/api/me/", { headers: headers as unknown as Record<string, string> })
      expect(status, JSON.stringify(headers).slice(0, 80)).toBe(403)
    }
  }
  for (const id of ["0", "-1", "1.5", "9".repeat(15), "9".repeat(40), "x", "%00", "1%20", "..%2f1", "%F0"]) {
    expect((await someone.delete(`/api/me/places/${id}/`)).status, id).toBe(404)
  }
  expect(site.errors).toEqual([])
})

test("a registered name with HTML in it is returned unchanged, as JSON", async () => {
  const name = `<img src=x onerror=alert(1)> "O'Brien" & Łukasz 🎷`
  const lukas = visitor(site)
  await lukas.csrf()
  const made = await lukas.post("/api/auth/register/", {
    username: "lukas",
    email: "lukas@exemple.be",
    password: goodPassword,
    name,
  })
  expect(made.body.name).toBe(name)
  expect(made.headers.get("content-type")).toContain("application/json")
})
