import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { expect, inject, test } from "vitest"
import { arrive, sharedBrowser, visit } from "./browser.ts"
import { listedEvents } from "./screens.ts"

const siteUrl = inject("siteUrl")
const event = `/events/${(await listedEvents(siteUrl))[0]?.id}`
const prefixes = { fr: "", en: "/en", nl: "/nl" }
const pages = Object.entries(prefixes).flatMap(([language, prefix]) => [
  { language, path: `${prefix}/`, own: `agenda.${language}` },
  { language, path: prefix + event, own: `events.${language}` },
])
const browser = await sharedBrowser()

test.each(pages)("the scripts of $path and its words weigh at most 165 KB", async ({ language, path, own }) => {
  const named = await scriptsNamedBy(path)
  for (const words of [`${language}.browser`, own]) expect(named).toContainEqual(expect.stringContaining(`/${words}-`))
  const weight = named
    .map((file) => gzipSync(readFileSync(`build/client${file}`), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0)
  expect(weight).toBeGreaterThan(100_000)
  expect(weight).toBeLessThanOrEqual(165_000)
})

test.each(pages)("the document of $path names every file of words that is asked for", async ({ path }) => {
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

/** What a document has the browser load before anybody does anything, as scripts/bench.ts weighs it. */
async function scriptsNamedBy(path: string) {
  const html = await (await fetch(siteUrl + path)).text()
  const found = html.matchAll(/"(\/assets\/[^"]+\.js)"/g)
  return [...new Set([...found].map((match) => match[1] as string))]
}
