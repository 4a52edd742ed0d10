import { type Extension, Feed, type FeedOptions, type Item } from "feed"
import type { Language } from "#i18n/languages.ts"
import { escapeHtml } from "#lib/html.ts"
import { type FeedFormat, feedTypes } from "#web/feed-formats.ts"

/** What a feed says of itself; addresses are absolute. */
export type FeedHead = {
  title: string
  language: Language
  /** Its page, and the address it is read from, which is its name too. */
  url: string
  source: string
  site: { publicUrl: string; name: string }
  /** When something in it was changed last; undefined of an empty one. */
  updated: Date | undefined
}

/** One thing in a feed. Plain text but for `html`, which is sanitised. */
export type FeedEntry = {
  /** A name that never changes: a URN, or a tag (RFC 4151). */
  id: string
  title: string
  language: Language
  url: string
  summary?: string | undefined
  html: string
  /** When it became public: what readers sort by. */
  published: Date
  updated: Date
  authors: { name: string; url: string }[]
  tags: string[]
  image?: string | undefined
}

/** So many are written at a time: the library makes one text of all it is given. */
const atATime = 10

/**
 * A feed in pieces, as its entries come: Atom (RFC 4287), RSS 2.0 or JSON Feed 1.1. The library writes whole feeds of a few
 * entries each, head and all; what goes out is the first head, the entries of each, and the last end.
 */
export async function* feedPieces(
  format: FeedFormat,
  head: FeedHead,
  entries: AsyncIterable<FeedEntry> | Iterable<FeedEntry>,
): AsyncGenerator<string> {
  let end: string | undefined
  const piece = (batch: FeedEntry[]) => {
    const parts = partsOf(format, written(format, head, batch))
    const before = end === undefined ? parts.head : format === "json" ? "," : ""
    end = parts.end
    return before + parts.entries
  }
  let batch: FeedEntry[] = []
  for await (const entry of entries) {
    batch.push(entry)
    if (batch.length < atATime) continue
    yield piece(batch)
    batch = []
  }
  if (batch.length > 0 || end === undefined) yield piece(batch)
  yield end ?? ""
}

/** Of a feed that the library wrote: what stands before its entries, they, and what follows. */
function partsOf(format: FeedFormat, text: string) {
  const [open, close] = {
    atom: ["<entry", "</entry>"],
    rss: ["<item>", "</item>"],
    json: ['"items": [', "]"],
  }[format] as [string, string]
  // What people wrote is escaped in the head, so that the first of these marks is the library's; as is the last of all.
  const found = text.indexOf(open)
  const last = text.lastIndexOf(close)
  if (format === "json") {
    const from = found + open.length
    return { head: text.slice(0, from), entries: text.slice(from, last), end: text.slice(last) }
  }
  if (found < 0) {
    const at = text.lastIndexOf(format === "atom" ? "</feed>" : "</channel>")
    return { head: text.slice(0, at), entries: "", end: text.slice(at) }
  }
  const to = last + close.length
  return { head: text.slice(0, found), entries: text.slice(found, to), end: text.slice(to) }
}

function written(format: FeedFormat, head: FeedHead, entries: readonly FeedEntry[]): string {
  const feed = new Feed(optionsOf(format, head))
  for (const entry of entries) feed.addItem(itemOf(format, entry))
  if (format === "rss") return feed.rss2()
  if (format === "json") {
    // The library knows version 1, which had one author and no language.
    feed.addExtension(extension("version", "https://jsonfeed.org/version/1.1"))
    feed.addExtension(extension("language", head.language))
    feed.addExtension(extension("authors", [{ name: clean(head.site.name), url: head.site.publicUrl }]))
    return feed.json1()
  }
  let at = 0
  return feed
    .atom1()
    .replace("<feed ", `<feed xml:lang="${head.language}" `)
    .replaceAll(entryMark, (all, mark: string) => (mark ? `<entry xml:lang="${entries[at++]?.language}">` : all))
}

/** The beginning of an entry; in a text (CDATA), which is skipped whole, it is none. */
const entryMark = /<!\[CDATA\[[\s\S]*?\]\]>|(<entry>)/g

function optionsOf(format: FeedFormat, { title, url, source, site, updated, language }: FeedHead): FeedOptions {
  return {
    id: source,
    title: format === "rss" ? titleInRss(clean(title)) : clean(title),
    link: url,
    // Always the same of an empty one, so that it is not sent again each time.
    updated: updated ?? new Date(0),
    language,
    feedLinks: { [format]: source },
    generator: "Foyer",
    ttl: 60,
    ...(format === "rss" ? { description: titleInRss(clean(title)) } : {}),
    ...(format === "atom" ? { author: { name: clean(site.name), link: site.publicUrl } } : {}),
  }
}

function itemOf(format: FeedFormat, entry: FeedEntry): Item {
  const { id, url, html, image, published, updated, language } = entry
  const title = clean(entry.title)
  const summary = entry.summary && clean(entry.summary)
  const authors = entry.authors.map((one) => ({ name: clean(one.name), link: one.url }))
  const item: Item = {
    id,
    title: format === "json" ? title : format === "atom" ? escapeHtml(title) : titleInRss(title),
    link: url,
    date: updated,
    published,
    content: clean(html).replaceAll("]]>", "]]&gt;"),
    category: entry.tags.map((tag) => nameOfTag(format, clean(tag))),
  }
  if (summary) item.description = format === "json" ? summary : escapeHtml(summary)
  if (format === "atom" && authors.length > 0) item.author = authors
  // An author is an address of mail in RSS: names stand in Dublin Core's words, as feeds there do.
  if (format === "rss")
    item.extensions = authors.slice(0, 1).map(({ name }) => extension("dc:creator", { _text: name }))
  if (format === "json") {
    if (image) item.image = image
    item.extensions = [extension("language", language)]
    if (authors.length > 0)
      item.extensions.push(extension("authors", authors.map(({ name, link }) => ({ name, url: link })))) // prettier-ignore
  }
  return item
}

function nameOfTag(format: FeedFormat, tag: string) {
  // The library writes attributes as they are, but for ampersands and quotes.
  return format === "atom" ? { name: tag.replaceAll("<", "‹"), term: tag.replaceAll("<", "‹") } : { name: tag }
}

/** Some readers take a title for text, some for HTML: only what would be read otherwise is written as HTML. */
function titleInRss(title: string) {
  return title
    .replaceAll(/&(?=#?\w+;)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
}

function extension(name: string, objects: unknown): Extension {
  return { name, objects: objects as Extension["objects"] }
}

/** Without what XML cannot hold, however it is escaped (XML 1.0 §2.2); half a surrogate pair is such a thing. */
function clean(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
}

/** How a feed is sent: any site may read it. */
export const feedKind = (format: FeedFormat) => ({
  type: `${feedTypes[format]}; charset=utf-8`,
  headers: { "Access-Control-Allow-Origin": "*" },
})
