import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { testSite } from "#test/worlds/visitor.ts"
import { isCsrfToken, newCsrfToken, passesCsrf } from "./csrf.ts"

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
const secret = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"
const other = "z1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"

/** Masks a token as Django does: a mask, then the secret shifted by it. */
function masked(token: string, mask = "QwErTyUiOpAsDfGhJkLzXcVbNm123456") {
  const shifted = [...token].map(
    (letter, at) => letters[(letters.indexOf(letter) + letters.indexOf(mask[at] as string)) % letters.length],
  )
  return mask + shifted.join("")
}

const here = "https://foyer.example"
type Case = [what: string, given: Partial<Parameters<typeof passesCsrf>[0]>, passes: boolean]
const cases: Case[] = [
  ["the cookie's token in the header, from here", {}, true],
  ["a masked token for a plain cookie", { header: masked(secret) }, true],
  ["a plain token for a masked cookie", { cookie: masked(secret) }, true],
  ["two different masks of one secret", { cookie: masked(secret), header: masked(secret, secret) }, true],
  ["no cookie", { cookie: undefined }, false],
  ["an empty cookie and an empty header", { cookie: "", header: "" }, false],
  ["no header", { header: undefined }, false],
  ["a header of wrong length", { header: secret.slice(1) }, false],
  ["cookie and header alike, but of wrong length", { cookie: "abc", header: "abc" }, false],
  ["signs that no token has", { cookie: `${secret.slice(1)}-`, header: `${secret.slice(1)}-` }, false],
  ["another token", { header: other }, false],
  ["another token, masked", { header: masked(other) }, false],
  ["the same letters in another case", { header: secret.toLowerCase() }, false],
  ["a foreign origin", { origin: "https://evil.example" }, false],
  ["a null origin", { origin: "null" }, false],
  ["an empty origin", { origin: "" }, false],
  ["our host under http", { origin: "http://foyer.example" }, false],
  ["our host on another port", { origin: "https://foyer.example:8443" }, false],
  ["a host that begins like ours", { origin: "https://foyer.example.evil.example" }, false],
  ["a host that ends like ours", { origin: "https://evilfoyer.example" }, false],
  ["no origin, but a page of ours as referer", { origin: undefined, referer: "https://foyer.example/login" }, true],
  ["no origin and no referer under https", { origin: undefined }, false],
  [
    "no origin and a foreign referer",
    { origin: undefined, referer: "https://evil.example/https://foyer.example/" },
    false,
  ],
  ["no origin and a referer that is none", { origin: undefined, referer: "foyer.example" }, false],
  ["no origin and our page under http", { origin: undefined, referer: "http://foyer.example/" }, false],
]
for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
  test.each(cases)(`the CSRF check judges ${method} with %s`, (_, given, passes) => {
    const request = { method, cookie: secret, header: secret, origin: here, referer: undefined, ...given }
    expect(passesCsrf(request, here)).toBe(passes)
  })
}

test("under http a request without an origin passes, unless its referer is foreign", () => {
  const request = { method: "POST", cookie: secret, header: secret, origin: undefined, referer: undefined }
  expect(passesCsrf(request, "http://foyer.test")).toBe(true)
  expect(passesCsrf({ ...request, referer: "http://foyer.test/login" }, "http://foyer.test")).toBe(true)
  expect(passesCsrf({ ...request, referer: "http://evil.example/login" }, "http://foyer.test")).toBe(false)
})

test("localhost and loopback addresses are one origin on the same port, and not on another", () => {
  const from = (origin: string) =>
    passesCsrf({ method: "POST", cookie: secret, header: secret, origin, referer: undefined }, "http://localhost:3000")
  expect(from("http://127.0.0.1:3000")).toBe(true)
  expect(from("http://[::1]:3000")).toBe(true)
  expect(from("http://127.0.0.1:3001")).toBe(false)
  expect(from("http://localhost.evil.example:3000")).toBe(false)
})

test("GET, HEAD and OPTIONS need no token", () => {
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    const nothing = { method, cookie: undefined, header: undefined, origin: "https://evil.example", referer: undefined }
    expect(passesCsrf(nothing, here)).toBe(true)
  }
})

test("new CSRF tokens are valid and differ from each other", () => {
  const tokens = new Set(Array.from({ length: 100 }, newCsrfToken))
  expect(tokens.size).toBe(100)
  for (const token of tokens) expect(isCsrfToken(token)).toBe(true)
})

describe("on the API", () => {
  let own: TestDatabase
  beforeAll(async () => {
    own = await testDatabase()
  })
  afterAll(() => own.drop())

  const calls = [
    ["POST", "/api/auth/login/"],
    ["POST", "/api/auth/register/"],
    ["POST", "/api/auth/logout/"],
    ["POST", "/api/auth/reset/"],
    ["PATCH", "/api/auth/password/"],
    ["PATCH", "/api/me/"],
    ["DELETE", "/api/me/"],
    ["PUT", "/api/me/second-factor/"],
  ]
  test.each(calls)("%s %s without a token is refused with csrf_failed", async (method, path) => {
    const { api } = testSite(own.db)
    const answer = await api.request(path as string, {
      method: method as string,
      headers: { "content-type": "application/json", origin: "http://foyer.test" },
      body: "{}",
    })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: "csrf_failed", detail: expect.any(String) })
  })

  test("a request with a valid token is refused from a foreign origin", async () => {
    const { api } = testSite(own.db)
    const headers = {
      cookie: `csrftoken=${secret}`,
      "x-csrftoken": secret,
      origin: "https://evil.example",
      "content-type": "application/json",
    }
    const answer = await api.request("/api/auth/login/", { method: "POST", headers, body: "{}" })
    expect(await answer.json()).toMatchObject({ code: "csrf_failed" })
  })

  test("an unknown call without a token answers 404", async () => {
    const { api } = testSite(own.db)
    expect((await api.request("/api/nothing/", { method: "POST" })).status).toBe(404)
  })

  test("the CSRF cookie is readable by scripts, kept if it is valid and replaced if it is not", async () => {
    const { api } = testSite(own.db, { PUBLIC_URL: "https://foyer.example" })
    const given = async (cookie?: string) => {
      const answer = await api.request("/api/auth/csrf/", { headers: cookie ? { cookie: `csrftoken=${cookie}` } : {} })
      expect(answer.headers.get("cache-control")).toBe("private, no-store")
      return answer.headers.get("set-cookie") ?? ""
    }
    expect(await given()).toMatch(/^csrftoken=[A-Za-z0-9]{32}; Path=\/; Max-Age=31449600; SameSite=Lax; Secure$/)
    expect(await given(secret)).toContain(`csrftoken=${secret};`)
    expect(await given("short")).not.toContain("short")
  })
})
