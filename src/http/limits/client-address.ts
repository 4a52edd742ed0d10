import { isIPv4, isIPv6 } from "node:net"

/**
 * Returns the caller's IP address. `X-Forwarded-For` counts only as far as our own proxies wrote it: with one trusted proxy its
 * last entry, with two the one before, since anything further left came from outside.
 * @param socket the address at the other end of the connection
 * @param trusted number of proxies in front (TRUST_PROXY)
 */
export function clientAddress(socket: string | undefined, forwarded: string | undefined, trusted: number): string {
  const direct = plain(socket ?? "")
  if (trusted < 1 || !forwarded) return direct
  const named = forwarded.split(",").at(-trusted)
  return plain((named ?? "").trim()) || direct
}

/** Returns the network that counts as one caller: an IPv4 address itself, the first 64 bits of an IPv6 address. */
export function callerNetwork(address: string): string {
  return isIPv6(address) ? `${groups(address).slice(0, 4).join(":")}::/64` : address
}

/** Shortens an address to what is stored: 203.0.113.0/24 or 2001:db8:1::/48. Null when there is none. */
export function coarseAddress(address: string): string | null {
  if (isIPv4(address)) return `${address.split(".").slice(0, 3).join(".")}.0/24`
  return isIPv6(address) ? `${groups(address).slice(0, 3).join(":")}::/48` : null
}

/** Strips zone, brackets and port, and unwraps IPv4 from IPv6; empty when it is not an address. */
function plain(text: string) {
  const bare = text.replace(/^\[([^\]]*)\](:\d+)?$/, "$1").replace(/%.*$/, "")
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, "").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
  return isIPv4(address) || isIPv6(address) ? address : ""
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groups(address: string): string[] {
  const wellFormed = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = "", tail] = wellFormed.split("::")
  const left = head ? head.split(":") : []
  const right = tail ? tail.split(":") : []
  return tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right]
}
