import { parseDocument, DomUtils } from "htmlparser2"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { feedFormats } from "#web/feed-formats.ts"
import { type FeedEntry, type FeedHead, feedPieces } from "./web-feeds.ts"

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** PostgreSQL parses XML with libxml2, which tolerates no error. */
async function isWellFormed(text: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select xml_is_well_formed_document(${text}) as is`.execute(database.db)
  return rows[0]?.is === true
}

const hostile = `]]> ]]> <script>alert("1")</script> & &amp; &lt;b&gt; </entry></item></feed> "items": [ ] é\u0000\u0001\u000b\ufffe\uffff\ud800 🎭`
const shown = hostile.replaceAll(/[\u0000\u0001\u000b\ufffe\uffff]|\ud800(?= )/g, "") // oxlint-disable-line no-control-regex
const site = { publicUrl: "https://foyer.example", name: `Foyer ${hostile}` }
const head: FeedHead = {
  title: hostile,
  language: "nl",
  url: "https://foyer.example/nl/events?q=a&b=<",
  source: "https://foyer.example/nl/events/feed.atom?q=a&b=<",
  site,
  updated: new Date("2026-11-20T10:00:00Z"),
}
const entry = (n: number): FeedEntry => ({
  id: `urn:uuid:00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
  title: n === 0 ? hostile : "é".repeat(300),
  language: n % 2 === 0 ? "fr" : "nl",
  url: `https://foyer.example/nl/events/${n}?a=1&b="<`,
  summary: hostile,
  html: `<p>${"a ]]> b ]]> c\u0000\u000b"} &lt;script&gt;</p>`,
  published: new Date(Date.UTC(2026, 10, 19, 0, n)),
  updated: new Date(Date.UTC(2026, 10, 20, 0, n)),
  authors: [{ name: hostile, url: "https://foyer.example/nl/actors/x" }],
  tags: [hostile, "Jazz"],
  image: "https://foyer.example/a.png?v=1&w=2",
})

async function whole(...[format, of, entries]: Parameters<typeof feedPieces>) {
  return (await Array.fromAsync(feedPieces(format, of, entries))).join("")
}
const textOf = (node: Parameters<typeof DomUtils.getElementsByTagName>[1], name: string) =>
  DomUtils.getElementsByTagName(name, node).map((one) => DomUtils.textContent(one))

test.each(["atom", "rss"] as const)(
  "%s is well-formed and has all its entries, whatever characters their texts contain",
  async (format) => {
    for (const count of [0, 1, 9, 10, 11, 20, 25]) {
      const text = await whole(
        format,
        head,
        Array.from({ length: count }, (_, n) => entry(n)),
      )
      expect(await isWellFormed(text), `${count}`).toBe(true)
      const document = parseDocument(text, { xmlMode: true })
      const items = DomUtils.getElementsByTagName(format === "atom" ? "entry" : "item", document)
      expect(items).toHaveLength(count)
      const ids = items.flatMap((one) => textOf(one, format === "atom" ? "id" : "guid"))
      expect(ids).toEqual(Array.from({ length: count }, (_, n) => entry(n).id))
    }
  },
)

test("isWellFormed detects an unclosed CDATA section and an unescaped ampersand", async () => {
  const text = await whole("atom", head, [entry(0)])
  expect(await isWellFormed(text.replace("]]></title>", "</title>"))).toBe(false)
  expect(await isWellFormed(text.replace("&amp;b", "&b"))).toBe(false)
})

test("Atom has the elements of RFC 4287: id, links, dates, languages, title, content and authors", async () => {
  const text = await whole("atom", head, [entry(0), entry(1)])
  const document = parseDocument(text, { xmlMode: true })
  const [feed] = DomUtils.getElementsByTagName("feed", document)
  expect(feed?.attribs).toEqual({ xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "nl" })
  const of = (name: string) =>
    feed && DomUtils.getElementsByTagName(name, feed.children, false).map(DomUtils.textContent)
  expect(of("updated")).toEqual(["2026-11-20T10:00:00.000Z"])
  expect(of("id")).toEqual([head.source])
  const links = DomUtils.getElementsByTagName("link", feed?.children ?? [], false).map(({ attribs }) => attribs)
  expect(links.map(({ rel }) => rel)).toEqual(["alternate", "self"])
  const entries = DomUtils.getElementsByTagName("entry", document)
  expect(entries.map(({ attribs }) => attribs["xml:lang"])).toEqual(["fr", "nl"])
  const first = entries[0] ?? []
  expect(textOf(first, "published")).toEqual(["2026-11-19T00:00:00.000Z"])
  expect(textOf(first, "updated")).toEqual(["2026-11-20T00:00:00.000Z"])
  // A title of type html: after removing both levels of escaping, its text is the original.
  const title = DomUtils.textContent(parseDocument(textOf(first, "title")[0] ?? ""))
  expect(title).toBe(shown)
  expect(textOf(first, "content")[0]).toBe("<p>a ]]&gt; b ]]&gt; c &lt;script&gt;</p>")
  expect(textOf(first, "name")).toEqual([shown.replace("&amp;", "&")])
})

test("RSS has a guid that is no permalink, dates, language, self link and creator", async () => {
  const text = await whole("rss", { ...head, source: "https://foyer.example/events/feed.rss" }, [entry(1)])
  const document = parseDocument(text, { xmlMode: true })
  expect(DomUtils.getElementsByTagName("guid", document)[0]?.attribs.isPermaLink).toBe("false")
  expect(textOf(document, "pubDate")).toEqual(["Thu, 19 Nov 2026 00:01:00 GMT"])
  expect(textOf(document, "lastBuildDate")).toEqual(["Fri, 20 Nov 2026 10:00:00 GMT"])
  expect(textOf(document, "language")).toEqual(["nl"])
  const self = DomUtils.getElementsByTagName("atom:link", document)[0]?.attribs
  expect(self).toEqual({ href: "https://foyer.example/events/feed.rss", rel: "self", type: "application/rss+xml" })
  expect(textOf(document, "dc:creator")).toHaveLength(1)
  expect(DomUtils.getElementsByTagName("author", document)).toEqual([])
})

test("JSON Feed has version 1.1 and its head fields, for any number of entries", async () => {
  for (const count of [0, 1, 10, 21]) {
    const feed = JSON.parse(
      await whole(
        "json",
        head,
        Array.from({ length: count }, (_, n) => entry(n)),
      ),
    )
    expect(feed).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      language: "nl",
      home_page_url: head.url,
      feed_url: head.source,
      authors: [{ url: "https://foyer.example" }],
    })
    expect(feed.items).toHaveLength(count)
  }
})

test("an entry of JSON Feed has id, title, language, author and dates", async () => {
  const feed = JSON.parse(await whole("json", head, [entry(0)]))
  expect(feed.items[0]).toMatchObject({
    id: entry(0).id,
    title: shown,
    language: "fr",
    authors: [{ name: shown, url: "https://foyer.example/nl/actors/x" }],
    date_published: "2026-11-19T00:00:00.000Z",
    date_modified: "2026-11-20T00:00:00.000Z",
  })
})

test("an empty feed is the same each time", async () => {
  for (const format of feedFormats) {
    const empty = { ...head, updated: undefined }
    expect(await whole(format, empty, [])).toBe(await whole(format, empty, []))
  }
})

test("a long feed is written in pieces, and its entries are read as they are needed", async () => {
  let made = 0
  const entries = (function* () {
    for (; made < 1000; made++) yield entry(made)
  })()
  for await (const piece of feedPieces("atom", head, entries)) {
    expect(piece.length).toBeGreaterThan(0)
    if (made > 30) break
  }
  expect(made).toBeLessThan(60)
})
