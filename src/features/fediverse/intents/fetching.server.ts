import { LRUCache } from "lru-cache"
import type { Config } from "#config/config.ts"
import { outbound } from "#net/outbound.ts"
import { userAgent } from "../remote/fetching.server.ts"
import { type HomeServer, intendedAddress, type Intent, usualAddress } from "./intent.ts"

/** Limits of each answer: bytes, milliseconds, and redirects. */
const bounds = { maxBytes: 100_000, timeout: 4_000, redirects: 2 }
/** Most servers asked at the same time; beyond that, the usual address is returned. */
const mostAtOnce = 20
/** Milliseconds for which answers of servers are cached, and missing answers. */
const knownFor = 3_600_000
const unknownFor = 60_000

type Said = { answer: unknown; hosts: string[] }
const said = new LRUCache<string, Said>({ max: 1_000, ttl: knownFor })
const flying = new Map<string, Promise<Said>>()

/** Where to go; `is_known` is false when the server does not say so and most servers' address is used. */
export type IntentTarget = { url: string; host: string; is_known: boolean }

/**
 * Returns where somebody can follow or publish on their own server: the address it gives by WebFinger (FEP-3b86, OStatus), on
 * its own host or the host its answer came from, otherwise the address that most servers have. Slow, huge and private answers
 * count as missing.
 */
export async function findIntentTarget(
  config: Config,
  server: HomeServer,
  intent: Intent,
  given: { object: string; text: string },
): Promise<IntentTarget> {
  const { host } = server
  const isPlainAllowed = config.federation.allowPrivate
  const { answer, hosts } = await saidBy(config, server)
  const url = intendedAddress(intent, answer, given, { hosts, isPlainAllowed })
  return { url: url ?? usualAddress(intent, originOf(config, host), given), host, is_known: url !== undefined }
}

async function saidBy(config: Config, server: HomeServer): Promise<Said> {
  const nothing = { answer: undefined, hosts: [server.host] }
  if (!config.federation.isOn) return nothing
  const key = server.handle ?? server.host
  const known = said.get(key)
  if (known) return known
  const running = flying.get(key)
  if (running) return running
  if (flying.size >= mostAtOnce) return nothing
  const asking = ask(config, server)
    .catch(() => nothing)
    .then((one) => {
      said.set(key, one, { ttl: one.answer === undefined ? unknownFor : knownFor })
      return one
    })
    .finally(() => flying.delete(key))
  flying.set(key, asking)
  return asking
}

/** Characters of a host-meta that are read: it has a few lines. */
const mostOfMeta = 20_000

async function ask(config: Config, { host, handle }: HomeServer): Promise<Said> {
  const origin = originOf(config, host)
  const resource = encodeURIComponent(handle ? `acct:${handle}` : `${origin}/`)
  const direct = await get(config, `${origin}/.well-known/webfinger?resource=${resource}`)
  if (direct.status === 200) return { answer: JSON.parse(direct.text), hosts: hostsOf(host, direct.url) }
  // Some servers answer on another host, which host-meta names (RFC 6415).
  const meta = await get(config, `${origin}/.well-known/host-meta`)
  const template =
    meta.status === 200
      ? /template\s*=\s*["']([^"']{1,1000}\{uri\}[^"']{0,500})["']/.exec(meta.text.slice(0, mostOfMeta))?.[1]
      : ""
  if (!template) return { answer: undefined, hosts: [host] }
  const led = await get(config, template.replaceAll("&amp;", "&").replace("{uri}", resource))
  return { answer: led.status === 200 ? JSON.parse(led.text) : undefined, hosts: hostsOf(host, led.url) }
}

/** Returns the origin of a host: plain http only for a host with a port, where private addresses are allowed. */
const originOf = ({ federation }: Config, host: string) =>
  `${federation.allowPrivate && /:\d+$/.test(host) ? "http" : "https"}://${host}`

const hostsOf = (host: string, answeredAt: string) => [host, new URL(answeredAt).host]

async function get(config: Config, address: string): Promise<{ status: number; text: string; url: string }> {
  const headers = {
    accept: "application/jrd+json, application/json, application/xrd+xml;q=0.5",
    "user-agent": userAgent(config),
  }
  const answer = await outbound(address, { ...bounds, headers, allowPrivate: config.federation.allowPrivate })
  return { status: answer.status, text: answer.body.toString("utf8"), url: answer.url }
}
