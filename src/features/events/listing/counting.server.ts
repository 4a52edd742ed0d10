import { LRUCache } from "lru-cache"
import { setTimeout as pause } from "node:timers/promises"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import type { ContentVersion } from "#http/caching/content-version.ts"
import type { EventFilters } from "./filters.server.ts"
import { countDays } from "../queries.server.ts"
import type { Site } from "../reading.server.ts"
import { countEvents, type Selection } from "./selection.server.ts"

/** Up to this, the count of a list is exact; above, it may be a minute old, or an estimate that says so. */
const exactUpTo = 1000
const freshFor = 60_000
const keptFor = 15 * 60_000
/** No list waits longer than this for the count of many (milliseconds). */
const patience = 20

export type EventCounter = ReturnType<typeof eventCounter>
export type Total = { total: number; isEstimate: boolean }

/**
 * Counts lists for `X-Total-Count`: one counter for a process. A large count is kept and counted anew behind; the first
 * one is waited for a moment, and then given as an estimate that says so, while counting goes on.
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
    promise.catch(() => {}) // whoever waits hears of it
    counting.set(key, promise)
    return promise
  }

  /** @param page what was selected of the list: often it tells the total, and it always bounds it */
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
    // It is many, or the machine is slow: so few are always counted, and statistics alone never say how many there are.
    const moment = { now: new Date(), timezone: site.timezone }
    const few = least > exactUpTo ? least : await countEvents(db, filters, moment, { upTo: exactUpTo + 1 })
    if (few <= exactUpTo) return { total: Math.max(few, least), isEstimate: false }
    const estimate = known?.count ?? (await countEvents(db, filters, moment, "estimate"))
    return { total: Math.max(estimate, few, least), isEstimate: true }
  }
}

/** Every page of the agenda asks it, and it is the same for everybody: kept until something changes, or this long. */
const stripFreshFor = 4_500

/** The strip of days (`countDays`), read once for all who ask at about the same time: one for a process. */
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
