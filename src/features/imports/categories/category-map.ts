import type { Category } from "#features/events/categories.ts"
import type { ImportedEvent, ReadOptions } from "../reading/record.ts"

/** Normalizes a word as the keys of a category map are written: small letters, no accents, single spaces. */
export function plainWord(word: string): string {
  return word.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ").trim()
}

/** Returns the event with the category that the map gives to the first of its words found there; else the event unchanged. */
export function inCategory(
  event: ImportedEvent,
  categories: ReadOptions["categories"],
  kinds: unknown[] = [],
): ImportedEvent {
  if (!categories) return event
  const words = [...kinds.filter((kind) => typeof kind === "string"), ...(event.tags ?? [])]
  for (const word of words) {
    const found: Category | undefined = categories[plainWord(word)]
    if (found) return { ...event, category: found }
  }
  return event
}
