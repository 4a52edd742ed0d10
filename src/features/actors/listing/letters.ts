import { byLetter, type DirectoryQuery, type Letter } from "./directory.ts"

type Found = { items: readonly { name: string }[]; total: number }

/**
 * Counts the letters of a directory limited to followed or managed pages or to a search, when the whole list is on the page, so
 * that no letter leads to an empty list. Undefined otherwise, and for a search without results: then the letters of the whole
 * directory are shown, so that the reader can go on.
 */
export function lettersOf({ rel, q, letter }: DirectoryQuery, { items, total }: Found): Letter[] | undefined {
  const isNarrowed = rel !== "all" || (q && total > 0)
  if (!isNarrowed || letter || items.length < total) return undefined
  return byLetter(items).map(({ letter: sign, actors }) => ({ letter: sign, count: actors.length }))
}
