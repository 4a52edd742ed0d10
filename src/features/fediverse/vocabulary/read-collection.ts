import { boundedObject, countOf, idOf, listOf, typesOf } from "./fields.ts"
import { isRefused, refused, type Refused } from "./refused.ts"

/** A collection, or a page of one: its items, and the next page. */
export type RemoteCollection = {
  id: string | null
  /** As they were sent: ids, or whole objects. */
  items: unknown[]
  total: number | null
  /** The next page; of a collection, the first page. The caller limits the number of pages, because these may form a loop. */
  next: string | null
}

const types = new Set(["Collection", "OrderedCollection", "CollectionPage", "OrderedCollectionPage"])
/** Most items of a page that are read. */
export const mostItems = 200

/** Reads a fetched collection; refuses anything else. */
export function readCollection(value: unknown): RemoteCollection | Refused {
  const collection = boundedObject(value)
  if (isRefused(collection)) return collection
  if (!typesOf(collection).some((type) => types.has(type))) return refused("unknown_type")
  const id = idOf(collection) ?? null
  const first = boundedObject(collection.first)
  const page = isRefused(first) ? collection : { ...first, next: first.next }
  const items = listOf(collection.orderedItems ?? collection.items ?? page.orderedItems ?? page.items)
  const next = idOf(page.next ?? (isRefused(first) ? collection.first : undefined)) ?? null
  return {
    id,
    items: items.slice(0, mostItems),
    total: countOf(collection.totalItems, 0, Number.MAX_SAFE_INTEGER) ?? null,
    next: next === id ? null : next,
  }
}
