import { setTimeout as pause } from "node:timers/promises"
import { LRUCache } from "lru-cache"
import type { Db } from "#db/connection.ts"
import { countActivities, countedAtOnce, type Filters } from "./queries.server.ts"

const freshFor = 60_000
const cachedFor = 15 * 60_000
/** No list waits longer than this for the count of many (milliseconds). */
const patience = 100

/**
 * Counts activities for `X-Total-Count`, one counter for a process: up to a thousand exactly, above as they were within
 * the last minute. The first count of many is waited for a moment; then it is at least what is known.
 */
export function activityCounter() {
  const cached = new LRUCache<string, { count: number; at: number }>({ max: 200, ttl: cachedFor })
  const counting = new Map<string, Promise<number>>()

  const countAnew = (key: string, db: Db, filters: Filters) => {
    const promise = countActivities(db, filters)
      .then((count) => {
        cached.set(key, { count, at: Date.now() })
        return count
      })
      .finally(() => counting.delete(key))
    promise.catch(() => {}) // whoever waits hears of it
    counting.set(key, promise)
    return promise
  }

  return async (db: Db, { models, types }: Filters, least: number): Promise<number> => {
    const filters = { models: models?.toSorted(), types: types?.toSorted() }
    const key = JSON.stringify(filters)
    const known = cached.get(key)
    if (known && Date.now() - known.at <= freshFor) return Math.max(known.count, least)
    if (!known || known.count <= countedAtOnce) {
      const few = await countActivities(db, filters, countedAtOnce + 1)
      if (few <= countedAtOnce) return Math.max(few, least)
      least = Math.max(few, least)
    }
    const counted = counting.get(key) ?? countAnew(key, db, filters)
    const count = known ? known.count : await Promise.race([counted, pause(patience)])
    return Math.max(count ?? 0, least)
  }
}
