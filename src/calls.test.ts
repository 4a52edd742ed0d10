import { existsSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Call, type Rights, signInRefusalBeforeErrors, acceptedTypes } from "#http/call.ts"
import { toRouterPath } from "#http/call-finder.ts"
import { newSecret } from "#lib/secret.ts"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"

let own: TestDatabase
let site: TestSite
let calls: string[]
let described: Map<string, Call>
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
  described = new Map(site.api.described.map((call) => [`${call.method.toUpperCase()} ${call.path}`, call]))
  calls = [...described.keys()]
})
afterAll(() => own.drop())

test("the routes of the API, the descriptions of its calls and the OpenAPI document list the same calls", async () => {
  const there = site.api.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`)
  const stated = [...described.values()].map(({ method, path }) => `${method.toUpperCase()} ${toRouterPath(path)}`)
  expect(new Set(there)).toEqual(new Set(stated))
  expect(stated.length).toBeGreaterThan(100)
  expect(new Set(stated).size).toBe(stated.length)
  const { paths } = await (await site.api.request("/api/openapi.json")).json()
  const documented = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.toSorted()).toEqual(calls.toSorted())
})

test("shared answers come only from open calls; personal calls and sessions get private, no-store", async () => {
  const wrong: string[] = []
  for (const [name, call] of described) {
    if (call.method !== "get") continue
    const { rights, cache } = call
    const isOpen = rights === "anyone" || (typeof rights === "object" && ("ownRule" in rights || isPublic(rights)))
    if (cache === "shared" && !isOpen) wrong.push(`${name} is shared, but not open`)
    if (!call.path.startsWith("/api/")) continue
    const path = call.path.replaceAll(/\{\w+\}/g, "1")
    for (const session of ["", newSecret(), "not-a-session"]) {
      const answer = await site.api.request(path, { headers: session ? { cookie: `sessionid=${session}` } : {} })
      const isPrivate = answer.headers.get("cache-control") === "private, no-store"
      if (isPrivate !== (session !== "" || cache !== "shared"))
        wrong.push(`${name} with session "${session}": ${answer.status} ${answer.headers.get("cache-control")}`)
    }
  }
  expect(wrong).toEqual([])
})

test("a visitor’s write with a wrong body is refused with 403 before the body is checked", async () => {
  const wrong: string[] = []
  let asked = 0
  const stranger = visitor(site)
  await stranger.csrf()
  for (const [name, call] of described) {
    if (signInRefusalBeforeErrors(call) === undefined || !acceptedTypes(call).includes("application/json")) continue
    asked++
    const path = call.path.replaceAll(/\{\w+\}/g, "1")
    const { status, body } = await stranger.send(call.method.toUpperCase(), path, [7])
    if (status !== 403 || !body.code || !body.detail || body.code === "csrf_failed")
      wrong.push(`${name}: ${status} ${JSON.stringify(body)}`)
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(50)
})

test("calls for accounts, messages, moderation and administration take no token; other scopes fit the method", () => {
  const wrong = [...described.values()].filter(({ method, path, scope }) => {
    if (method === "get" ? scope === "follow" || scope === "write" : scope === "read") return true
    if (/^\/api\/(auth|moderation|admin)\/|\/messages\//.test(path)) return scope !== "session"
    // A first attendance can create an account, and signs in.
    const isFirstAnswer = method === "post" && path.endsWith("/attendance/")
    if (!path.startsWith("/api/me/")) return (scope === "session") !== isFirstAnswer
    const isRead = method === "get" && /^\/api\/me\/((places|notifications)\/|lists\/.*)?$/.test(path)
    const isEntry = method !== "get" && path.includes("/entries/")
    return scope !== (isRead ? "read" : isEntry ? "follow" : "session")
  })
  expect(wrong.map(({ method, path, scope }) => `${method} ${path}: ${scope}`)).toEqual([])
})

test("exactly the calls with a limit describe a 429 response", async () => {
  const { paths } = await (await site.api.request("/api/openapi.json")).json()
  for (const { method, path, limit } of described.values())
    expect(paths[path][method].responses["429"] !== undefined, `${method} ${path}`).toBe(limit !== undefined)
})

test("every call with a rule or limit of its own names an existing test that checks the refusal", () => {
  const wrong = [...described].flatMap(([name, { rights, limit }]) => {
    const own = typeof rights === "object" && "ownRule" in rights && !/40[134]/.test(read(rights.ownRule))
    const counted = limit && "byHandler" in limit && !/429[,\]]/.test(read(limit.test))
    return [own && `${name}: its rule`, counted && `${name}: its limits`].filter(Boolean)
  })
  expect(wrong).toEqual([])
})

test("callAt finds the described call of a request, also for HEAD and for escaped paths", () => {
  const callAt = (path: string, method = "GET") => {
    const call = site.api.callAt(new Request(`http://foyer.test${path}`, { method }))
    return call && `${call.method} ${call.path} ${call.cache}`
  }
  expect(callAt("/api/actors/followed/?q=x")).toBe("get /api/actors/followed/ personal")
  expect(callAt("/api/actors/hangar/")).toBe("get /api/actors/{fid}/ shared")
  expect(callAt("/api/actors/hangar/", "HEAD")).toBe("get /api/actors/{fid}/ shared")
  expect(callAt("/api/%6De/")).toBe("get /api/me/ personal")
  expect(callAt("/api/me/", "POST")).toBeUndefined()
  expect(callAt("/api/me")).toBeUndefined()
  expect(callAt("/api/nothing/")).toBeUndefined()
})

function read(file: string) {
  return existsSync(file) ? readFileSync(file, "utf8") : ""
}

function isPublic(right: Rights) {
  return typeof right === "object" && "action" in right && right.action === "see_published"
}
