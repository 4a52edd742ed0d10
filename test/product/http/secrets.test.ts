import { request } from "node:http"
import { sql } from "kysely"
import type { BrowserContextOptions } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openDb, openPool } from "#db/connection.ts"
import type { RunningServer } from "../../instances/server.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { databaseUrlOf } from "../servers/database-of.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"
import { somebodysScreens } from "../screens/personal-screens.ts"

// Personal data of one account never reaches others through shared caches.

/** API calls that answer anyone, and the data requests of the router. */
const calls = [
  "/api/me/",
  "/api/me/lists/",
  "/api/me/notifications/",
  "/api/contents/events/?rel=managed",
  "/api/contents/events/?rel=followed",
  "/api/actors/?rel=managed",
  "/me.data",
  "/me/account.data",
]
/** A title that only appears in a draft. */
const draft = "Sous la verrière"

let server: RunningServer
let paths: string[]
let secret: string
let storageState: Exclude<BrowserContextOptions["storageState"], string | undefined>
/** The answers to signed-out readers before any other request. */
let before: Map<string, string>
beforeAll(async () => {
  server = await dedicatedServer()
  const { screens, ...someone } = await somebodysScreens(server)
  storageState = someone.storageState
  // One screen is enough where several are parts of the same page.
  paths = [...screens.map(({ path }) => path).filter((path) => !/[?&](tab|preview)=/.test(path)), ...calls]
  secret = storageState.cookies.find(({ name }) => name === "sessionid")?.value ?? ""
  before = new Map()
  // The second request for a path puts its answer into the cache.
  for (const path of [...paths, ...paths]) before.set(path, (await get(path, [])).body)
})
afterAll(() => server.stop())

const shapes: Record<string, (secret: string) => string[]> = {
  "as browsers send it": (own) => [`sessionid=${own}`],
  "twice, the first empty": (own) => [`sessionid=; sessionid=${own}`],
  "twice, the first without a value": (own) => [`sessionid; sessionid=${own}`],
  "twice, the first somebody's who never was": (own) => [`sessionid=${"x".repeat(43)}; sessionid=${own}`],
  "thrice, among others": (own) => [`locale=fr; sessionid=; a=b; sessionid= ; sessionid=${own}`],
  quoted: (own) => [`sessionid="${own}"`],
  "with spaces and tabs": (own) => [`\t sessionid \t= ${own} `],
  "among empty parts": (own) => [`;; ;sessionid=${own};;`],
  "in capitals": (own) => [`SESSIONID=${own}; SessionId=${own}`],
  "inside another name": (own) => [`xsessionid=${own}; sessionidx=${own}`],
  "inside another value": (own) => [`a=sessionid=${own}; b="sessionid=${own}"`],
  "percent-encoded": (own) => [`%73essionid=${own}; sessionid=%20${own}`],
  "in a header of its own": (own) => ["locale=fr", `sessionid=${own}`],
  "behind a comma": (own) => [`locale=fr, sessionid=${own}`],
}

const numbered = Object.entries(shapes).map(([name, shape], at) => ({ name, shape, at }))
test.each(numbered)(
  "with a session cookie $name, no personal answer is cached and visitors get the same as before",
  async ({ shape, at }) => {
    const cookies = shape(secret)
    const isMentioned = cookies.some((line) => /sessionid/i.test(line))
    const wrong: string[] = []
    // The usual header is tried on every path; each other one on a third of the screens, in turn, and on all calls.
    const asked = paths.filter((path, nth) => at === 0 || (nth + at) % 3 === 0 || calls.includes(path))
    expect(asked.length).toBeGreaterThan(15)
    for (const path of asked) {
      const { cached } = await get(path, cookies)
      const { body } = await get(path, [])
      if (isMentioned && cached !== "private, no-store") wrong.push(`${path} may be kept: ${cached}`)
      if (body.includes(draft)) wrong.push(`${path} shows strangers a draft`)
      // A page with a challenge or a consent form is made anew each time.
      const isKept = !/^\/((actors|events)\/(contact|report)|oauth)\//.test(path)
      if (isKept && body !== before.get(path)) wrong.push(`${path} is another for strangers`)
    }
    expect(wrong).toEqual([])
  },
)

test("pages and API calls agree on which forms of the session cookie log a person in", async () => {
  const told: Record<string, boolean[]> = {}
  const { username } = JSON.parse((await get("/api/me/", [`sessionid=${secret}`])).body)
  for (const [name, shape] of Object.entries(shapes)) {
    const [page, call] = [await get("/me/account", shape(secret)), await get("/api/me/", shape(secret))]
    told[name] = [page.body.includes(username), call.status === 200]
  }
  expect(Object.values(told).filter(([page, call]) => page !== call)).toEqual([])
  expect(
    Object.entries(told)
      .filter(([, [page]]) => !page)
      .map(([name]) => name),
  ).toEqual([
    "twice, the first somebody's who never was",
    "in capitals",
    "inside another name",
    "inside another value",
    "percent-encoded",
    "behind a comma",
  ])
})

test("an API answer cached in one page language is not served to requests in another", async () => {
  const path = "/api/contents/events/x/"
  const ask = async (language: string) => (await get(path, [], { "X-Page-Language": language })).body
  const first = [await ask("fr"), await ask("fr"), await ask("fr")]
  const then = [await ask("nl"), await ask("en"), await ask("nl"), await ask("en")]
  expect(new Set(first).size).toBe(1)
  expect(new Set(then).size).toBe(2)
  expect(then).not.toContain(first[0])
})

test("a script planted in an event's description does not run, for visitors and logged-in viewers", async () => {
  const [{ id }] = JSON.parse((await get("/api/contents/events/?limit=1", [])).body)
  const planted = `<p id="planted">Bonsoir</p><script>document.title = "planted"</script>
    <script nonce="">document.title = "planted"</script><img src="x" onerror="document.title = 'planted'">`
  const pool = openPool(databaseUrlOf(server.dataDir), 1, () => {})
  const db = openDb(pool)
  await sql`update events set description = json_build_object('fr', ${planted}::text), language = 'fr', version = version + 1
    where id = ${id}`.execute(db)
  await db.destroy()

  const browser = await sharedBrowser()
  for (const options of [{}, {}, { storageState }]) {
    const { page, troubles, close } = await visit(browser, options)
    const refused = page.waitForEvent("console", (one) => /Refused|violates/.test(one.text()))
    await arrive(page, `${server.url}/events/${id}`)
    expect(await page.locator("#planted").count()).toBe(1)
    expect(await page.title()).not.toBe("planted")
    await refused
    // The site’s own scripts still run, and none of them is refused.
    expect(troubles.filter((one) => !/script|event handler|404/.test(one))).toEqual([])
    await close()
  }
})

test("pages and API answers have a same-origin resource policy and a CSP that allows nothing by default", async () => {
  for (const path of ["/events", "/me/account", "/api/contents/events/"]) {
    const { headers } = await fetch(server.url + path)
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin")
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'self'/)
  }
})

type Got = { status: number; cached: string | undefined; body: string }

/** Sends a request with these `Cookie` headers, byte for byte. */
function get(path: string, cookies: string[], more: Record<string, string> = {}): Promise<Got> {
  const { host } = new URL(server.url)
  const headers = ["Host", host, ...cookies.flatMap((line) => ["Cookie", line]), ...Object.entries(more).flat()]
  return new Promise((done, failed) => {
    request(server.url + path, { headers }, (answer) => {
      const pieces: Buffer[] = []
      answer.on("data", (piece: Buffer) => pieces.push(piece))
      answer.on("end", () =>
        done({
          status: answer.statusCode ?? 0,
          cached: answer.headers["cache-control"],
          body: Buffer.concat(pieces).toString("utf8"),
        }),
      )
    })
      .on("error", failed)
      .end()
  })
}
