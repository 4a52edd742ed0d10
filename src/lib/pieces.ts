/** Splits a list into pieces of `size` items, in order; the last may be shorter. */
export function piecesOf<Item>(list: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
}
