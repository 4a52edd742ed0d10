import type { Context } from "hono"
import { LRUCache } from "lru-cache"
import type { FileRequest } from "../files/file-answers.ts"
import { Refusal } from "#lib/refusal.ts"

/** Units of some 50 ms that one network may use in a minute without a session. */
const unitsAMinute = 120
const minute = 60_000
/** Networks held in memory; the least recently used are forgotten first. */
const mostNetworks = 10_000

/**
 * Limits the cost of answers that cannot be cached for others, such as long calendars and drawings. Counted by network in this
 * process, since a statement for each would cost more than most of them. A network that has used up its minute is refused with
 * 429.
 */
export function heavyWork(isLimited: boolean) {
  const used = new LRUCache<string, { units: number; until: number }>({ max: mostNetworks })
  return (c: Context, units: number, now = Date.now()): void => {
    const network = (c.env as FileRequest | undefined)?.network
    if (!isLimited || !network) return
    let window = used.get(network)
    if (!window || window.until <= now) used.set(network, (window = { units: 0, until: now + minute }))
    // One long calendar may cost more than a minute allows, so it is started as long as any units are left.
    if (window.units >= unitsAMinute) throw new Refusal("too_many_requests", Math.ceil((window.until - now) / 1000))
    window.units += units
  }
}
export type HeavyWork = ReturnType<typeof heavyWork>
