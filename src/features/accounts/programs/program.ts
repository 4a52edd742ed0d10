/** How long a code, an access token, a refresh token that is not used and a permission last. */
export const codeSeconds = 60
export const accessSeconds = 3600
export const idleDays = 90
export const grantDays = 365

/** Where programs send people, and ask themselves. Nothing of ours leads there. */
export const oauthPaths = { authorize: "/oauth/authorize", token: "/oauth/token", revoke: "/oauth/revoke" } as const

/** A program on a server of its own keeps a secret; one that runs at people's (an app, a script) could not. */
export const programKinds = ["confidential", "public"] as const
export type ProgramKind = (typeof programKinds)[number]

/** How programs are told what is wrong (RFC 6749 §4.1.2.1, §5.2): a code, and a sentence in English for who writes them. */
export type Fault = { error: string; error_description: string }

/** One reads it whole, with what stands under it. */
export const longestName = 60
export const longestRedirect = 500
export const mostRedirects = 10

/**
 * Would people take a program of this name for the site itself? Case, accents, spaces, signs and other forms of the same letters
 * (full-width, small capitals of mathematics) make no other name of it.
 */
export function isNameOfSite(name: string, site: { siteName: string; publicUrl: string }): boolean {
  const ours = ["Foyer", site.siteName, new URL(site.publicUrl).hostname]
  return ours.some((one) => lettersOf(one) !== "" && lettersOf(one) === lettersOf(name))
}

function lettersOf(name: string) {
  const plain = name.normalize("NFKD").toUpperCase().toLowerCase()
  return plain.replaceAll(/[^\p{L}\p{N}]/gu, "")
}

/** Where a program is answered: at a site, by a program on the same machine, or by an app that has a scheme of its own. */
export type RedirectKind = "web" | "loopback" | "app"

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?((?:[/?].*)?)$/
const host = /^([a-z0-9_-]+\.)*[a-z0-9_-]+$|^\[[0-9a-f:.]+\]$/
/** What we add ourselves. */
const ours = ["code", "state", "iss", "error", "error_description"]

/**
 * What kind of redirect address this is: https, http on the same machine (RFC 8252 §7.3), or a private-use scheme with a dot
 * (§7.1); undefined for anything else. It is written in the characters of addresses (RFC 3986), without fragment, and leads
 * to no scheme that a browser runs or opens by itself.
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

/** Is it the registered address, letter by letter? On the same machine a program listens at whatever port is free. */
export function isSameRedirect(registered: string, asked: string): boolean {
  if (redirectKind(asked) === undefined) return false
  if (registered === asked) return true
  const [there, here] = [loopback.exec(registered), loopback.exec(asked)]
  return there !== null && here !== null && there[1] === here[1] && there[2] === here[2]
}

/** Whom it leads to, as people are told: the host of a site, the scheme of an app. */
export function redirectHost(address: string): string {
  const { protocol, host: there } = new URL(address)
  return redirectKind(address) === "app" ? protocol.slice(0, -1) : there
}

/** The redirect address with what a program is answered. */
export function answeredAt(address: string, answer: Record<string, string | undefined>): string {
  const set = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams(set)}`
}
