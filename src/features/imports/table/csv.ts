import { Readable } from "node:stream"
import { parse as parseRows } from "csv-parse"
import { parse } from "csv-parse/sync"
import { checkFields, type Field, fieldsOf, fromTable } from "./table.ts"
import { isPoint } from "../places/location.ts"
import { digestOf, type ImportedEvent, type ReadOptions, unreadable } from "../reading/record.ts"
import { clockOf, timeOf } from "../reading/times.ts"

/** Returns the separator that splits the first lines most evenly; undefined when this is no table. */
export function separatorOf(head: string): string | undefined {
  const counted = [";", "\t", ",", "|"].map((separator) => {
    try {
      const rows = read(head, separator, 40)
      const width = rows[0]?.length ?? 0
      const even = rows.filter((row) => row.length === width).length / Math.max(1, rows.length)
      return { separator, width, even }
    } catch {
      return { separator, width: 0, even: 0 }
    }
  })
  const [best] = counted
    .filter(({ width, even }) => width > 2 && even > 0.6)
    .sort((a, b) => b.even - a.even || b.width - a.width)
  return best?.separator
}

const form = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true, bom: true } as const

function read(text: string, delimiter: string, to: number): string[][] {
  return parse(text, { ...form, delimiter, to }) as string[][]
}

/** Number of rows from which the columns are detected. */
const headRows = 50
const longestRow = 2_000_000

/**
 * Reads the rows of a table as a stream; each has its title and a function that reads its event. Throws the reason when the table
 * is no list of events.
 */
export async function* rowsOf(
  pieces: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<{ title: unknown; event(options: ReadOptions): ImportedEvent } | { tooLong: true }> {
  const skipped: true[] = []
  const parser = parseRows({
    ...form,
    delimiter,
    max_record_size: longestRow,
    skip_records_with_error: true,
    on_skip: () => void skipped.push(true),
  })
  const rows = Readable.from(pieces)
    .on("error", (error) => parser.destroy(error))
    .pipe(parser)
  const head: string[][] = []
  let table: ReturnType<typeof tableOf> | undefined
  const told = function* (row: string[]) {
    while (skipped.pop()) yield { tooLong: true } as const
    if (table) yield table(row)
  }
  for await (const row of rows as AsyncIterable<string[]>) {
    if (table) {
      yield* told(row)
      continue
    }
    head.push(row)
    if (head.length < headRows) continue
    table = tableOf(head)
    for (const each of table.body) yield* told(each)
  }
  if (!table) {
    table = tableOf(head)
    for (const each of table.body) yield* told(each)
  }
  while (skipped.pop()) yield { tooLong: true }
}

/** Detects the columns from the first rows; `body` holds those of them that are not the header. */
function tableOf(rows: string[][]) {
  const header = rows[0] ?? []
  const named = fieldsOf(header)
  const hasHeader = named.filter(Boolean).length >= 2 || !rows.slice(0, 5).some((row) => guessedFields(row))
  const known = hasHeader ? named : guessedFields(rows.find((row) => guessedFields(row)) ?? [])
  if (!known) return unreadable("no_date_column")
  checkFields(known)
  const scope = digestOf(known.join() + (hasHeader ? header.join() : "")).slice(0, 8)
  const title = known.indexOf("title")
  const read = (cells: string[]) => ({
    title: cells[title],
    event(options: ReadOptions) {
      const row: Partial<Record<Field, unknown>> = {}
      for (const [column, field] of known.entries()) {
        const cell = cells[column]
        if (field && cell !== undefined && cell.trim() !== "") row[field] = cell
      }
      return fromTable(row, scope, options)
    },
  })
  return Object.assign(read, { body: hasHeader ? rows.slice(1) : rows })
}

/** Guesses the fields of a row without header from its content: text, date, clock times, place, coordinates. */
function guessedFields(row: string[]): (Field | undefined)[] | undefined {
  const found: (Field | undefined)[] = row.map(() => undefined)
  const at = row.findIndex((cell) => timeOf(cell, "UTC") !== undefined && !/^\d+$/.test(cell.trim()))
  if (at < 1) return undefined
  found[0] = "title"
  if (at > 1) found[1] = "description"
  found[at] = "date"
  let next = at + 1
  for (const field of ["startTime", "endTime"] as const) {
    if (row[next]?.includes(":") && clockOf(row[next])) found[next++] = field
  }
  if (row[next] && !/^[\d.,-]+$/.test(row[next] as string)) found[next] = "place"
  const last = row.length - 1
  if (last > next && /\./.test(row[last - 1] ?? "") && isPoint(row[last - 1], row[last])) {
    found[last - 1] = "lat"
    found[last] = "lon"
  }
  return found
}
