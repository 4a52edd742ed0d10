import { type Extension, Feed, type FeedOptions, type Item } from "feed"
import type { Language } from "#i18n/languages.ts"
import { escapeHtml } from "#lib/text/html.ts"
import { type FeedFormat, feedTypes } from "#web/feed-formats.ts"

/** The metadata of a feed; addresses are absolute. */
export type FeedHead = {
  title: string
  language: Language
  /** Addresses of the page that the feed belongs to, and of the feed itself, which also serves as its id. */
  url: string
  source: string
  site: { publicUrl: string; name: string }
  /** When an entry was last changed; undefined for an empty feed. */
  updated: Date | undefined
}

/** One entry of a feed. Plain text except `html`, which is sanitised. */
export type FeedEntry = {
  /** A permanent id: a URN, or a tag URI (RFC 4151). */
  id: string
  title: string
  language: Language
  url: string
  summary?: string | undefined
  html: string
  /** When it became public; readers sort by it. */
  published: Date
  updated: Date
  authors: { name: string; url: string }[]
  tags: string[]
  image?: string | undefined
}

/** Entries written at a time, because the library builds one string of all its entries. */
const atATime = 10

/**
 * Writes a feed piece by piece as its entries arrive: Atom (RFC 4287), RSS 2.0 or JSON Feed 1.1. The library writes complete
 * feeds of a few entries each; the output is the head of the first, the entries of each, and the end of the last.
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

/** Splits a feed written by the library into head, entries and end. */
function partsOf(format: FeedFormat, text: string) {
  const [open, close] = {
    atom: ["<entry", "</entry>"],
    rss: ["<item>", "</item>"],
    json: ['"items": [', "]"],
  }[format] as [string, string]
  // Text from people is escaped in the head, so that the first opening mark is the library's, as is the last closing mark.
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
    // The library writes version 1, which has one author and no language.
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

/** Matches the start of an entry. CDATA is matched whole first, so that a start inside text is skipped. */
const entryMark = /<!\[CDATA\[[\s\S]*?\]\]>|(<entry>)/g

function optionsOf(format: FeedFormat, { title, url, source, site, updated, language }: FeedHead): FeedOptions {
  return {
    id: source,
    title: format === "rss" ? titleInRss(clean(title)) : clean(title),
    link: url,
    // Constant for an empty feed, so that it is not sent again each time.
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
  // RSS requires a mail address as author, so names use dc:creator (Dublin Core), as is common in feeds.
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
  // The library escapes only ampersands and quotes in attributes.
  return format === "atom" ? { name: tag.replaceAll("<", "‹"), term: tag.replaceAll("<", "‹") } : { name: tag }
}

/**
 * Escapes a title for RSS. Some readers take it as text, some as HTML, so only characters that HTML would misread are escaped.
 */
function titleInRss(title: string) {
  return title
    .replaceAll(/&(?=#?\w+;)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
}

function extension(name: string, objects: unknown): Extension {
  return { name, objects: objects as Extension["objects"] }
}

/** Removes characters that XML cannot contain even escaped (XML 1.0 §2.2), including lone surrogates. */
function clean(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
}

/** The media type and headers of a feed, which any site may read. */
export const feedKind = (format: FeedFormat) => ({
  type: `${feedTypes[format]}; charset=utf-8`,
  headers: { "Access-Control-Allow-Origin": "*" },
})
