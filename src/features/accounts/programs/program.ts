/** How long a code and an access token (seconds), and an unused refresh token and a permission (days), are valid. */
export const codeSeconds = 60
export const accessSeconds = 3600
export const idleDays = 90
export const grantDays = 365

/** The addresses to which programs send people or their own requests. No page of the site links to them. */
export const oauthPaths = { authorize: "/oauth/authorize", token: "/oauth/token", revoke: "/oauth/revoke" } as const

/**
 * A confidential program runs on its own server and keeps a secret there; a public one (an app, a script) runs on people's
 * devices and could not.
 */
export const programKinds = ["confidential", "public"] as const
export type ProgramKind = (typeof programKinds)[number]

/** How a program is told of an error (RFC 6749 §4.1.2.1, §5.2): a code, and an English sentence for its developers. */
export type Fault = { error: string; error_description: string }

/** Largest number of characters of a name, which is always shown in full. */
export const longestName = 60
export const longestRedirect = 500
export const mostRedirects = 10

/**
 * Tells whether people would take a program of this name for the site itself. Case, accents, spaces, punctuation and other forms
 * of the same letters (full-width, mathematical small capitals) make no difference.
 */
export function isNameOfSite(name: string, site: { siteName: string; publicUrl: string }): boolean {
  const ours = ["Foyer", site.siteName, new URL(site.publicUrl).hostname]
  return ours.some((one) => lettersOf(one) !== "" && lettersOf(one) === lettersOf(name))
}

function lettersOf(name: string) {
  const plain = name.normalize("NFKD").toUpperCase().toLowerCase()
  return plain.replaceAll(/[^\p{L}\p{N}]/gu, "")
}

/** Where a program receives its answers: on a website, at a program on the same machine, or in an app with its own scheme. */
export type RedirectKind = "web" | "loopback" | "app"

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?((?:[/?].*)?)$/
const host = /^([a-z0-9_-]+\.)*[a-z0-9_-]+$|^\[[0-9a-f:.]+\]$/
/** Parameters this site adds to a redirect address. */
const ours = ["code", "state", "iss", "error", "error_description"]

/**
 * Classifies a redirect address: https, http on the same machine (RFC 8252 §7.3), or a private-use scheme with a dot (§7.1);
 * undefined for anything else. It may contain only the characters of addresses (RFC 3986) and no fragment, and may not use a
 * scheme that a browser runs or opens by itself.
 */
export function redirectKind(address: string): RedirectKind | undefined {
  if (address.length > longestRedirect || !/^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/.test(address)) return undefined
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, username, password, searchParams } = new URL(address)
  if (username || password || ours.some((name) => searchParams.has(name))) return undefined
  if (loopback.test(address)) return "loopback"
  if (protocol === "https:") return /^https:\/\/[^/]/.test(address) && host.test(hostname) ? "web" : undefined
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:\/./.test(address) ? "app" : undefined
}

/**
 * Tells whether a redirect address equals the registered one, letter by letter; on the same machine the port may differ, since
 * the program listens at whatever port is free.
 */
export function isSameRedirect(registered: string, asked: string): boolean {
  if (redirectKind(asked) === undefined) return false
  if (registered === asked) return true
  const [there, here] = [loopback.exec(registered), loopback.exec(asked)]
  return there !== null && here !== null && there[1] === here[1] && there[2] === here[2]
}

/** Names the target of a redirect address for people: the host of a website, the scheme of an app. */
export function redirectHost(address: string): string {
  const { protocol, host: there } = new URL(address)
  return redirectKind(address) === "app" ? protocol.slice(0, -1) : there
}

/** Adds the answer to a program's request to its redirect address. */
export function withAnswer(address: string, answer: Record<string, string | undefined>): string {
  const set = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams(set)}`
}
