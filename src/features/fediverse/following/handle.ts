import { domainToASCII } from "node:url"

/** Somebody elsewhere as people write them: by a handle, or by an address of theirs. */
export type Whom = { kind: "handle"; name: string; host: string } | { kind: "address"; url: string }

/** `@name@host`, `name@host`, `acct:name@host` or an address; undefined for all else. */
export function readWhom(text: string): Whom | undefined {
  const words = text.trim()
  if (/^https?:\/\//i.test(words)) return addressOf(words)
  const found = /^(?:acct:)?@?([\p{L}\p{M}\p{N}_.~-]{1,100})@([^\s@/?#\\]{1,260})$/u.exec(words)
  const [, name, host] = found ?? []
  const ascii = host === undefined ? undefined : hostFrom(host)
  return name !== undefined && ascii !== undefined ? { kind: "handle", name, host: ascii } : undefined
}

function addressOf(words: string): Whom | undefined {
  const url = URL.parse(words)
  if (!url || url.username || url.password || url.href.length > 2000) return undefined
  url.hash = ""
  return { kind: "address", url: url.href }
}

/** A host as addresses have it: small letters, and other scripts in the form DNS knows. */
function hostFrom(host: string): string | undefined {
  const [, name = "", port = ""] = /^(.*?)(:\d{1,5})?$/.exec(host) ?? []
  const ascii = domainToASCII(name)
  return ascii && /^[a-z0-9.-]+$/.test(ascii) ? ascii + port : undefined
}
