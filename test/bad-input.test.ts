import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { apiWorld } from "./worlds/api-world.ts"
import { sharedData, withoutSharedData } from "./shared.ts"
import { world } from "./worlds/world.ts"

let here: Awaited<ReturnType<typeof apiWorld>>
beforeAll(async () => {
  here = await apiWorld(await world())
  await here.nour.publishes()
})
afterAll(() => here.end())

const own = [
  "",
  " ",
  "0",
  "-0",
  "NaN",
  "Infinity",
  "1e309",
  "9".repeat(400),
  "null",
  "undefined",
  "true",
  "[]",
  "{}",
  "\\",
  "'",
  '"',
  "''; drop table events; --",
  "1' or '1'='1",
  "%",
  "_",
  "%%",
  "../../etc/passwd",
  "..%2f..%2f",
  "\r\nSet-Cookie: a=b",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "${7*7}",
  "__proto__",
  "constructor",
  "\0",
  "a\0b",
  "\u202E",
  "\uFEFF",
  "\u200D",
  "İ",
  "ﷺ",
  "👩‍👩‍👧‍👦",
  "Z̸̢̛͇a̵l̷g̶o̶",
  "ß".repeat(300),
  "é".repeat(3000),
  "(".repeat(500),
  "a,".repeat(500),
  ",".repeat(500),
  "-1,-1",
  "0,0,0,0",
  "1,1",
  "90,180",
  "-90,-180,90,180",
  "180,90,-180,-90",
  "2026-02-30",
  "0001-01-01",
  "0100-01-01",
  "9999-12-31",
  "9999-12-31T23:59:59Z",
  "2026-11-21T20:30:00+14:00",
  "10000-01-01",
  "2147483648",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775809",
  "1.7976931348623157e308",
]

type Operation = { parameters?: { name: string; in: string }[] }

/** Puts each text in every parameter of every GET, and expects success or a refusal, never a server error. */
async function neverFalls(texts: string[]) {
  const { paths } = (await here.json("/api/openapi.json")) as { paths: Record<string, { get?: Operation }> }
  const fallen: string[] = []
  let asked = 0
  const ask = async (address: string) => {
    const answer = await here.get(address)
    await answer.text()
    asked++
    // The unsubscribe address in mails redirects to a page that asks for confirmation, whatever its token.
    const leadsOn = answer.status === 302 && /^\/api\/(notices|subscriptions)\/stop\//.test(address)
    if (answer.status >= 500 || (answer.status < 400 && !leadsOn && ![200, 304, 308].includes(answer.status)))
      fallen.push(`${answer.status} ${address}`)
  }
  for (const text of texts) {
    const value = encodeURIComponent(text.toWellFormed())
    for (const [path, { get }] of Object.entries(paths)) {
      if (!get) continue
      const names = (get.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name)
      const address = path.replaceAll(/\{\w+\}/g, value || "%20")
      if (path.includes("{")) await ask(address)
      // Lists validate their parameters alike: each parameter alone is enough, and all at once.
      if (!path.includes("{") && names.length > 0 && !/(followed|managed)\/$/.test(path)) {
        for (const name of names) await ask(`${address}?${name}=${value}`)
        await ask(`${address}?${names.map((name) => `${name}=${value}`).join("&")}`)
      }
    }
  }
  expect(fallen).toEqual([])
  expect(here.errors).toEqual([])
  return asked
}

test("hostile strings in the parameters of GET calls never cause a server error", async () => {
  expect(await neverFalls(own)).toBeGreaterThan(1000)
})

test("invalid percent-encoding in paths and queries causes no server error and no redirect to another site", async () => {
  for (const bytes of ["%", "%E0%A4%A", "%FF", "%C0%80", "%ED%A0%80", "%u0041", "%2e%2e%2f", "%00", "+", "%0d%0a"]) {
    for (const address of [
      `/api/contents/events/${bytes}/`,
      `/api/actors/${bytes}/`,
      `/api/actors/?q=${bytes}`,
      `/api/${bytes}/`,
      `/api/contents/events/?${bytes}=${bytes}`,
      `/api/places/?q=${bytes}`,
    ]) {
      const answer = await here.get(address)
      expect(answer.status, address).toBeLessThan(500)
      expect(answer.headers.get("location") ?? "/").toMatch(/^\/(?!\/)/)
    }
  }
  expect(here.errors).toEqual([])
})

const corpus = join(sharedData, "bad-input")
/** Picks about this number of evenly spread items, so that the test stays short. */
const some = <Item>(items: Item[], number: number) =>
  items.filter((_, at) => at % Math.max(1, Math.ceil(items.length / number)) === 0)

test.skipIf(withoutSharedData)(
  "the Big List of Naughty Strings in the parameters of GET calls never causes a server error",
  { timeout: 300_000 },
  async () => {
    const strings = JSON.parse(readFileSync(join(corpus, "strings/blns.json"), "utf8")) as string[]
    expect(await neverFalls(some(strings.map(String), 150))).toBeGreaterThan(1000)
  },
)

test.skipIf(withoutSharedData)(
  "XSS payloads and broken JSON in the parameters of GET calls never cause a server error",
  { timeout: 300_000 },
  async () => {
    const scripts = readFileSync(join(corpus, "xss/payloadbox-xss.txt"), "utf8").split("\n")
    const json = readdirSync(join(corpus, "json")).map((file) =>
      readFileSync(join(corpus, "json", file), "utf8").slice(0, 2000),
    )
    expect(await neverFalls([...some(scripts, 60), ...some(json, 40)])).toBeGreaterThan(1000)
  },
)
