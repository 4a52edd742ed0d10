import { RuleRefused } from "#features/events/dates/recurrence.ts"
import {
  digestOf,
  type Format,
  type ImportedEvent,
  type Reading,
  type ReadOptions,
  type Reason,
  Unreadable,
} from "./record.ts"
import { inCategory } from "../categories/category-map.ts"
import { lineOf } from "./text.ts"
import { inWholeDays } from "./times.ts"

const longestTitle = 20_000

/**
 * Reads one record; an error refuses only this record, and the others are read.
 * @param kinds the source's own categories of this event, where they are not among its tags
 */
export function attempt(
  format: Format,
  position: number,
  name: unknown,
  { watch, categories }: ReadOptions,
  read: () => ImportedEvent,
  kinds: unknown[] = [],
): Reading {
  const named = typeof name === "object" && name !== null ? Object.values(name)[0] : name
  const written = Array.isArray(named) ? named[0] : named
  const title = lineOf(typeof written === "string" ? written.slice(0, 1000) : written, 120)
  if (watch?.begins() === false) return { position, title, refused: { id: "too_slow" } }
  if (typeof written === "string" && written.length > longestTitle)
    return { position, title, refused: { id: "title_too_long", args: { characters: longestTitle } } }
  try {
    const { picture, ...event } = inWholeDays(inCategory(read(), categories, kinds))
    return {
      position,
      title: event.title[event.language] ?? title,
      external_id: event.external_id,
      format,
      event,
      digest: digestOf(event),
      ...(picture ? { picture } : {}),
    }
  } catch (error) {
    return { position, title, refused: reasonOf(error) }
  }
}

/** Returns the reason for an error: that of our own errors, else that the record (or the file) is damaged. */
export function reasonOf(error: unknown, otherwise: "record_broken" | "format_broken" = "record_broken"): Reason {
  if (error instanceof Unreadable || error instanceof RuleRefused) return error.reason
  return { id: otherwise, args: { detail: String(error instanceof Error ? error.message : error).slice(0, 120) } }
}
