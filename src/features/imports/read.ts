import { RuleRefused } from "#features/events/recurrence.ts"
import { decode } from "#lib/decode.ts"
import { rowsOf, separatorOf } from "./csv.ts"
import { fromDatatourisme, isDatatourisme } from "./datatourisme.ts"
import { longestLine } from "./icalendar-lines.ts"
import { readCalendar } from "./icalendar.ts"
import { fromOpenAgenda, isOpenAgenda } from "./openagenda.ts"
import {
  digestOf,
  type Format,
  type ImportedEvent,
  type Reading,
  type ReadOptions,
  type Reason,
  Unreadable,
  unreadable,
} from "./record.ts"
import { eventNodes, fromSchema, isNode, list, type Node, typesOf } from "./schema-org.ts"
import { checkFields, type Field, fieldsOf, fromTable } from "./table.ts"
import { guessLanguage, lineOf, textOf } from "./text.ts"
import { fromUitdatabank, isUitdatabank } from "./uitdatabank.ts"

/** What is read at once, decompressed; lists of one record a line are read as they come and may be longer. */
export const mostBytes = 50_000_000
const headBytes = 65_536
const megabyte = 1_000_000

/**
 * Reads the events of a file, whatever its format, which its content tells. Always says something: a file that cannot be
 * read gives one refusal at position 0. Of records with one identifier the first counts, the others are refused.
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
    if (done) return false
    taken.push(value)
    size += value.length
    return true
  }
  while (size < headBytes && (await take()));
  // A record may be longer than the head: one whole line must be seen to know that there is one a line.
  while (taken[0]?.[0] === 0x7b && size <= longestLine && !taken.some((piece) => piece.includes(10)) && (await take()));
  const head = decode(Buffer.concat(taken))
  if (head.trim() === "") return yield { position: 0, refused: { id: "empty" } }

  const kind = options.format ?? kindOf(head)
  if (kind === undefined) return yield { position: 0, refused: { id: "format_unknown" } }
  if ((kind === "lines" || kind === "json") && isJsonLines(head))
    return yield* readLines(taken, { [Symbol.asyncIterator]: () => iterator }, options)
  while (await take())
    if (size > mostBytes)
      return yield { position: 0, refused: { id: "too_large", args: { megabytes: mostBytes / megabyte } } }

  const text = decode(Buffer.concat(taken))
  if (kind === "ical") {
    yield* readCalendar(text, { ...options, usualLanguage: guessLanguage(calendarWords(text), 40_000) })
  } else if (kind === "html") yield* readDocuments(documentsIn(text), options)
  else if (kind === "csv") yield* readTable(text, options)
  else yield* readDocuments([JSON.parse(text.replaceAll("\0", ""))], options)
}

/** Titles and descriptions of a calendar, for the language it is in; the rest of it is English in all of them. */
function calendarWords(text: string): string {
  return (text.slice(0, 2_000_000).match(/^(?:SUMMARY|DESCRIPTION)[^:\r\n]*:.*$/gim) ?? []).join(" ")
}

function kindOf(head: string): "ical" | "json" | "lines" | "html" | "csv" | undefined {
  const start = head.trimStart()
  if (/^[[{]/.test(start)) return isJsonLines(head) ? "lines" : "json"
  if (start.startsWith("<")) return /<(?:!doctype\s+html|html|head|body|script|meta)\b/i.test(head) ? "html" : undefined
  if (/^\s*BEGIN\s*:\s*V(?:CALENDAR|EVENT)/im.test(head)) return "ical"
  return separatorOf(head) ? "csv" : undefined
}

/** One JSON object a line; the last line of the head may be cut. */
function isJsonLines(head: string): boolean {
  const lines = head.split("\n").filter((line) => line.trim() !== "")
  if (!lines[0]?.trimStart().startsWith("{") || !head.includes("\n")) return false
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

async function* readLines(
  head: Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<Reading> {
  let position = 0
  for await (const line of linesOf(head, rest)) {
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

/** The lines of bytes; null for one that is too long to be read. */
async function* linesOf(head: Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | null> {
  let pieces: Uint8Array[] = []
  let size = 0
  async function* all() {
    yield* head
    yield* rest
  }
  for await (const chunk of all()) {
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

/** The JSON-LD of a page. Broken blocks are passed over, as search engines do. */
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

function* readDocuments(documents: unknown[], options: ReadOptions): Generator<Reading> {
  const records = documents.flatMap((document) => recordsIn(document))
  // References lead from one node to another, so what is schema.org is looked at together.
  const linked = records.filter((record) => isNode(record) && isLinked(record))
  const events = eventNodes(linked)
  let position = 0
  for (const node of events) {
    position++
    yield attempt("schema", position, node.name, () => fromSchema(node, options))
  }
  for (const record of records.filter((record) => !linked.includes(record)))
    yield* readObject(record, ++position, options)
  if (position === 0 && linked.length > 0) {
    const type = linked.flatMap((node) => typesOf(node as Node))[0] ?? "@graph"
    yield { position: 0, refused: { id: "not_an_event", args: { type: type.slice(0, 60) } } }
  }
}

function isLinked(record: Node): boolean {
  if (isDatatourisme(record) || isUitdatabank(record) || isOpenAgenda(record)) return false
  return "@type" in record || "@graph" in record || "@context" in record
}

/** The records in a document: a list, the list it wraps, pages of lists, or itself. */
function recordsIn(document: unknown): unknown[] {
  if (Array.isArray(document)) return document
  if (!isNode(document) || "@graph" in document || "@type" in document) return [document]
  for (const key of ["events", "results", "records", "items", "data", "member", "hydra:member", "features"]) {
    const wrapped = document[key]
    if (Array.isArray(wrapped)) return wrapped
  }
  const pages = Object.values(document).filter((page) => isNode(page) && Array.isArray(page.events))
  return pages.length > 0 ? pages.flatMap((page) => (page as Node).events as unknown[]) : [document]
}

function* readObject(value: unknown, position: number, options: ReadOptions): Generator<Reading> {
  if (!isNode(value)) {
    yield {
      position,
      refused: { id: "record_broken", args: { detail: Array.isArray(value) ? "[…]" : String(value).slice(0, 40) } },
    }
    return
  }
  const record = isNode(value.fields)
    ? { ...value, ...value.fields }
    : isNode(value.properties)
      ? value.properties
      : value
  if (isDatatourisme(record))
    yield attempt("datatourisme", position, labelOf(record), () => fromDatatourisme(record, options))
  else if (isUitdatabank(record))
    yield attempt("uitdatabank", position, labelOf(record), () => fromUitdatabank(record, options))
  else if (isOpenAgenda(record))
    yield attempt("openagenda", position, record.title_fr ?? labelOf(record), () => fromOpenAgenda(record, options))
  else if (isLinked(record)) {
    const events = eventNodes(record)
    if (events.length === 0)
      yield {
        position,
        title: lineOf(record.name, 120),
        refused: { id: "not_an_event", args: { type: typesOf(record)[0] ?? "?" } },
      }
    for (const node of events) yield attempt("schema", position, node.name, () => fromSchema(node, options))
  } else yield attempt("table", position, labelOf(record), () => fromFields(record, options))
}

function fromFields(record: Node, options: ReadOptions): ImportedEvent {
  const keys = Object.keys(record)
  const known = fieldsOf(keys)
  checkFields(known)
  const named = (field: Field) => keys[known.indexOf(field)] ?? ""
  const row = Object.fromEntries(
    known.flatMap((field, at) =>
      field && textOf(record[keys[at] as string]) !== undefined ? [[field, record[keys[at] as string]]] : [],
    ),
  )
  return fromTable(row, digestOf([named("id"), named("title")]).slice(0, 8), options)
}

function labelOf(record: Node): unknown {
  const name = list(record.title ?? record.name ?? record["rdfs:label"] ?? record.nom_du_musee)[0]
  const text = isNode(name) ? Object.values(name)[0] : name
  return Array.isArray(text) ? text[0] : text
}

function* readTable(text: string, options: ReadOptions): Generator<Reading> {
  const rows = rowsOf(text, separatorOf(text.slice(0, headBytes)) ?? unreadable("format_unknown"))
  const told = { ...options, usualLanguage: guessLanguage(text.slice(0, 40_000), 40_000) }
  for (let at = 0; at < rows.count; at++) yield attempt("table", at + 1, rows.title(at), () => rows.event(at, told))
}

/** One record; whatever is wrong with it, the others are read. */
function attempt(format: Format, position: number, name: unknown, read: () => ImportedEvent): Reading {
  const title = lineOf(isNode(name) ? Object.values(name)[0] : list(name)[0], 120)
  try {
    const event = read()
    return {
      position,
      title: event.title[event.language] ?? title,
      external_id: event.external_id,
      format,
      event,
      digest: digestOf(event),
    }
  } catch (error) {
    return { position, title, refused: reasonOf(error) }
  }
}

function reasonOf(error: unknown, otherwise: "record_broken" | "format_broken" = "record_broken"): Reason {
  if (error instanceof Unreadable || error instanceof RuleRefused) return error.reason
  return { id: otherwise, args: { detail: String(error instanceof Error ? error.message : error).slice(0, 120) } }
}
