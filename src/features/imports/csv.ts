import { parse } from "csv-parse/sync"
import { checkFields, type Field, fieldsOf, fromTable } from "./table.ts"
import { coordinatesOf } from "./location.ts"
import { digestOf, type ImportedEvent, type ReadOptions, unreadable } from "./record.ts"
import { clockOf, timeOf } from "./times.ts"

/** The separator that parts the first lines most evenly; undefined when this is no table. */
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

function read(text: string, delimiter: string, to = -1): string[][] {
  return parse(text, {
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    bom: true,
    to,
  }) as string[][]
}

/** The rows of a table, each with how to make an event of it. Throws the reason when it is no list of events. */
export function rowsOf(
  text: string,
  separator: string,
): { count: number; title(at: number): unknown; event(at: number, options: ReadOptions): ImportedEvent } {
  const rows = read(text, separator)
  const header = rows[0] ?? []
  const named = fieldsOf(header)
  const hasHeader = named.filter(Boolean).length >= 2 || !rows.slice(0, 5).some((row) => guessedFields(row))
  const known = hasHeader ? named : guessedFields(rows.slice(0, 50).find((row) => guessedFields(row)) ?? [])
  if (!known) return unreadable("no_date_column")
  checkFields(known)
  const body = hasHeader ? rows.slice(1) : rows
  const scope = digestOf(known.join() + (hasHeader ? header.join() : "")).slice(0, 8)
  const title = known.indexOf("title")

  return {
    count: body.length,
    title: (at) => body[at]?.[title],
    event(at, options) {
      const row: Partial<Record<Field, unknown>> = {}
      for (const [column, field] of known.entries()) {
        const cell = body[at]?.[column]
        if (field && cell !== undefined && cell.trim() !== "") row[field] = cell
      }
      return fromTable(row, scope, options)
    },
  }
}

/** The fields of a row without header, told by what is in it: text, date, clocks, place, coordinates. */
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
  if (last > next && /\./.test(row[last - 1] ?? "") && coordinatesOf(row[last - 1], row[last])) {
    found[last - 1] = "lat"
    found[last] = "lon"
  }
  return found
}
