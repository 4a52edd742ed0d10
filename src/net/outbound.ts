import { type LookupAddress, lookup as systemLookup } from "node:dns"
import http from "node:http"
import https from "node:https"
import { BlockList, isIP, type LookupFunction } from "node:net"

/** The address is not a public one, or not http(s). */
export class ForbiddenAddress extends Error {
  override name = "ForbiddenAddress"
}
/** The answer is larger than was asked for. */
export class TooLarge extends Error {
  override name = "TooLarge"
}

export type OutboundOptions = {
  method?: "GET" | "POST" | "HEAD"
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The longest body that is read; 1 MB unless told. */
  maxBytes?: number
  /** For the whole exchange, redirects included; 10 s unless told. */
  timeout?: number
  signal?: AbortSignal
  /** Redirects that are followed; 5 unless told. */
  redirects?: number
  /** Asked of each address a redirect leads to, before anything is dialled there; any that may be asked unless told. */
  mayFollow?: (url: URL) => Promise<boolean>
  /** For tests, and for what an operator names in the settings. */
  allowPrivate?: boolean
  /** For tests: who resolves names. */
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
  ["169.254.0.0", 16], // link-local, and the metadata of clouds
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

// Of IPv6 only global unicast is public, without what stands for an IPv4 address or for nothing.
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

/** Is this IP address (as resolved, not as typed) one of the public internet? */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !forbidden.check(address, "ipv4")
  if (family !== 6 || address.includes("%")) return false
  return globalUnicast.check(address, "ipv6") && !specialUnicast.check(address, "ipv6")
}

/**
 * The one way out: asks an http(s) address of the public internet, and nothing else. The address that is dialled is the
 * one that was checked, so that a name cannot answer twice differently; redirects are followed, at most five, each
 * checked anew; the body and the time are bounded. Throws ForbiddenAddress, TooLarge, or what the network says.
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
    // What was meant for one host is not for another.
    if (next.origin !== url.origin) options = { ...options, headers: withoutSecrets(options.headers ?? {}) }
    url = next
  }
}

function check(url: URL, allowPrivate: boolean) {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new ForbiddenAddress(url.protocol)
  if (url.username || url.password) throw new ForbiddenAddress("credentials")
  // Node dials a literal without any lookup; URL has already turned 127.1 and 2130706433 into 127.0.0.1.
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
      // One private answer among public ones is an attempt: nothing is dialled.
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
        agent: false, // a kept connection would have been checked for another name
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
    // Nobody was asked to speak anything else. Unless it is listened for, Node lets the connection go and says nothing more.
    request.on("upgrade", (_response, socket) => {
      socket.destroy()
      reject(new Error("the protocol was switched"))
    })
    request.end(options.body)
  })
}
