import { byLetter, type DirectoryQuery, type Letter } from "./directory.ts"

type Found = { items: readonly { name: string }[]; total: number }

/**
 * The letters of a list that is narrowed to what somebody follows or manages, or to a search, when all of it is on the page:
 * none of them leads to nobody. A search in vain leaves those of the whole directory, the way out.
 */
export function lettersOf({ rel, q, letter }: DirectoryQuery, { items, total }: Found): Letter[] | undefined {
  const isNarrowed = rel !== "all" || (q && total > 0)
  if (!isNarrowed || letter || items.length < total) return undefined
  return byLetter(items).map(({ letter: sign, actors }) => ({ letter: sign, count: actors.length }))
}
