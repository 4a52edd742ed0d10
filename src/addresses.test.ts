import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { testSite } from "#test/worlds/visitor.ts"
import { canonicalAddresses, decodableAddress, isSharedPage, pageAddresses } from "./addresses.ts"

let own: TestDatabase
let known: (request: Request) => Request
let document: { paths: Record<string, { get?: { parameters?: { in: string; name: string }[] } }> }
beforeAll(async () => {
  own = await testDatabase()
  const { api } = testSite(own.db)
  known = canonicalAddresses(api.described)
  document = await (await api.request("/api/openapi.json")).json()
})
afterAll(() => own.drop())

const seen = (path: string) =>
  known(new Request(`https://foyer.example${path}`)).url.replace("https://foyer.example", "")

test("a canonical address drops unknown and invalid parameters, and orders and normalises the others", () => {
  expect(seen("/events/42/qr.png?x=17")).toBe("/events/42/qr.png")
  expect(seen("/events/42/qr.svg?x=17&quiet=0")).toBe("/events/42/qr.svg?quiet=0")
  expect(seen("/nl/events/calendar.ics?x=1&tag=jazz&category=music")).toBe(
    "/nl/events/calendar.ics?category=music&tag=jazz",
  )
  expect(seen("/events/calendar.ics?radius=12.3456&near=50.846123456,4.352999999")).toBe(
    "/events/calendar.ics?near=50.8461%2C4.353&radius=12.3",
  )
  expect(seen("/en/events?utm_source=x&limit=9999&q=+jazz+&radius=17")).toBe("/en/events?q=jazz&limit=200")
  expect(seen("/about?x=1")).toBe("/about")
  expect(seen("/nowhere?x=1")).toBe("/nowhere")
  expect(seen("/agendas/jazz.ics?x=1")).toBe("/agendas/jazz.ics")
  expect(seen("/actors/hangar?fbclid=z&tab=history")).toBe("/actors/hangar?tab=history")
  expect(seen("/embed/events/42?look=huge&theme=dark&x=1")).toBe("/embed/events/42?theme=dark")
  expect(seen("/api/contents/events/?cachebuster=1&start=20&q=jazz")).toBe("/api/contents/events/?q=jazz&start=20")
  expect(seen("/api/docs/?x=1")).toBe("/api/docs/")
})

test("a canonical address and a request that is not a GET are left unchanged", () => {
  for (const path of [
    "/events?q=jazz",
    "/actors?place=",
    "/api/contents/events/?q=jazz&start=20",
    "/login?next=%2Fme",
    "/",
  ]) {
    const request = new Request(`https://foyer.example${path}`)
    expect(known(request), path).toBe(request)
  }
  const write = new Request("https://foyer.example/events/new?index", { method: "POST" })
  expect(known(write)).toBe(write)
})

test("the .data address of a page keeps the page's parameters and _routes", () => {
  expect(seen("/login.data?x=1&next=%2Fme&_routes=root")).toBe("/login.data?next=%2Fme&_routes=root")
  expect(seen("/_root.data?x=1&_routes=a")).toBe("/_root.data?_routes=a")
})

test("page data requested with _routes, and pages with a token in their address, are not shared", () => {
  expect(isSharedPage("/events", "https://foyer.example/events.data?q=x")).toBe(true)
  expect(isSharedPage("/events", "https://foyer.example/events.data?q=x&_routes=root")).toBe(false)
  for (const path of ["/password/reset", "/verify", "/unsubscribe", "/subscriptions/confirm", "/me/newsletter"])
    expect(isSharedPage(path, `https://foyer.example${path}?token=abc`), path).toBe(false)
  expect(isSharedPage("/actors/contact/abc", "https://foyer.example/actors/contact/abc")).toBe(false)
})

test("an address with a query of 27 KB is shortened to under 1,000 characters", () => {
  const long = "x".repeat(27_000)
  for (const path of [`/?q=${long}`, `/de/events?q=${long}`, `/login?next=${long}`, `/de/x?${long}`])
    expect(seen(path).length, path.slice(0, 20)).toBeLessThan(1000)
})

test("every query parameter described in the API is kept at its address, and an unknown one is dropped", () => {
  const described = Object.entries(document.paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => ({ path, name })),
  )
  expect(described.length).toBeGreaterThan(50)
  for (const { path, name } of described) {
    const address = path.replaceAll(/\{\w+\}/g, "1")
    expect(seen(`${address}?zzz=1&${name}=1`)).toBe(`${address}?${name}=1`)
  }
})

test("every page with listed parameters has a route, and every parameter read in the source is listed", () => {
  const routes = readFileSync("src/routes.ts", "utf8")
  const there = [...routes.matchAll(/route\("([^"]+?)\??"/g)].map(([, path]) => `/${path}`)
  expect(there.length).toBeGreaterThan(30)
  expect(pageAddresses.map(([pattern]) => pattern).filter((one) => one !== "/" && !there.includes(one))).toEqual([])

  const names = new Set(pageAddresses.flatMap(([, parameters]) => (typeof parameters === "function" ? [] : parameters)))
  const read = globSync("src/{features,web}/**/!(*.test).{ts,tsx}").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/(?:searchParams|\basked|\bquery)\.(?:get|has|getAll)\("(\w+)"\)/g)].map(
      ([, name]) => name as string,
    ),
  )
  expect(read.length).toBeGreaterThan(30)
  expect(read.filter((name) => !names.has(name))).toEqual([])
})

test("every parameter that a page reads from its address is listed for that page", () => {
  const routes = readFileSync("src/routes.ts", "utf8")
  const pages = [...routes.matchAll(/(?:route\("([^"]*)", |index\()"(features\/[^"]+)"/g)]
  const known = new Map(pageAddresses.map(([pattern, parameters]) => [pattern, parameters]))
  const wrong: string[] = []
  let seen = 0
  for (const [, path = "", file = ""] of pages) {
    const parameters = known.get(`/${path}`) ?? []
    if (typeof parameters === "function") continue
    for (const name of readIn(`src/${file}`)) {
      seen++
      if (!parameters.includes(name)) wrong.push(`/${path} reads ${name} (${file})`)
    }
  }
  expect(seen).toBeGreaterThan(20)
  expect(wrong).toEqual([])
})

/** Lists the parameters that a page reads from its address: in its own file, and in the files beside it that it imports. */
function readIn(file: string) {
  const text = readFileSync(file, "utf8")
  const beside = [...text.matchAll(/from "\.\/([a-z-]+\.tsx?)"/g)].map(([, name]) =>
    join(dirname(file), name as string),
  )
  const texts = [text, ...beside.map((one) => readFileSync(one, "utf8"))]
  return new Set(
    texts.flatMap((one) =>
      [...one.matchAll(/(?:\burl\.searchParams|\bsearchParams)\.(?:get|has|getAll)\("(\w+)"\)/g)].map(
        ([, name]) => name as string,
      ),
    ),
  )
}

test("unknown parameters of pages are dropped even without any API calls", () => {
  const bare = canonicalAddresses([])
  expect(bare(new Request("https://foyer.example/about?x=1")).url).toBe("https://foyer.example/about")
})

test("what cannot be decoded in a path means the text it shows; everything else stays", () => {
  const written = (path: string, method = "GET") =>
    decodableAddress(new Request(`https://foyer.example${path}`, { method })).url.replace("https://foyer.example", "")
  expect(written("/events/%E0%A4%A?q=%E0%A4%A")).toBe("/events/%25E0%25A4%25A?q=%E0%A4%A")
  expect(written("/actors/%C3%A9/%")).toBe("/actors/%C3%A9/%25")
  for (const path of ["/", "/events?q=100%", "/actors/%C3%A9", "/actors/a%2Fb", "/actors/%00"])
    expect(written(path)).toBe(path)
  expect(written("/%E0%A4%A", "POST")).toBe("/%E0%A4%A")
})
