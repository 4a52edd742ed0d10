import { attempt, reasonOf } from "../reading/attempt.ts"
import { fromDatatourisme, isDatatourisme } from "./datatourisme.ts"
import { fromFoyer, isFoyer } from "./foyer.ts"
import { longestLine } from "../icalendar/icalendar-lines.ts"
import { jsonParts } from "./json-stream.ts"
import { fromOpenAgenda, isOpenAgenda } from "./openagenda.ts"
import { digestOf, type ImportedEvent, type Reading, type ReadOptions } from "../reading/record.ts"
import { linkedEvents } from "./schema-graph.ts"
import { fromSchema, isNode, list, type Node, typesOf } from "./schema-org.ts"
import { checkFields, type Field, fieldsOf, fromTable } from "../table/table.ts"
import { lineOf, textOf } from "../reading/text.ts"
import { fromUitdatabank, isUitdatabank } from "./uitdatabank.ts"

const megabyte = 1_000_000

/** Reads the events of JSON text as a stream. */
export async function* readJson(
  pieces: AsyncIterable<string>,
  options: ReadOptions,
  mostWhole: number,
): AsyncGenerator<Reading> {
  const reader = documentReader(options)
  for await (const part of jsonParts(pieces, mostWhole)) {
    if ("broken" in part) yield { position: 0, refused: { id: "format_broken", args: { detail: `… ${part.broken}` } } }
    else if ("whole" in part && part.whole === null)
      yield { position: 0, refused: { id: "too_large", args: { megabytes: mostWhole / megabyte } } }
    else if ("whole" in part) yield* reader.take(JSON.parse((part.whole as string).replaceAll("\0", "")))
    else if (part.record === null)
      yield reader.refuse({ id: "record_too_long", args: { megabytes: longestLine / megabyte } })
    else {
      let record: unknown
      try {
        record = JSON.parse(part.record.replaceAll("\0", ""))
      } catch (error) {
        yield reader.refuse(reasonOf(error))
        continue
      }
      yield* reader.takeRecord(record)
    }
  }
  yield* reader.end()
}

/** Reads the events of parsed documents, such as those of a web page. */
export function* readDocuments(documents: unknown[], options: ReadOptions): Generator<Reading> {
  const reader = documentReader(options)
  for (const document of documents) yield* reader.take(document)
  yield* reader.end()
}

/** Reads documents one after the other; records that refer to later nodes are read at the end. */
function documentReader(options: ReadOptions) {
  const graph = linkedEvents()
  let position = 0
  let found = 0
  let linked: Node | undefined
  const read = (node: Node, at: number) =>
    attempt("schema", at, node.name, options, () => fromSchema(node, options), typesOf(node))

  function* takeRecord(record: unknown): Generator<Reading> {
    if (!isNode(record) || !isLinked(record)) {
      found++
      yield* readObject(record, ++position, options)
      return
    }
    linked ??= record
    const { ready, held } = graph.take(record, () => ++position)
    found += ready.length + held
    for (const { node, position: at } of ready) yield read(node, at)
  }

  return {
    takeRecord,
    *take(document: unknown): Generator<Reading> {
      for (const record of recordsIn(document)) yield* takeRecord(record)
    },
    refuse(refused: Extract<Reading, { refused: unknown }>["refused"]): Reading {
      found++
      return { position: ++position, refused }
    },
    *end(): Generator<Reading> {
      for (const { node, position: at } of graph.end()) yield read(node, at)
      if (found > 0 || linked === undefined) return
      const type = typesOf(linked)[0] ?? "@graph"
      yield { position: 0, refused: { id: "not_an_event", args: { type: type.slice(0, 60) } } }
    },
  }
}

function isLinked(record: Node): boolean {
  if (isDatatourisme(record) || isUitdatabank(record) || isOpenAgenda(record)) return false
  return "@type" in record || "@graph" in record || "@context" in record
}

/** Returns the records in a document: a list, the list it wraps, pages of lists, or the document itself. */
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

/** Reads the events of an object that is not schema.org. */
export function* readObject(value: unknown, position: number, options: ReadOptions): Generator<Reading> {
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
  if (isFoyer(record)) yield attempt("foyer", position, labelOf(record), options, () => fromFoyer(record, options))
  else if (isDatatourisme(record))
    yield attempt(
      "datatourisme",
      position,
      labelOf(record),
      options,
      () => fromDatatourisme(record, options),
      typesOf(record),
    )
  else if (isUitdatabank(record))
    yield attempt("uitdatabank", position, labelOf(record), options, () => fromUitdatabank(record, options))
  else if (isOpenAgenda(record))
    yield attempt("openagenda", position, record.title_fr ?? labelOf(record), options, () =>
      fromOpenAgenda(record, options),
    )
  else if (isLinked(record)) {
    const graph = linkedEvents()
    const events = [...graph.take(record, () => position).ready, ...graph.end()]
    if (events.length === 0)
      yield {
        position,
        title: lineOf(record.name, 120),
        refused: { id: "not_an_event", args: { type: typesOf(record)[0] ?? "?" } },
      }
    for (const { node } of events)
      yield attempt("schema", position, node.name, options, () => fromSchema(node, options))
  } else yield attempt("table", position, labelOf(record), options, () => fromFields(record, options))
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
