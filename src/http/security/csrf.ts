import { randomInt, timingSafeEqual } from "node:crypto"

// Works as Django does (django.middleware.csrf): a cookie that scripts can read is repeated in a header, which only pages of this
// origin can do; the Origin or Referer header, which the browser sets, must name this site too.

export const csrfCookie = "csrftoken"
export const csrfHeader = "x-csrftoken"
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
const secretLength = 32
const maxAge = 60 * 60 * 24 * 7 * 52
const safe = new Set(["GET", "HEAD", "OPTIONS", "TRACE"])

export type CsrfRequest = {
  method: string
  cookie: string | undefined
  header: string | undefined
  origin: string | undefined
  referer: string | undefined
}

/** Returns whether a request passes the checks against forgery. */
export function passesCsrf(request: CsrfRequest, publicUrl: string): boolean {
  if (isSafe(request.method)) return true
  return comesFromHere(request, publicUrl) && tokensMatch(request.cookie, request.header)
}

/**
 * Returns the origin of the page a form was sent from, according to the browser; "null", which matches no site, when it says
 * nothing.
 */
export function originOf(headers: Headers): string {
  const referer = headers.get("referer")
  return headers.get("origin") ?? (referer && URL.canParse(referer) ? new URL(referer).origin : "null")
}

/** Returns whether a method changes nothing, so that the request may come from any site. */
export function isSafe(method: string): boolean {
  return safe.has(method.toUpperCase())
}

/** Makes a secret for a new browser. */
export function newCsrfToken(): string {
  return Array.from({ length: secretLength }, () => letters[randomInt(letters.length)]).join("")
}

/** Returns whether a token has the format of ours: plain (32 characters) or masked (64). */
export function isCsrfToken(token: string | undefined): token is string {
  return token !== undefined && /^[a-zA-Z0-9]+$/.test(token) && (token.length === 32 || token.length === 64)
}

/** Makes the `Set-Cookie` header of a token. */
export function csrfSetCookie(token: string, publicUrl: string): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : ""
  return `${csrfCookie}=${token}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`
}

function tokensMatch(cookie: string | undefined, header: string | undefined) {
  if (!isCsrfToken(cookie) || !isCsrfToken(header)) return false
  return timingSafeEqual(Buffer.from(secretOf(cookie)), Buffer.from(secretOf(header)))
}

/** Returns the secret of a token. A masked one is a mask, then the secret shifted by it, letter by letter. */
function secretOf(token: string): string {
  if (token.length === secretLength) return token
  const at = (position: number) => letters.indexOf(token[position] as string)
  return Array.from({ length: secretLength }, (_, position) => {
    const shift = at(position + secretLength) - at(position)
    return letters[(shift + letters.length) % letters.length]
  }).join("")
}

function comesFromHere({ origin, referer }: CsrfRequest, publicUrl: string) {
  if (origin !== undefined) return isSameOrigin(origin, publicUrl)
  // Under https a browser always sends a Referer, unless the page suppresses it.
  if (referer === undefined) return !publicUrl.startsWith("https:")
  return URL.canParse(referer) && isSameOrigin(new URL(referer).origin, publicUrl)
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Returns whether an origin is this site. */
export function isSameOrigin(origin: string, publicUrl: string): boolean {
  const here = new URL(publicUrl)
  if (origin === here.origin) return true
  if (!loopback.has(here.hostname) || !URL.canParse(origin)) return false
  // On a developer's machine the same server has three names.
  const there = new URL(origin)
  return (
    there.origin === origin &&
    there.protocol === here.protocol &&
    there.port === here.port &&
    loopback.has(there.hostname)
  )
}
