import { LRUCache } from "lru-cache"

const minute = 60_000
/** A large server tells everything that its people do to one inbox: so much in a minute is more than any has to say to us. */
const mostOfHost = 600
/** Hosts and networks that are remembered: who is quiet longest is forgotten first. */
const mostRemembered = 10_000

/** Counts what a host, or a network, sends. Says how many seconds it has to wait when it was too much, 0 otherwise. */
export function inboxLimit(isLimited: boolean, most = mostOfHost) {
  const used = new LRUCache<string, { count: number; until: number }>({ max: mostRemembered })
  return (who: string, now = Date.now()): number => {
    if (!isLimited || who === "") return 0
    let window = used.get(who)
    if (!window || window.until <= now) used.set(who, (window = { count: 0, until: now + minute }))
    return ++window.count > most ? Math.ceil((window.until - now) / 1000) : 0
  }
}
