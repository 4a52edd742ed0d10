import { LRUCache } from "lru-cache"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { concurrencyLimit } from "#net/concurrency.ts"
import { outbound, type OutboundAnswer } from "#net/outbound.ts"
import { instanceIdentity } from "../identities/commands.server.ts"
import { signedHeaders } from "../signatures/signing.server.ts"
import { isRefusedHost } from "./queries.server.ts"

/** The two media types of ActivityStreams. */
const accept = 'application/activity+json, application/ld+json; profile="https://www.w3.org/ns/activitystreams"'
/** Most bytes of a document; descriptions of actors have a few thousand. */
const mostBytes = 300_000
/** Longest time in milliseconds, redirects included: the server that sent us something waits meanwhile. */
const patience = 5_000
/**
 * Limits of parallel fetches, in total and to one host. A server may well announce ten events at once or have many accounts,
 * so further fetches wait for their turn, while the sender waits for us.
 */
const inLane = concurrencyLimit({ most: 30, mostOfHost: 3, mostWaiting: 300, mostWaitingOfHost: 50, patience: 4_000 })
/** Milliseconds for which an address that failed is not fetched again. */
const failureLasts = 60_000

const failed = new LRUCache<string, true>({ max: 5_000, ttl: failureLasts })
const flying = new Map<string, Promise<unknown>>()

/**
 * Fetches the JSON of a remote address, signed by the instance (several servers answer nobody else); undefined when there is
 * none that can be read. Slow, huge and private answers count as none, and fetches beyond the limits fail.
 */
export async function fetchDocument(db: Db, config: Config, address: string): Promise<unknown> {
  if (!config.federation.reaches) return undefined
  const url = fetchableUrl(address, config)
  if (!url || failed.has(url.href) || (await isRefusedHost(db, config, url.host))) return undefined
  const running = flying.get(url.href)
  if (running) return running
  const asking = inLane(url.host, () => ask(db, config, url)).catch(() => {
    failed.set(url.href, true)
    return undefined
  })
  flying.set(url.href, asking)
  return asking.finally(() => flying.delete(url.href))
}

/** Parses an address from a remote document if it may be fetched. Drops the fragment, which is never sent. */
export function fetchableUrl(address: string, { federation, publicUrl }: Config): URL | undefined {
  if (address.length > 2000 || !URL.canParse(address)) return undefined
  const url = new URL(address)
  url.hash = ""
  // DNS treats a trailing dot as the same host, but the list of refused hosts would not.
  if (url.hostname.endsWith(".")) return undefined
  if (url.protocol !== "https:" && !(federation.allowPrivate && url.protocol === "http:")) return undefined
  // Objects of this server are in the database; fetching them would send requests to ourselves.
  return url.username || url.password || url.host === new URL(publicUrl).host ? undefined : url
}

/** Makes the check of redirects: each target must be fetchable itself, and on no refused host. */
export function redirectGuard(db: Db, config: Config): (url: URL) => Promise<boolean> {
  return async (url) => fetchableUrl(url.href, config) !== undefined && !(await isRefusedHost(db, config, url.host))
}

async function ask(db: Db, config: Config, url: URL): Promise<unknown> {
  const answer = await answerAt(db, config, url)
  const type = String(answer.headers["content-type"] ?? "")
  // A stored file of another type, uploaded by anybody, is no statement of the server (FEP-fe34).
  if (answer.status !== 200 || !isActivityType(type)) throw new Error(`${answer.status} ${type}`)
  if (new URL(answer.url).host !== url.host) throw new Error("led elsewhere")
  return JSON.parse(answer.body.toString("utf8"))
}

/** Returns whether a server answers 410 for an address. Not found or no answer does not prove that an object is deleted. */
export async function isGoneAt(db: Db, config: Config, address: string): Promise<boolean> {
  const url = config.federation.reaches ? fetchableUrl(address, config) : undefined
  if (!url || (await isRefusedHost(db, config, url.host))) return false
  const answer = await inLane(url.host, () => answerAt(db, config, url)).catch(() => undefined)
  return answer?.status === 410
}

async function answerAt(db: Db, config: Config, url: URL): Promise<OutboundAnswer> {
  const identity = await instanceIdentity(db, config)
  const headers = await signedHeaders(config, identity, { method: "GET", url: url.href, headers: { accept } })
  return outbound(url, {
    headers: { ...headers, "user-agent": userAgent(config) },
    maxBytes: mostBytes,
    timeout: patience,
    redirects: 2,
    mayFollow: redirectGuard(db, config),
    allowPrivate: config.federation.allowPrivate,
  })
}

/** Returns whether a media type is one of ActivityStreams. */
export function isActivityType(type: string): boolean {
  return /^\s*application\/(activity\+json|ld\+json)\s*(;|$)/i.test(type)
}

/** Returns the User-Agent of our requests to other servers. */
export function userAgent({ publicUrl }: Config): string {
  return `Foyer (+${publicUrl}/)`
}
