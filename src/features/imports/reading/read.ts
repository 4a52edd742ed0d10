import { decode, decodePieces } from "#lib/text/decode.ts"
import { attempt, reasonOf } from "./attempt.ts"
import { rowsOf, separatorOf } from "../table/csv.ts"
import { readDocuments, readJson, readObject } from "../json/documents.ts"
import { longestLine } from "../icalendar/icalendar-lines.ts"
import { readCalendar } from "../icalendar/icalendar.ts"
import { type Reading, type ReadOptions, unreadable } from "./record.ts"
import { isNode } from "../json/schema-org.ts"
import { guessLanguage } from "./text.ts"
import { readXml, xmlKindOf } from "../xml/xml-records.ts"

/**
 * Largest file that must be read as a whole (pages, calendars, JSON without a list), in bytes after decompression. Files read as
 * a stream may be longer.
 */
export const mostBytes = 50_000_000
const headBytes = 65_536
const megabyte = 1_000_000

/**
 * Reads the events of a file; the format is detected from its content. Always yields something: a file that cannot be read gives
 * one refusal at position 0. Of records with the same identifier the first counts, and the others are refused.
 */
export async function* readRecords(chunks: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncGenerator<Reading> {
  const seen = new Set<string>()
  let count = 0
  try {
    for await (const reading of readAll(chunks, options)) {
      count++
      if ("refused" in reading) yield reading
      else {
        const { position, title, external_id, format } = reading
        const key = `${format} ${external_id}`
        yield seen.has(key) ? { position, title, external_id, refused: { id: "duplicate" } } : reading
        seen.add(key)
      }
    }
    if (count === 0) yield { position: 0, refused: { id: "no_events" } }
  } catch (error) {
    yield { position: 0, refused: reasonOf(error, "format_broken") }
  }
}

async function* readAll(chunks: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncGenerator<Reading> {
  const iterator = chunks[Symbol.asyncIterator]()
  const taken: Uint8Array[] = []
  let size = 0
  const take = async () => {
    const { value, done } = await iterator.next()
    options.watch?.advances()
    if (done) return false
    taken.push(value)
    size += value.length
    return true
  }
  while (size < headBytes && (await take()));
  // A record may be longer than the head: one whole line is needed to detect a format of one record per line.
  while (taken[0]?.[0] === 0x7b && size <= longestLine && !taken.some((piece) => piece.includes(10)) && (await take()));
  const head = decode(Buffer.concat(taken))
  if (head.trim() === "") return yield { position: 0, refused: { id: "empty" } }

  const kind = options.format ?? kindOf(head)
  if (kind === undefined) return yield { position: 0, refused: { id: "format_unknown" } }
  async function* all() {
    for (let piece = taken.shift(); piece; piece = taken.shift()) yield piece
    for await (const piece of { [Symbol.asyncIterator]: () => iterator }) {
      options.watch?.advances()
      yield piece
    }
  }
  const told = { ...options, usualLanguage: guessLanguage(head.slice(0, 40_000), 40_000) }
  if (kind === "json" && isJsonLines(head)) yield* readLines(all(), told)
  else if (kind === "json") yield* readJson(decodePieces(all()), told, mostBytes)
  else if (kind === "csv") yield* readTable(head, decodePieces(all()), told)
  else if (kind === "xml") yield* readXml(decodePieces(all()), told)
  else if (kind === "ical") yield* readCalendar(decodePieces(upTo(all(), mostBytes)), options)
  else yield* readDocuments(documentsIn(await wholeText(decodePieces(upTo(all(), mostBytes)))), told)
}

/** Passes the bytes on; refuses more than the limit. */
async function* upTo(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > most) unreadable("too_large", { megabytes: most / megabyte })
    yield chunk
  }
}

async function wholeText(pieces: AsyncIterable<string>): Promise<string> {
  const parts = []
  for await (const piece of pieces) parts.push(piece)
  return parts.join("")
}

function kindOf(head: string): ReadOptions["format"] {
  const start = head.trimStart()
  if (/^[[{]/.test(start)) return "json"
  if (start.startsWith("<")) {
    if (xmlKindOf(start)) return "xml"
    return /<(?:!doctype\s+html|html|head|body|script|meta)\b/i.test(head) ? "html" : undefined
  }
  if (/^\s*BEGIN\s*:\s*V(?:CALENDAR|EVENT)/im.test(head)) return "ical"
  return separatorOf(head) ? "csv" : undefined
}

/**
 * Whether this is one JSON object per line; the last line of the head may be cut. A single line is a document, which may contain
 * a list.
 */
function isJsonLines(head: string): boolean {
  const lines = head.split("\n").filter((line) => line.trim() !== "")
  if (lines.length < 2 || !lines[0]?.trimStart().startsWith("{")) return false
  const whole = lines.slice(0, 20).filter((line) => isNode(parsed(line))).length
  return whole > 0 && whole >= Math.min(20, lines.length - 1) / 2
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function* readLines(chunks: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncGenerator<Reading> {
  let position = 0
  for await (const line of linesOf(chunks)) {
    if (line?.length === 0) continue
    position++
    if (line === null) {
      yield { position, refused: { id: "line_too_long", args: { megabytes: longestLine / megabyte } } }
      continue
    }
    const text = decode(line).trim()
    if (text === "") position--
    else {
      try {
        yield* readObject(JSON.parse(text), position, options)
      } catch (error) {
        yield { position, refused: reasonOf(error) }
      }
    }
  }
}

/** Splits bytes into lines; null for a line that is too long. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | null> {
  let pieces: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      size += end - from
      pieces.push(chunk.subarray(from, end))
      yield size > longestLine ? null : Buffer.concat(pieces)
      pieces = []
      size = 0
      from = end + 1
    }
    size += chunk.length - from
    if (size <= longestLine) pieces.push(chunk.subarray(from))
    else pieces = []
  }
  if (size > 0) yield size > longestLine ? null : Buffer.concat(pieces)
}

/** Returns the JSON-LD blocks of a web page. Broken blocks are skipped, as search engines do. */
function documentsIn(html: string): unknown[] {
  const blocks = html.matchAll(/<script\b[^>]*\btype\s*=\s*["']?application\/ld\+json\b[^>]*>([\s\S]*?)<\/script/gi)
  return [...blocks].flatMap(([, block = ""]) => {
    const text = block
      .replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, "")
      .replace(/(?:-->|\/\/\s*\]\]>|\]\]>)\s*;?\s*$/, "")
    const document =
      parsed(text) ?? parsed(text.replaceAll(/[\r\n\t]+/g, " ")) ?? parsed(text.replaceAll(/,\s*(?=[\]}])/g, ""))
    return document === undefined ? [] : [document]
  })
}

async function* readTable(head: string, pieces: AsyncIterable<string>, options: ReadOptions): AsyncGenerator<Reading> {
  const separator = separatorOf(head.slice(0, headBytes)) ?? unreadable("format_unknown")
  let position = 0
  for await (const row of rowsOf(pieces, separator)) {
    position++
    if ("tooLong" in row)
      yield { position, refused: { id: "record_too_long", args: { megabytes: longestLine / megabyte } } }
    else yield attempt("table", position, row.title, options, () => row.event(options))
  }
}
