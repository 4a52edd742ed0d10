import { LRUCache } from "lru-cache"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { concurrencyLimit } from "#net/concurrency.ts"
import { ForbiddenAddress, outbound, type OutboundAnswer, TooLarge } from "#net/outbound.ts"
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
 * Limits of parallel fetches, in total and to one host, whatever its ports. A server may well announce ten events at once or have many accounts,
 * so further fetches wait for their turn, while the sender waits for us.
 */
const inLane = concurrencyLimit({ most: 30, mostOfHost: 3, mostWaiting: 300, mostWaitingOfHost: 50, patience: 4_000 })
/** Milliseconds for which an address that failed is not fetched again. */
const failureLasts = 60_000

const failed = new LRUCache<string, true>({ max: 5_000, ttl: failureLasts })
/** Addresses whose server did not answer, or could not be asked for want of room. */
const silent = new LRUCache<string, true>({ max: 5_000, ttl: failureLasts })
/** Thrown when a server answers, but not with a document. */
class NoDocument extends Error {}
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
  const asking = inLane(url.hostname, async () => ({ document: await ask(db, config, url) })).then(
    (answer) => {
      // Without an answer nothing was asked, because too many others wait.
      if (answer) silent.delete(url.href)
      else silent.set(url.href, true)
      return answer?.document
    },
    (error: unknown) => {
      failed.set(url.href, true)
      if (isPassing(error)) silent.set(url.href, true)
      else silent.delete(url.href)
      return undefined
    },
  )
  flying.set(url.href, asking)
  return asking.finally(() => flying.delete(url.href))
}

/**
 * Returns whether an address was fetched in vain within the last minute only because its server did not answer: it may do so
 * later.
 */
export function isSilent(address: string, config: Config): boolean {
  const url = fetchableUrl(address, config)
  return url !== undefined && silent.has(url.href)
}

const isBusy = ({ status }: { status: number }) => status === 408 || status === 429 || status >= 500

/** Returns whether a failure may pass: no connection, no answer in time, or a server that is busy or being restarted. */
function isPassing(error: unknown): boolean {
  return !(error instanceof NoDocument || error instanceof ForbiddenAddress || error instanceof TooLarge)
}

/** Parses an address from a remote document if it may be fetched. Drops the fragment, which is never sent. */
export function fetchableUrl(address: string, { federation, publicUrl }: Config): URL | undefined {
  if (address.length > 2000 || !URL.canParse(address)) return undefined
  const url = new URL(address)
  url.hash = ""
  // DNS treats a trailing dot as the same host, but the list of refused hosts would not; it cannot name IPv6 addresses.
  if (/^\[|\.$/.test(url.hostname)) return undefined
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
  if (isBusy(answer)) throw new Error(`${answer.status}`)
  if (answer.status !== 200 || !isActivityType(type)) throw new NoDocument(`${answer.status} ${type}`)
  if (new URL(answer.url).host !== url.host) throw new NoDocument("led elsewhere")
  try {
    return JSON.parse(answer.body.toString("utf8"))
  } catch {
    throw new NoDocument("no JSON")
  }
}

/**
 * Returns whether a server answers 410 for an address; undefined when it does not answer just now. Not found does not prove that
 * an object is deleted.
 */
export async function isGoneAt(db: Db, config: Config, address: string): Promise<boolean | undefined> {
  const url = config.federation.reaches ? fetchableUrl(address, config) : undefined
  if (!url || (await isRefusedHost(db, config, url.host))) return false
  const answer = await inLane(url.hostname, () => answerAt(db, config, url)).catch((error: unknown) =>
    isPassing(error) ? undefined : { status: 0 },
  )
  return answer && !isBusy(answer) ? answer.status === 410 : undefined
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
