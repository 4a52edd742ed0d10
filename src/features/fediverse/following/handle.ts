import { domainToASCII } from "node:url"

/** A remote account as people write it: a handle or an address. */
export type AccountReference = { kind: "handle"; name: string; host: string } | { kind: "address"; url: string }

/** Reads `@name@host`, `name@host`, `acct:name@host` or an address; undefined for anything else. */
export function readAccountReference(text: string): AccountReference | undefined {
  const words = text.trim()
  if (/^https?:\/\//i.test(words)) return addressOf(words)
  const found = /^(?:acct:)?@?([\p{L}\p{M}\p{N}_.~-]{1,100})@([^\s@/?#\\]{1,260})$/u.exec(words)
  const [, name, host] = found ?? []
  const ascii = host === undefined ? undefined : hostFrom(host)
  return name !== undefined && ascii !== undefined ? { kind: "handle", name, host: ascii } : undefined
}

function addressOf(words: string): AccountReference | undefined {
  const url = URL.parse(words)
  if (!url || url.username || url.password || url.href.length > 2000) return undefined
  url.hash = ""
  return { kind: "address", url: url.href }
}

/** Normalizes a host as in addresses: lower case, and other scripts in Punycode. */
function hostFrom(host: string): string | undefined {
  const [, name = "", port = ""] = /^(.*?)(:\d{1,5})?$/.exec(host) ?? []
  const ascii = domainToASCII(name)
  return ascii && /^[a-z0-9.-]+$/.test(ascii) ? ascii + port : undefined
}
