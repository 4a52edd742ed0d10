import { isIP } from "node:net"
import { isPublicAddress } from "#net/outbound.ts"

/**
 * May a receiver be at this address? By https, and as far as its name says on the public internet; where an operator
 * allows it (OUTBOUND_PRIVATE), anywhere. What a name resolves to is looked at by whoever dials it (net/outbound.ts).
 */
export function mayReceive(address: string, { allowPrivate }: { allowPrivate: boolean }): boolean {
  if (allowPrivate) return true
  const { protocol, hostname } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
  if (protocol !== "https:") return false
  if (isIP(host)) return isPublicAddress(host)
  return host.includes(".") && !/\.(localhost|local|internal)$/.test(host)
}
