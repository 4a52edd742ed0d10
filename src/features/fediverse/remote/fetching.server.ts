import { LRUCache } from "lru-cache"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { concurrencyLimit } from "#net/concurrency.ts"
import { outbound, type OutboundAnswer } from "#net/outbound.ts"
import { instanceIdentity } from "../identities/commands.server.ts"
import { signedHeaders } from "../signatures/signing.server.ts"
import { isRefusedHost } from "./queries.server.ts"

/** What we ask others for, in either of its two names. */
const accept = 'application/activity+json, application/ld+json; profile="https://www.w3.org/ns/activitystreams"'
/** Bytes; descriptions of actors are a few thousand. */
const mostBytes = 300_000
/** For the whole of it, redirects included (milliseconds): whoever sent us something waits meanwhile. */
const patience = 5_000
/**
 * How many are asked at once, and of one host. A server that passes on ten events in a breath, or whose people all come at
 * once, is no villain: the others wait for their turn, while whoever sent them waits for us.
 */
const inLane = concurrencyLimit({ most: 30, mostOfHost: 3, mostWaiting: 300, mostWaitingOfHost: 50, patience: 4_000 })
/** For so long (milliseconds) an address that did not answer is not asked again. */
const failureLasts = 60_000

const failed = new LRUCache<string, true>({ max: 5_000, ttl: failureLasts })
const flying = new Map<string, Promise<unknown>>()

/**
 * The JSON at an address elsewhere, asked for in the name of the instance (several servers answer nobody else); undefined
 * when there is none that can be read. Slow, huge and private ones are none, and whoever is asked too much is left alone.
 */
export async function fetchDocument(db: Db, config: Config, address: string): Promise<unknown> {
  if (!config.federation.reaches) return undefined
  const url = readableAddress(address, config)
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

/** An address that a stranger wrote, if it may be asked at all. Without the part behind the hash, which is never sent. */
export function readableAddress(address: string, { federation, publicUrl }: Config): URL | undefined {
  if (address.length > 2000 || !URL.canParse(address)) return undefined
  const url = new URL(address)
  url.hash = ""
  // The same host to DNS, and another one to the list of those that are refused.
  if (url.hostname.endsWith(".")) return undefined
  if (url.protocol !== "https:" && !(federation.allowPrivate && url.protocol === "http:")) return undefined
  // What is ours is known here; asked, it would be asked of ourselves.
  return url.username || url.password || url.host === new URL(publicUrl).host ? undefined : url
}

/** What is asked of each redirect: it may lead only to what may be asked itself, and to no host that is refused here. */
export function mayBeLedTo(db: Db, config: Config): (url: URL) => Promise<boolean> {
  return async (url) => readableAddress(url.href, config) !== undefined && !(await isRefusedHost(db, config, url.host))
}

async function ask(db: Db, config: Config, url: URL): Promise<unknown> {
  const answer = await answerAt(db, config, url)
  const type = String(answer.headers["content-type"] ?? "")
  // What is merely stored somewhere, by anybody, is no statement of the server (FEP-fe34).
  if (answer.status !== 200 || !isActivityType(type)) throw new Error(`${answer.status} ${type}`)
  if (new URL(answer.url).host !== url.host) throw new Error("led elsewhere")
  return JSON.parse(answer.body.toString("utf8"))
}

/** Does its server say that there is nothing at this address any more (410)? One that finds nothing, or does not answer, says less. */
export async function isGoneAt(db: Db, config: Config, address: string): Promise<boolean> {
  const url = config.federation.reaches ? readableAddress(address, config) : undefined
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
    mayFollow: mayBeLedTo(db, config),
    allowPrivate: config.federation.allowPrivate,
  })
}

/** A media type under which ActivityStreams is sent. */
export function isActivityType(type: string): boolean {
  return /^\s*application\/(activity\+json|ld\+json)\s*(;|$)/i.test(type)
}

/** Who we say we are to other servers. */
export function userAgent({ publicUrl }: Config): string {
  return `Foyer (+${publicUrl}/)`
}
