import { LRUCache } from "lru-cache"
import type { ContentVersion } from "#http/caching/content-version.ts"
import type { EventFilters } from "./filters.server.ts"
import type { listEvents } from "../queries.server.ts"

/** Much of what a reader who is signed in is shown is what everybody is: read for all who ask at the same time (milliseconds). */
const freshFor = 500
type PublicList = Awaited<ReturnType<typeof listEvents>>
type Asked = { filters: EventFilters; page: { start: number; limit: number } }

/**
 * Lists as anybody may read them, for one process: each is read once for all who ask within half a second, unless
 * something changes. `read` is called with what the key says. One of somebody's agenda is read each time: what changes a
 * private one changes nothing for others, and raises no version.
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
    list.catch(() => kept.delete(key)) // whoever waits hears of it
    return list
  }
}
