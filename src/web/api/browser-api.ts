import { type Api, makeApi, type WriteRequest } from "../api.ts"
import { csrfCookie, csrfHeader, pageLanguage } from "./header-names.ts"

type Kept = { body: string; etag: string | null; total: string | null; at: number }

/** Specification §4 and §9: server information is reused for 5 minutes. */
const serverInformation = { path: "/nodeinfo/2.0", reuse: 300_000 }
const keptAtMost = 200
const kept = new Map<string, Kept>()
const listeners = new Set<() => void>()

/**
 * The API client in the browser. Events, actors and server information seen before are returned from the cache at once and
 * refreshed in the background.
 */
export const browserApi: Api = makeApi(async (address, writing) => {
  if (writing) return write(address, writing)
  const known = kept.get(address)
  if (known && isCacheable(address)) {
    const isFresh = address === serverInformation.path && Date.now() - known.at < serverInformation.reuse
    if (!isFresh) void refresh(address)
    return answer(known)
  }
  return request(address)
})

/** Removes an address from the cache, to force a new request. */
export function forget(address: string) {
  kept.delete(address)
}

/** Empties the cache, because its answers were for another viewer. */
export function forgetAll() {
  kept.clear()
}

/** Returns when a cached address was last requested (milliseconds since 1970); undefined when it is not cached. */
export function requestedAt(address: string): number | undefined {
  return kept.get(address)?.at
}

/** Requests an event or an actor before it is needed. Failures are ignored, since the visit itself will show them. */
export async function preload(address: string) {
  if (!kept.has(address)) await request(address).catch(() => {})
}

/** Calls `heard` when something on screen turns out to have changed. */
export function onRefreshed(heard: () => void): () => void {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

let formsOnTheirWay = 0
let isToTell = false

/** Notifies the pages that what they show may have changed: at once, or after the form that is being sent. */
export function notifyRefreshed() {
  isToTell = true
  if (formsOnTheirWay > 0) return
  isToTell = false
  for (const heard of listeners) heard()
}

/**
 * Runs what a form does. Reloading the page's data meanwhile would cancel the form's navigation, so pages are notified of changes
 * only if the form fails afterwards; if it succeeds their data are reloaded anyway.
 */
export async function runForm<Result>(work: () => Promise<Result>): Promise<Result> {
  formsOnTheirWay++
  try {
    const result = await work()
    if (formsOnTheirWay === 1) isToTell = false
    return result
  } finally {
    formsOnTheirWay--
    if (isToTell) notifyRefreshed()
  }
}

async function refresh(address: string) {
  const before = kept.get(address)
  await request(address).catch(() => {})
  if (kept.get(address)?.body !== before?.body) notifyRefreshed()
}

async function request(address: string): Promise<Response> {
  const known = kept.get(address)
  const response = await fetch(address, {
    credentials: "include",
    headers: { ...callHeaders(), ...(known?.etag ? { "If-None-Match": known.etag } : {}) },
  })
  if (response.status === 304 && known) {
    known.at = Date.now()
    return answer(known)
  }
  if (!response.ok || !isCacheable(address)) {
    if (!response.ok) kept.delete(address)
    return response
  }
  const one = {
    body: await response.text(),
    etag: response.headers.get("etag"),
    total: response.headers.get("x-total-count"),
    at: Date.now(),
  }
  // The entry was written or removed meanwhile, so this answer is older.
  if (kept.get(address) !== known) return answer(one)
  kept.delete(address)
  kept.set(address, one)
  if (kept.size > keptAtMost) kept.delete(kept.keys().next().value as string)
  return answer(one)
}

/**
 * Sends a write with the anti-forgery token, which is requested when there is none, or when it is no longer valid. The answer
 * replaces the cached entry.
 */
async function write(address: string, { method, body, ifMatch, isParting }: WriteRequest): Promise<Response> {
  const send = (token: string) =>
    fetch(address, {
      method,
      credentials: "include",
      headers: {
        ...callHeaders(),
        [csrfHeader]: token,
        ...(body && !(body instanceof FormData) ? { "Content-Type": "application/json" } : {}),
        ...(ifMatch ? { "If-Match": ifMatch } : {}),
      },
      ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
      ...(isParting ? { keepalive: true } : {}),
    })
  let response = await send(csrfToken() ?? (await newCsrfToken()))
  if (response.status === 403 && (await codeOf(response)) === "csrf_failed") response = await send(await newCsrfToken())
  if (response.ok) await replace(address, response.clone())
  return response
}

/** Returns the headers of every call: the accepted type, and the language of the page. */
export function callHeaders(): Record<string, string> {
  return { Accept: "application/json", [pageLanguage]: document.documentElement.lang }
}

/** Returns the anti-forgery token in the cookie; undefined when there is none yet. */
export function csrfToken(): string | undefined {
  const cookies = document.cookie.split("; ").map((cookie) => cookie.split("="))
  return cookies.find(([name]) => name === csrfCookie)?.[1]
}

/** Requests an anti-forgery token. */
export async function newCsrfToken(): Promise<string> {
  await fetch("/api/auth/csrf/", { credentials: "include", headers: callHeaders() })
  return csrfToken() ?? ""
}

async function codeOf(response: Response): Promise<string | undefined> {
  const body = await response
    .clone()
    .json()
    .catch(() => ({}))
  return body.code
}

/** Replaces the cached entry by the answer to a write; enclosing addresses are removed and requested again. */
async function replace(address: string, response: Response) {
  const path = address.split("?")[0] as string
  const body = await response.text()
  const around = [...kept.keys()].filter((one) => isCacheable(one) && path.startsWith(one))
  if (around.length === 0) return
  for (const one of around) kept.delete(one)
  if (isCacheable(path) && response.status === 200 && body !== "") {
    kept.set(path, { body, etag: response.headers.get("etag"), total: null, at: Date.now() })
  }
  notifyRefreshed()
}

function isCacheable(address: string) {
  return address === serverInformation.path || /^\/api\/(actors|contents\/events)\/[^/?]+\/$/.test(address)
}

function answer(one: Kept) {
  return new Response(one.body, { headers: one.total ? { "x-total-count": one.total } : {} })
}
