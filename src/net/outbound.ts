import { type LookupAddress, lookup as systemLookup } from "node:dns"
import http from "node:http"
import https from "node:https"
import { BlockList, isIP, type LookupFunction } from "node:net"

/** Thrown when the address is not public, or not http(s). */
export class ForbiddenAddress extends Error {
  override name = "ForbiddenAddress"
}
/** Thrown when the answer is larger than `maxBytes`. */
export class TooLarge extends Error {
  override name = "TooLarge"
}

export type OutboundOptions = {
  method?: "GET" | "POST" | "HEAD"
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Largest body in bytes; 1 MB by default. */
  maxBytes?: number
  /** Milliseconds for the whole exchange, redirects included; 10 s by default. */
  timeout?: number
  signal?: AbortSignal
  /** Most redirects that are followed; 5 by default. */
  redirects?: number
  /** Called with the target of each redirect before it is dialled; by default every permitted address may be followed. */
  mayFollow?: (url: URL) => Promise<boolean>
  /** For tests, and for addresses that the operator configured. */
  allowPrivate?: boolean
  /** For tests: resolves names. */
  lookup?: typeof systemLookup
}
export type OutboundAnswer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer; url: string }

const mostRedirects = 5
const forbidden = new BlockList()
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // link-local, and the metadata services of clouds
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, broadcast
] as const) {
  forbidden.addSubnet(network, bits, "ipv4")
}

// In IPv6 only global unicast is public, except ranges that embed an IPv4 address or are reserved.
const globalUnicast = new BlockList()
globalUnicast.addSubnet("2000::", 3, "ipv6")
const specialUnicast = new BlockList()
for (const [network, bits] of [
  ["2001::", 23], // Teredo, ORCHID, benchmarking
  ["2001:db8::", 32],
  ["2002::", 16], // 6to4
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const) {
  specialUnicast.addSubnet(network, bits, "ipv6")
}

/** Returns whether an IP address (as resolved, not as typed) is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !forbidden.check(address, "ipv4")
  if (family !== 6 || address.includes("%")) return false
  return globalUnicast.check(address, "ipv6") && !specialUnicast.check(address, "ipv6")
}

/**
 * Sends an http(s) request to a public address: the only way out of this process. The address that is dialled is the one that was
 * checked, so that a name cannot resolve differently the second time; redirects are followed, at most five, each checked anew;
 * body and time are limited. Throws ForbiddenAddress, TooLarge, or the network's error.
 */
export async function outbound(address: string | URL, options: OutboundOptions = {}): Promise<OutboundAnswer> {
  const timeout = AbortSignal.timeout(options.timeout ?? 10_000)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  let url = new URL(address)
  for (let redirects = 0; ; redirects++) {
    check(url, options.allowPrivate ?? false)
    const answer = await ask(url, options, signal)
    const location = answer.headers.location
    const method = options.method ?? "GET"
    if (!location || answer.status < 300 || answer.status > 399 || method === "POST") return answer
    if (redirects === (options.redirects ?? mostRedirects)) throw new Error("too many redirects")
    const next = new URL(location, url)
    if (options.mayFollow && !(await options.mayFollow(next))) throw new ForbiddenAddress(next.host)
    // Secrets meant for one host are not sent to another.
    if (next.origin !== url.origin) options = { ...options, headers: withoutSecrets(options.headers ?? {}) }
    url = next
  }
}

function check(url: URL, allowPrivate: boolean) {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new ForbiddenAddress(url.protocol)
  if (url.username || url.password) throw new ForbiddenAddress("credentials")
  // Node dials an IP literal without a lookup; URL has already turned 127.1 and 2130706433 into 127.0.0.1.
  const host = url.hostname.replace(/^\[|\]$/g, "")
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) throw new ForbiddenAddress(host)
}

function withoutSecrets(headers: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(authorization|cookie|signature)$/i.test(name)),
  )
}

function checkedLookup(options: OutboundOptions): LookupFunction {
  const resolve = options.lookup ?? systemLookup
  return (hostname, { all, ...how }, done) => {
    resolve(hostname, { ...how, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return done(error, "", 4)
      const usable = options.allowPrivate ? addresses : addresses.filter((each) => isPublicAddress(each.address))
      const [first] = usable
      // A private address among public ones is an attack: nothing is dialled.
      if (!first || usable.length < addresses.length) return done(new ForbiddenAddress(hostname), "", 4)
      if (all) done(null, usable)
      else done(null, first.address, first.family)
    })
  }
}

function ask(url: URL, options: OutboundOptions, signal: AbortSignal): Promise<OutboundAnswer> {
  const most = options.maxBytes ?? 1_000_000
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(
      url,
      {
        method: options.method ?? "GET",
        headers: { "user-agent": "Foyer", "accept-encoding": "identity", ...options.headers },
        lookup: checkedLookup(options),
        agent: false, // a pooled connection would have been checked for another name
        signal,
        maxHeaderSize: 32_768,
      },
      (response) => {
        const pieces: Buffer[] = []
        let size = 0
        if (Number(response.headers["content-length"]) > most) return request.destroy(new TooLarge(url.href))
        response.on("data", (piece: Buffer) => {
          size += piece.length
          if (size > most) request.destroy(new TooLarge(url.href))
          else pieces.push(piece)
        })
        response.on("end", () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(pieces),
            url: url.href,
          })
        })
        response.on("error", reject)
      },
    )
    request.on("error", reject)
    // No protocol switch was requested. Without this listener Node drops the connection and the promise never settles.
    request.on("upgrade", (_response, socket) => {
      socket.destroy()
      reject(new Error("the protocol was switched"))
    })
    request.end(options.body)
  })
}
