import { createHash } from "node:crypto"
import { type Extension, Feed } from "feed"
import type { Language } from "#i18n/languages.ts"
import { outsidePaths, paths } from "#web/paths.ts"
import type { Document } from "../document.ts"
import { addressOfLicence } from "./licence.ts"

/** The head of a podcast; its addresses are absolute. */
export type PodcastHead = {
  title: string
  description: string
  author: string
  language: Language
  /** The page of the podcast, and the address of its feed. */
  url: string
  source: string
  image: string | undefined
  publicUrl: string
}

/** The UUID namespace of podcasts (Podcasting 2.0, `podcast:guid`). */
const podcasts = Buffer.from("ead4c236bf5858c6a2c6a6b28d128cb6", "hex")

/** Writes the sounds of a page as RSS 2.0, with the applicable elements of iTunes and Podcasting 2.0. */
export function podcastOf(head: PodcastHead, sounds: readonly Document[]): string {
  const feed = new Feed({
    id: head.source,
    title: clean(head.title),
    description: clean(head.description),
    link: head.url,
    language: head.language,
    // An empty feed always has the same date, so that it is not sent again at each request.
    updated: new Date(Math.max(0, ...sounds.map(({ updated }) => Date.parse(updated)))),
    feedLinks: { rss: head.source },
    generator: "Foyer",
    ttl: 60,
    ...(head.image ? { image: head.image } : {}),
  })
  const own: [string, unknown][] = [
    ["itunes:author", text(head.author)],
    ["itunes:type", text("episodic")],
    ["itunes:explicit", text("false")],
    ["itunes:category", { _attributes: { text: "Music" } }],
    ...(head.image ? [["itunes:image", { _attributes: { href: head.image } }] as [string, unknown]] : []),
    ["podcast:guid", text(nameOf(head.source))],
    ["podcast:locked", text("yes")],
  ]
  for (const [name, objects] of own) feed.addExtension(extension(name, objects))
  for (const sound of sounds) {
    const main = sound.sound?.sources.at(-1)
    if (!main) continue
    feed.addItem({
      id: tagOf(sound.id, head),
      title: clean(sound.title),
      link: head.publicUrl + paths.sound(sound.id),
      date: new Date(sound.created),
      // The library does not escape attributes, but these contain only addresses of this site.
      enclosure: { url: main.url, length: main.size, type: main.mime },
      extensions: detailsOf(sound, head),
    })
  }
  const names =
    'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"'
  return feed.rss2().replace('<rss version="2.0"', `<rss version="2.0" ${names}`)
}

function detailsOf(document: Document, { publicUrl, language }: PodcastHead): Extension[] {
  const { id, title, description, licence, credit, duration, actor, sound } = document
  const [opus] = sound?.sources ?? []
  const details: [string, unknown][] = [
    // Both titles are plain text: some readers would treat the library's title as HTML.
    ["title", text(title)],
    ["itunes:title", text(title)],
    ...one("description", description && text(description)),
    ...one("itunes:duration", duration && text(String(Math.round(duration)))),
    ...one("itunes:image", sound?.cover && { _attributes: { href: sound.cover } }),
    ...one(
      "podcast:person",
      (actor || credit) && { ...text(actor?.name ?? credit ?? ""), _attributes: personOf(document) },
    ),
    ...one("podcast:license", licence && { ...text(licence), _attributes: { url: addressOfLicence(licence) } }),
    ...one(
      "podcast:transcript",
      sound?.has_transcript && {
        _attributes: { url: publicUrl + outsidePaths.soundTranscript(id), type: "text/plain", language },
      },
    ),
    ...one(
      "podcast:chapters",
      sound &&
        sound.chapters.length > 0 && {
          _attributes: { url: publicUrl + outsidePaths.soundChapters(id), type: "application/json+chapters" },
        },
    ),
    ...one(
      "podcast:alternateEnclosure",
      opus?.mime.includes("opus") && {
        _attributes: { type: "audio/webm", codecs: "opus", length: opus.size },
        "podcast:source": { _attributes: { uri: opus.url } },
      },
    ),
  ]
  return details.map(([name, objects]) => extension(name, objects))
}

const one = (name: string, objects: unknown): [string, unknown][] => (objects ? [[name, objects]] : [])
const text = (words: string) => ({ _text: clean(words) })

function personOf({ actor }: Document) {
  return { role: "author", ...(actor ? { href: actor.url } : {}) }
}

/** Makes an identifier that never changes, even if the sound is renamed (RFC 4151). */
function tagOf(id: number, { publicUrl }: PodcastHead) {
  return `tag:${new URL(publicUrl).hostname},2026:audio/${id}`
}

/** Makes the UUID version 5 of an address without its protocol, as Podcasting 2.0 requires. */
function nameOf(address: string): string {
  const hash = createHash("sha1")
    .update(podcasts)
    .update(address.replace(/^https?:\/\//, "").replace(/\/+$/, ""))
    .digest()
  hash[6] = ((hash[6] as number) & 0x0f) | 0x50
  hash[8] = ((hash[8] as number) & 0x3f) | 0x80
  return hash.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

function extension(name: string, objects: unknown): Extension {
  return { name, objects: objects as Extension["objects"] }
}

/** Removes characters that XML cannot contain even when escaped (XML 1.0 §2.2). */
function clean(words: string): string {
  return words.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
}
