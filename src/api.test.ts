import { afterAll, beforeAll, expect, test } from "vitest"
import { apiWorld } from "#test/worlds/api-world.ts"
import { tomorrow, world } from "#test/worlds/world.ts"

let here: Awaited<ReturnType<typeof apiWorld>>
beforeAll(async () => {
  here = await apiWorld(await world())
  for (let day = 0; day < 5; day++) {
    await here.nour.publishes({ title: `Soirée ${day}`, starts: `${tomorrow(day)}T20:30` })
  }
})
afterAll(() => here.end())

const lists = [
  ["/api/contents/events/", 200, 200],
  ["/api/actors/", 200, 200],
  ["/api/activities/", 10, 100],
  ["/api/documents/", 10, 100],
  ["/api/fediverse/accounts/", 50, 100],
] as const

test.each(lists)("%s answers a bare array with its total", async (path) => {
  const answer = await here.get(path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get("content-type")).toContain("application/json")
  const items = (await answer.json()) as unknown[]
  expect(Array.isArray(items)).toBe(true)
  expect(answer.headers.get("x-total-count")).toBe(String(items.length))
})

test.each(lists)(
  "%s accepts a limit from 1 to its maximum and a start from 0, and answers 400 to anything else",
  async (path, _usual, most) => {
    for (const query of [`limit=1`, `limit=${most}`, "start=0", "start=5000"]) {
      expect((await here.get(`${path}?${query}`)).status, query).toBe(200)
    }
    for (const [query, field] of [
      ["limit=0", "limit"],
      [`limit=${most + 1}`, "limit"],
      ["limit=-1", "limit"],
      ["limit=ten", "limit"],
      ["limit=1e2", "limit"],
      ["limit=99999999999999999999", "limit"],
      ["start=-1", "start"],
      ["start=1.5", "start"],
      ["start=0x10", "start"],
    ] as const) {
      const answer = await here.get(`${path}?${query}`)
      expect(answer.status, query).toBe(400)
      const problem = (await answer.json()) as Record<string, string[]>
      expect(Object.keys(problem), query).toEqual([field])
      expect(problem[field]?.every((words) => typeof words === "string" && words.length > 0)).toBe(true)
    }
  },
)

test("the API description states the default limit of every list", async () => {
  const document = await here.json("/api/openapi.json")
  for (const [path, usual] of lists) {
    const limit = document.paths[path].get.parameters.find((one: { name: string }) => one.name === "limit")
    expect(limit.schema, path).toMatchObject({ default: usual })
  }
})

test("error messages are in the language of the cookie, else of Accept-Language, else in French", async () => {
  const sentence = async (headers: Record<string, string>) => {
    const answer = await here.get("/api/activities/?limit=0", headers)
    return ((await answer.json()) as { limit: string[] }).limit[0]
  }
  const french = await sentence({})
  const english = await sentence({ "accept-language": "en-GB,en;q=0.9" })
  const dutch = await sentence({ "accept-language": "en", cookie: "locale=nl" })
  expect(english).toBe("Must be at least 1.")
  expect(new Set([french, english, dutch]).size).toBe(3)
  expect(await sentence({ "accept-language": "de" })).toBe(french)
  expect(await sentence({ cookie: "locale=xx", "accept-language": "nl;q=0.5, fr;q=0.4" })).toBe(dutch)
})

test("Link headers are absolute, lead to the next and previous page and keep the other parameters", async () => {
  const first = await here.get("/api/contents/events/?limit=2&category=music")
  expect(first.headers.get("x-total-count")).toBe("5")
  expect(first.headers.get("link")).toBe(
    '<https://foyer.example/api/contents/events/?limit=2&category=music&start=2>; rel="next"',
  )
  const seen: number[] = []
  let path: string | undefined = "/api/contents/events/?limit=2"
  while (path) {
    const page = await here.get(path, { host: "evil.example", "x-forwarded-host": "evil.example" })
    seen.push(...((await page.json()) as { id: number }[]).map(({ id }) => id))
    path = /<https:\/\/foyer\.example([^>]+)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1]
  }
  expect(new Set(seen).size).toBe(5)
  expect(seen.length).toBe(5)
  const last = await here.get("/api/contents/events/?limit=2&start=3")
  expect(last.headers.get("link")).toBe('<https://foyer.example/api/contents/events/?limit=2&start=1>; rel="prev"')
  const beyond = await here.get("/api/contents/events/?limit=2&start=500")
  expect(await beyond.json()).toEqual([])
  expect(beyond.headers.get("x-total-count")).toBe("5")
})

test("documents sort by created, updated, name and duration in both directions; other keys answer 400", async () => {
  for (const key of ["created", "updated", "name", "duration"]) {
    expect((await here.get(`/api/documents/?type=Audio&sort=${key}`)).status).toBe(200)
    expect((await here.get(`/api/documents/?type=Audio&sort=-${key}`)).status).toBe(200)
  }
  for (const sort of ["size", "--created", "created;drop", "-"]) {
    const answer = await here.get(`/api/documents/?sort=${encodeURIComponent(sort)}`)
    expect(answer.status, sort).toBe(400)
    expect(Object.keys((await answer.json()) as object)).toEqual(["sort"])
  }
})

test("blank and unknown parameters are ignored, and a repeated parameter causes no server error", async () => {
  const all = await here.json("/api/contents/events/")
  const blank =
    "q=&category=&tag=%20&near=&radius=&bbox=&from=&to=&lang=&free=&access=&actor=&list=&limit=&start=&filter=&parent="
  expect(await here.json(`/api/contents/events/?${blank}`)).toEqual(all)
  expect(await here.json("/api/contents/events/?category=%20%09&q=+")).toEqual(all)
  expect(await here.json("/api/contents/events/?utm_source=x&__proto__=1&constructor=2&q[]=1")).toEqual(all)
  expect(await here.json("/api/documents/?q=&type=&sort=&start=&limit=")).toEqual([])
  // Each character of an address is read once: a backtracking pattern would take hours here.
  expect(await here.json(`/api/contents/events/?${"?".repeat(500_000)}=`)).toEqual(all)
  for (const name of ["q", "limit", "category", "near", "filter", "from", "lang", "free"]) {
    const answer = await here.get(`/api/contents/events/?${name}=1&${name}=2`)
    expect(answer.status, name).toBeLessThan(500)
  }
})

test("HEAD answers as GET does, without a body", async () => {
  for (const path of ["/api/contents/events/", "/nodeinfo/2.0", "/api/actors/hangar/"]) {
    const [get, head] = [await here.get(path), await here.get(path, {}, "HEAD")]
    expect(head.status).toBe(get.status)
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"))
    expect(head.headers.get("x-total-count")).toBe(get.headers.get("x-total-count"))
    expect(await head.text()).toBe("")
  }
})

test("an API path without its final slash redirects with 308 and keeps the query", async () => {
  for (const [path, there] of [
    ["/api/contents/events?q=a%20b&limit=2", "/api/contents/events/?q=a%20b&limit=2"],
    ["/api/actors/hangar", "/api/actors/hangar/"],
    ["/api/nothing/here?x=1", "/api/nothing/here/?x=1"],
    ["/api//evil.example", "/api/evil.example/"],
  ] as const) {
    for (const method of ["GET", "HEAD"]) {
      const answer = await here.get(path, {}, method)
      expect(answer.status, path).toBe(308)
      expect(answer.headers.get("location")).toBe(there)
    }
  }
})

test.each([
  ["DELETE", "/api/contents/events/"],
  ["POST", "/api/contents/events/4242/"],
  ["GET", "/api/auth/login/"],
  ["PROPFIND", "/api/actors/"],
  ["POST", "/nodeinfo/2.0"],
])("%s %s is a JSON 405 in the caller’s language, and Allow lists the described methods", async (method, path) => {
  const { paths } = await here.json("/api/openapi.json")
  const described = Object.keys(paths[path.replace("4242", "{id}")]).map((one) => one.toUpperCase())
  const answer = await here.get(path, { "accept-language": "nl" }, method)
  expect(answer.status).toBe(405)
  expect(await answer.json()).toEqual({ detail: "Deze methode is op dit adres niet toegestaan." })
  const allowed = new Set(answer.headers.get("allow")?.split(", "))
  expect(allowed).toEqual(new Set(described.includes("GET") ? [...described, "HEAD"] : described))
})

test("an unknown call is a JSON 404, whatever the method", async () => {
  for (const [method, path] of [
    ["GET", "/api/nothing/"],
    ["GET", "/api/"],
    ["PUT", "/api/nothing/"],
    ["POST", "/api/contents/events"],
  ] as const) {
    const answer = await here.get(path, {}, method)
    expect(answer.status, `${method} ${path}`).toBe(404)
    expect(Object.keys((await answer.json()) as object)).toContain("detail")
  }
})

test("lists of followed and managed items answer a visitor with 403 and a message to log in", async () => {
  for (const kind of ["actors", "contents/events", "activities"]) {
    for (const relation of ["followed", "managed"]) {
      const answer = await here.get(`/api/${kind}/${relation}/`, { "accept-language": "en" })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ detail: expect.stringContaining("Log in") })
    }
  }
})

test("If-None-Match answers 304 for a matching tag, a weak tag, a list of tags or *", async () => {
  const [event] = (await here.json("/api/contents/events/?limit=1")) as { id: number }[]
  for (const path of [
    `/api/contents/events/${event?.id}/`,
    "/api/contents/events/",
    "/api/contents/events/days/?days=3",
    "/api/actors/",
    "/api/actors/letters/",
    "/api/actors/hangar/",
    "/api/activities/",
    "/nodeinfo/2.1",
  ]) {
    const tag = (await here.get(path)).headers.get("etag") as string
    expect(tag, path).toMatch(/^"[\w-]+"$/)
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, `"a,b" , W/${tag}`, "*"]) {
      const answer = await here.get(path, { "if-none-match": header })
      expect(answer.status, `${path} ${header}`).toBe(304)
      expect(await answer.text()).toBe("")
      expect(answer.headers.get("etag")).toBe(tag)
    }
    for (const header of ['"other"', tag.slice(1, -1), ""]) {
      expect((await here.get(path, { "if-none-match": header })).status, `${path} ${header}`).toBe(200)
    }
  }
})

test("CORS lets other sites read without credentials, and not write", async () => {
  const origin = { origin: "https://elsewhere.example" }
  for (const path of [
    "/api/contents/events/",
    "/api/actors/nobody/",
    "/api/contents/events/?limit=0",
    "/nodeinfo/2.0",
    "/.well-known/nodeinfo",
  ]) {
    const answer = await here.get(path, origin)
    expect(answer.headers.get("access-control-allow-origin"), path).toBe("*")
    expect(answer.headers.get("access-control-expose-headers")).toContain("X-Total-Count")
    expect(answer.headers.has("access-control-allow-credentials")).toBe(false)
  }
  const asked = await here.get(
    "/api/contents/events/",
    { ...origin, "access-control-request-method": "GET", "access-control-request-headers": "if-none-match" },
    "OPTIONS",
  )
  expect(asked.status).toBe(204)
  expect(asked.headers.get("access-control-allow-methods")).toBe("GET, HEAD")
  const write = await here.get("/api/contents/events/", origin, "POST")
  expect(write.headers.has("access-control-allow-origin")).toBe(false)
})

test("/builds/latest.json names the served build and is not cached", async () => {
  const answer = await here.get("/builds/latest.json")
  expect(await answer.json()).toEqual({ version: "build-1" })
  expect(answer.headers.get("cache-control")).toBe("no-store")
})
