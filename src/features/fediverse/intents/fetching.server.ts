import { LRUCache } from "lru-cache"
import type { Config } from "#config/config.ts"
import { outbound } from "#net/outbound.ts"
import { userAgent } from "../remote/fetching.server.ts"
import { type Intent, intendedAddress, type OwnServer, usualAddress } from "./intent.ts"

/** Of each answer: bytes, milliseconds, and how often it may send us on. */
const bounds = { maxBytes: 100_000, timeout: 4_000, redirects: 2 }
/** So many servers are asked at once; whoever comes then is sent where most servers answer. */
const mostAtOnce = 20
/** What a server says is remembered for so long, and that it says nothing (milliseconds). */
const knownFor = 3_600_000
const unknownFor = 60_000

type Said = { answer: unknown; hosts: string[] }
const said = new LRUCache<string, Said>({ max: 1_000, ttl: knownFor })
const flying = new Map<string, Promise<Said>>()

/** Where somebody goes, and whether their server says so or it is only where most servers answer. */
export type Way = { url: string; host: string; is_known: boolean }

/**
 * Where somebody can follow or publish on a server of their own: as it says by WebFinger (FEP-3b86, OStatus), on its own
 * host or the one its answer came from, or else where most servers answer. Slow, huge and private servers say nothing.
 */
export async function wayTo(
  config: Config,
  server: OwnServer,
  intent: Intent,
  given: { object: string; text: string },
): Promise<Way> {
  const { host } = server
  const isPlainAllowed = config.federation.allowPrivate
  const { answer, hosts } = await saidBy(config, server)
  const url = intendedAddress(intent, answer, given, { hosts, isPlainAllowed })
  return { url: url ?? usualAddress(intent, originOf(config, host), given), host, is_known: url !== undefined }
}

async function saidBy(config: Config, server: OwnServer): Promise<Said> {
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

/** So much of a host-meta is looked at (characters): it is some lines. */
const mostOfMeta = 20_000

async function ask(config: Config, { host, handle }: OwnServer): Promise<Said> {
  const origin = originOf(config, host)
  const resource = encodeURIComponent(handle ? `acct:${handle}` : `${origin}/`)
  const direct = await get(config, `${origin}/.well-known/webfinger?resource=${resource}`)
  if (direct.status === 200) return { answer: JSON.parse(direct.text), hosts: hostsOf(host, direct.url) }
  // Some answer elsewhere, and say where in host-meta (RFC 6415).
  const meta = await get(config, `${origin}/.well-known/host-meta`)
  const template =
    meta.status === 200
      ? /template\s*=\s*["']([^"']{1,1000}\{uri\}[^"']{0,500})["']/.exec(meta.text.slice(0, mostOfMeta))?.[1]
      : ""
  if (!template) return { answer: undefined, hosts: [host] }
  const led = await get(config, template.replaceAll("&amp;", "&").replace("{uri}", resource))
  return { answer: led.status === 200 ? JSON.parse(led.text) : undefined, hosts: hostsOf(host, led.url) }
}

/** Only what stands on a port of its own, where that may be asked, is asked without a certificate. */
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
