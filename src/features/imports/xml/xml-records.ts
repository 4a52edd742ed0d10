import { Parser } from "htmlparser2"
import { attempt } from "../reading/attempt.ts"
import { type FeedHead, feedHead, fromFeedEntry } from "./feed.ts"
import { longestLine } from "../icalendar/icalendar-lines.ts"
import { fromPentabarf, type Schedule, scheduleOf } from "./pentabarf.ts"
import type { Reading, ReadOptions } from "../reading/record.ts"
import { type Element, textIn } from "./xml-element.ts"

/** Returns the kind of an XML text by its root element: a programme or a feed. */
export function xmlKindOf(head: string): "pentabarf" | "feed" | undefined {
  const root = /^(?:<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>|\s)*<([\w:.-]+)/i.exec(head)
  const name = root?.[1]?.toLowerCase()
  if (name === "schedule") return "pentabarf"
  return name === "rss" || name === "feed" || name === "rdf:rdf" || name === "atom:feed" ? "feed" : undefined
}

type Found = { element: Element | null; parents: Element[] }

/** Elements deeper than this are left out: programmes and feeds are flat. */
const deepest = 24

/**
 * Reads the events of an XML text as a stream: of a programme in the pentabarf format, or of an RSS or Atom feed whose entries
 * have event dates. Only XML's own entities are expanded, nothing is loaded, and one record is held at a time.
 */
export async function* readXml(pieces: AsyncIterable<string>, options: ReadOptions): AsyncGenerator<Reading> {
  let kind: "pentabarf" | "feed" | undefined
  let head = ""
  let position = 0
  let schedule: Schedule | undefined
  let feed: FeedHead | undefined
  const records = recordReader()
  const read = ({ element, parents }: Found): Reading => {
    position++
    if (element === null)
      return { position, refused: { id: "record_too_long", args: { megabytes: longestLine / 1_000_000 } } }
    const title = textIn(element, "title")
    if (kind === "pentabarf") {
      schedule ??= scheduleOf(parents[0] as Element)
      return attempt("pentabarf", position, title, options, () =>
        fromPentabarf(element, parents, schedule as Schedule, options),
      )
    }
    feed ??= feedHead(parents)
    return attempt("feed", position, title, options, () => fromFeedEntry(element, feed as FeedHead, options))
  }
  for await (const piece of pieces) {
    if (head.length < 4096) head += piece.slice(0, 8192)
    kind ??= xmlKindOf(head)
    for (const found of records.take(piece)) yield read(found)
  }
  for (const found of records.end()) yield read(found)
  if (kind === undefined) yield { position: 0, refused: { id: "format_unknown" } }
}

/** Collects the elements inside each event, item or entry, and the head around them. */
function recordReader() {
  const found: Found[] = []
  const open: Element[] = []
  let record = -1
  let size = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const plain = name.toLowerCase()
        if (record < 0 && /^(?:event|item|entry|rss:item|atom:entry)$/.test(plain)) {
          record = open.length
          size = 0
        }
        open.push({ name: plain, attributes, text: "", parts: [] })
      },
      ontext(text) {
        size += text.length
        const element = open.at(-1)
        if (element && open.length <= deepest && (record < 0 ? element.text.length < 10_000 : size <= longestLine))
          element.text += text
      },
      onclosetag() {
        const element = open.pop()
        if (!element) return
        if (open.length === record) {
          found.push({ element: size > longestLine ? null : element, parents: [...open] })
          record = -1
        } else if (open.length <= deepest) {
          const parent = open.at(-1)
          // Only the head stands outside the records, and it is short: more than 100 elements are left out.
          if (parent && (record >= 0 || parent.parts.length < 100)) parent.parts.push(element)
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  return {
    take(piece: string): Found[] {
      parser.write(piece)
      return found.splice(0)
    },
    end(): Found[] {
      parser.end()
      return found.splice(0)
    },
  }
}
