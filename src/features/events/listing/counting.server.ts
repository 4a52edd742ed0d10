import { LRUCache } from "lru-cache"
import { setTimeout as pause } from "node:timers/promises"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import type { ContentVersion } from "#http/caching/content-version.ts"
import type { EventFilters } from "./filters.server.ts"
import { countDays } from "../queries.server.ts"
import type { Site } from "../reading.server.ts"
import { countEvents, type Selection } from "./selection.server.ts"

/** Up to this number the count of a list is exact; above, it may be a minute old, or an estimate marked as such. */
const exactUpTo = 1000
const freshFor = 60_000
const keptFor = 15 * 60_000
/** Longest time a list waits for the count of many events (milliseconds). */
const patience = 20

export type EventCounter = ReturnType<typeof eventCounter>
export type Total = { total: number; isEstimate: boolean }

/**
 * Creates the counter of lists for `X-Total-Count`: one per process. A large count is cached and refreshed in the background; a
 * request that needs the first count waits a moment, then gets a marked estimate while counting goes on.
 */
export function eventCounter() {
  const kept = new LRUCache<string, { count: number; at: number }>({ max: 1000, ttl: keptFor })
  const counting = new Map<string, Promise<number>>()

  const countAnew = (key: string, db: Db, filters: EventFilters, site: Site) => {
    const running = counting.get(key)
    if (running) return running
    const promise = countEvents(db, filters, { now: new Date(), timezone: site.timezone })
      .then((count) => {
        if (count > exactUpTo) kept.set(key, { count, at: Date.now() })
        else kept.delete(key)
        return count
      })
      .finally(() => counting.delete(key))
    promise.catch(() => {}) // callers that await it get the error
    counting.set(key, promise)
    return promise
  }

  /** @param page the page of the list that was selected: often it gives the total, and it always gives a lower bound */
  return async (
    db: Db,
    filters: EventFilters,
    site: Site,
    page: { start: number },
    selection: Selection,
  ): Promise<Total> => {
    const seen = page.start + selection.selected.length
    if (selection.total !== undefined) return { total: selection.total, isEstimate: false }
    if (!selection.more && (selection.selected.length > 0 || page.start === 0))
      return { total: seen, isEstimate: false }
    const least = selection.more ? seen + 1 : 0

    const key = JSON.stringify(filters)
    const known = kept.get(key)
    if (known && Date.now() - known.at <= freshFor) return { total: Math.max(known.count, least), isEstimate: false }
    const counted = countAnew(key, db, filters, site)
    const count = await Promise.race([counted, pause(patience)])
    if (count !== undefined) return { total: Math.max(count, least), isEstimate: false }
    // There are many events, or the machine is slow. Up to `exactUpTo` is always counted; statistics alone never decide a small
    // total.
    const moment = { now: new Date(), timezone: site.timezone }
    const few = least > exactUpTo ? least : await countEvents(db, filters, moment, { upTo: exactUpTo + 1 })
    if (few <= exactUpTo) return { total: Math.max(few, least), isEstimate: false }
    const estimate = known?.count ?? (await countEvents(db, filters, moment, "estimate"))
    return { total: Math.max(estimate, few, least), isEstimate: true }
  }
}

/**
 * Lifetime of the strip, which every page of the agenda needs and which is the same for everybody (milliseconds); a change of
 * content ends it sooner.
 */
const stripFreshFor = 4_500

/**
 * Creates the cache of the strip of days (`countDays`): one per process, so that requests at about the same time share one read.
 */
export function dayStrips() {
  const kept = new LRUCache<string, Awaited<ReturnType<typeof countDays>>>({ max: 100, ttl: stripFreshFor })
  return async (db: Db, viewer: Viewer, content: ContentVersion, ...[date, days, timezone]: Strip) => {
    const key = `${content.current} ${date} ${days} ${timezone}`
    const known = kept.get(key)
    if (known) return known
    const strip = await countDays(db, viewer, date, days, timezone)
    kept.set(key, strip)
    return strip
  }
}

type Strip = [date: string, days: number, timezone: string]
