import { isIP } from "node:net"
import { isPublicAddress } from "#net/outbound.ts"

/**
 * Returns whether a webhook may have this address: https, and as far as the name shows, on the public internet. An operator
 * can allow any address (OUTBOUND_PRIVATE). What the name resolves to is checked when connecting (net/outbound.ts).
 */
export function isAllowedReceiver(address: string, { allowPrivate }: { allowPrivate: boolean }): boolean {
  if (allowPrivate) return true
  const { protocol, hostname } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
  if (protocol !== "https:") return false
  if (isIP(host)) return isPublicAddress(host)
  return host.includes(".") && !/\.(localhost|local|internal)$/.test(host)
}
