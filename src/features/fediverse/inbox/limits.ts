import { LRUCache } from "lru-cache"

const minute = 60_000
/** Most activities of a host in a minute. A large server sends everything to one inbox, but none has this much for us. */
const mostOfHost = 600
/** Most hosts and networks that are counted; the one that was silent longest is dropped first. */
const mostRemembered = 10_000

/** Makes a counter of requests by host or network. It returns the seconds to wait after too many, otherwise 0. */
export function inboxLimit(isLimited: boolean, most = mostOfHost) {
  const used = new LRUCache<string, { count: number; until: number }>({ max: mostRemembered })
  return (who: string, now = Date.now()): number => {
    if (!isLimited || who === "") return 0
    let window = used.get(who)
    if (!window || window.until <= now) used.set(who, (window = { count: 0, until: now + minute }))
    return ++window.count > most ? Math.ceil((window.until - now) / 1000) : 0
  }
}
