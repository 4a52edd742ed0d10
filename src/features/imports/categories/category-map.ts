import type { Category } from "#features/events/categories.ts"
import type { ImportedEvent, ReadOptions } from "../reading/record.ts"

/** A word of a list as a map of categories holds it. */
export function plainWord(word: string): string {
  return word.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ").trim()
}

/** The event in the category that the map gives to one of its words, the first that is in it; else as it is. */
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
