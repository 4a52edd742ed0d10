import { setTimeout as pause } from "node:timers/promises"
import { LRUCache } from "lru-cache"
import type { Db } from "#db/connection.ts"
import type { Total } from "../queries.server.ts"
import { countActivities, exactCountLimit, type Filters } from "./queries.server.ts"

const freshFor = 60_000
const cachedFor = 15 * 60_000
/** Longest time in milliseconds that a list waits for a large count. */
const patience = 100

/**
 * Makes the counter of activities for `X-Total-Count`, one for each process. It is exact up to a thousand; above that it
 * returns the count of the last minutes. A list waits only briefly for the first large count, then it gets an estimate.
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
    promise.catch(() => {}) // the caller who awaits the promise handles the error
    counting.set(key, promise)
    return promise
  }

  return async (db: Db, { models, types }: Filters, known: number): Promise<Total> => {
    const filters = { models: models?.toSorted(), types: types?.toSorted() }
    const key = JSON.stringify(filters)
    const before = cached.get(key)
    const exact = (count: number) => ({ total: Math.max(count, known), isEstimate: false })
    if (before && before.count > exactCountLimit) {
      if (Date.now() - before.at > freshFor && !counting.has(key)) void countAnew(key, db, filters).catch(() => {})
      return exact(before.count)
    }
    const few = await countActivities(db, filters, exactCountLimit + 1)
    if (few <= exactCountLimit) return exact(few)
    const count = await Promise.race([counting.get(key) ?? countAnew(key, db, filters), pause(patience)])
    return count === undefined ? { total: Math.max(few, known), isEstimate: true } : exact(count)
  }
}
