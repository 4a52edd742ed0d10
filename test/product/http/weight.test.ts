import { readFileSync, statSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { expect, inject, test } from "vitest"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { somebody } from "../people/page-people.ts"
import { listedEvents } from "../screens/screens.ts"
import { sharedServer } from "../servers/shared-server.ts"

const siteUrl = inject("siteUrl")
const [listed] = await listedEvents(siteUrl)
const event = `/events/${listed?.id}`
const venue = `/actors/${listed?.place?.fid}`
const prefixes = { fr: "", en: "/en", nl: "/nl" }
const pages = Object.entries(prefixes).flatMap(([language, prefix]) => [
  { language, path: `${prefix}/`, own: `agenda.${language}` },
  { language, path: prefix + event, own: `events.${language}` },
])
const browser = await sharedBrowser()

test.each(pages)("the scripts of $path and its words weigh at most 165 KB", async ({ language, path, own }) => {
  const named = await scriptsNamedBy(path)
  for (const words of [`${language}.browser`, own]) expect(named).toContainEqual(expect.stringContaining(`/${words}-`))
  expect(weightOf(named)).toBeGreaterThan(100_000)
  expect(weightOf(named)).toBeLessThanOrEqual(165_000)
})

test.each(["/actors", "/activities", venue])("the scripts of %s and its words weigh at most 165 KB", async (path) => {
  for (const prefix of Object.values(prefixes)) {
    const named = await scriptsNamedBy(prefix + path)
    expect(weightOf(named)).toBeGreaterThan(100_000)
    expect(weightOf(named)).toBeLessThanOrEqual(165_000)
  }
})

test("no measured screen loads more script files than its limit", async () => {
  const { jar } = await somebody(await sharedServer())
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
  const most = { "/": 14, [event]: 17, [venue]: 18, "/login": 18, "/register": 18 }
  const mostSignedIn = { "/events/new": 48, "/actors/new": 39, "/me": 32 }
  for (const [path, files] of Object.entries({ ...most, ...mostSignedIn })) {
    const named = await scriptsNamedBy(path, path in mostSignedIn ? { cookie } : {})
    expect(named.length, path).toBeGreaterThan(10)
    expect(named.length, path).toBeLessThanOrEqual(files)
  }
})

test.each([...pages, { path: "/events" }, { path: "/actors" }])(
  "the style sheets of $path weigh at most 20 KB",
  async ({ path }) => {
    const html = await (await fetch(siteUrl + path)).text()
    const sheets = [
      ...new Set([...html.matchAll(/href="(\/assets\/[^"#]+\.css)#?"/g)].map((match) => match[1] as string)),
    ]
    expect(weightOf(sheets)).toBeGreaterThan(10_000)
    expect(weightOf(sheets)).toBeLessThanOrEqual(20_000)
  },
)

test.each(pages)("the two preloaded fonts of $path weigh at most 80 KB", async ({ path }) => {
  const html = await (await fetch(siteUrl + path)).text()
  const fonts = [...html.matchAll(/<link rel="preload" href="([^"]+\.woff2)"/g)].map((match) => match[1] as string)
  expect(fonts).toHaveLength(2)
  const weight = fonts.map((file) => statSync(`build/client${file}`).size).reduce((sum, bytes) => sum + bytes, 0)
  expect(weight).toBeLessThanOrEqual(80_000)
})

test.each(pages)("the document of $path names every message file that the browser requests", async ({ path }) => {
  const named = await scriptsNamedBy(path)
  const { page, close } = await visit(browser)
  const asked: string[] = []
  page.on("request", (request) => asked.push(new URL(request.url()).pathname))
  await arrive(page, siteUrl + path)
  const words = asked.filter((file) => /[/.](fr|en|nl)(\.browser)?-[^/]+\.js$/.test(file))
  expect(words.length).toBeGreaterThan(1)
  expect(new Set(named)).toEqual(new Set([...named, ...words]))
  await close()
})

/** Returns the compressed size of client files, in bytes. */
function weightOf(files: readonly string[]) {
  return files
    .map((file) => gzipSync(readFileSync(`build/client${file}`), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0)
}

/** Returns the scripts that a document loads before any interaction, as scripts/bench/all.ts counts them. */
async function scriptsNamedBy(path: string, headers: HeadersInit = {}) {
  const html = await (await fetch(siteUrl + path, { headers })).text()
  const found = html.matchAll(/"(\/assets\/[^"]+\.js)"/g)
  return [...new Set([...found].map((match) => match[1] as string))]
}
