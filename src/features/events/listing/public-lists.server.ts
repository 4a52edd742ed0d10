import { LRUCache } from "lru-cache"
import type { ContentVersion } from "#http/caching/content-version.ts"
import type { EventFilters } from "./filters.server.ts"
import type { listEvents } from "../queries.server.ts"

/**
 * Lifetime of a shared list (milliseconds). Signed-in readers mostly see the same lists as everybody: simultaneous requests share
 * one read.
 */
const freshFor = 500
type PublicList = Awaited<ReturnType<typeof listEvents>>
type Asked = { filters: EventFilters; page: { start: number; limit: number } }

/**
 * Creates the cache of lists as the public sees them, one per process: each list is read once for all requests within half a
 * second, unless content changes. `asked` identifies the list that `read` returns. The list of a custom agenda is read every
 * time: a change to a private agenda changes nothing for others, and does not raise the content version.
 */
export function publicLists() {
  const kept = new LRUCache<string, Promise<PublicList>>({ max: 200, ttl: freshFor, ttlAutopurge: true })
  return (content: ContentVersion, asked: Asked, read: () => Promise<PublicList>): Promise<PublicList> => {
    if (asked.filters.agenda !== undefined) return read()
    const key = `${content.current} ${JSON.stringify(asked)}`
    const known = kept.get(key)
    if (known) return known
    const list = read()
    kept.set(key, list)
    list.catch(() => kept.delete(key)) // callers that await it get the error
    return list
  }
}
