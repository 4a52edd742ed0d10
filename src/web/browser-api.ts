import { type Api, makeApi, type Writing } from "./api.ts"
import { csrfCookie, csrfHeader, pageLanguage } from "./header-names.ts"

type Kept = { body: string; etag: string | null; total: string | null; at: number }

/** Specification §4 and §9: server information is reused for 5 minutes. */
const serverInformation = { path: "/nodeinfo/2.0", reuse: 300_000 }
const keptAtMost = 200
const kept = new Map<string, Kept>()
const listeners = new Set<() => void>()

/** The API in the browser. Events, actors and server information seen before are given at once and refreshed behind. */
export const browserApi: Api = makeApi(async (address, writing) => {
  if (writing) return write(address, writing)
  const known = kept.get(address)
  if (known && isKept(address)) {
    const isFresh = address === serverInformation.path && Date.now() - known.at < serverInformation.reuse
    if (!isFresh) void refresh(address)
    return answer(known)
  }
  return request(address)
})

/** Forgets what is kept at an address, so that it is asked again: a forced refresh. */
export function forget(address: string) {
  kept.delete(address)
}

/** Forgets everything that is kept: it was told to somebody else. */
export function forgetAll() {
  kept.clear()
}

/** When what is kept at an address was last asked (milliseconds since 1970); undefined when nothing is kept. */
export function requestedAt(address: string): number | undefined {
  return kept.get(address)?.at
}

/** Asks for an event or an actor before it is needed. Failures are left for the visit itself to show. */
export async function preload(address: string) {
  if (!kept.has(address)) await request(address).catch(() => {})
}

/** Calls `heard` when something on screen turned out to have changed. */
export function onRefreshed(heard: () => void): () => void {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

let formsOnTheirWay = 0
let isToTell = false

/** Tells the pages that what they show may have changed: at once, or after the form that is on its way. */
export function tellRefreshed() {
  isToTell = true
  if (formsOnTheirWay > 0) return
  isToTell = false
  for (const heard of listeners) heard()
}

/**
 * Carries out what a form does. Pages that are loaded anew while it does would take precedence over where it leads to, so
 * they hear of what has changed only when it failed after that; when it went well they are loaded in any case.
 */
export async function ofForm<Result>(work: () => Promise<Result>): Promise<Result> {
  formsOnTheirWay++
  try {
    const result = await work()
    if (formsOnTheirWay === 1) isToTell = false
    return result
  } finally {
    formsOnTheirWay--
    if (isToTell) tellRefreshed()
  }
}

async function refresh(address: string) {
  const before = kept.get(address)
  await request(address).catch(() => {})
  if (kept.get(address)?.body !== before?.body) tellRefreshed()
}

async function request(address: string): Promise<Response> {
  const known = kept.get(address)
  const response = await fetch(address, {
    credentials: "include",
    headers: { ...said(), ...(known?.etag ? { "If-None-Match": known.etag } : {}) },
  })
  if (response.status === 304 && known) {
    known.at = Date.now()
    return answer(known)
  }
  if (!response.ok || !isKept(address)) {
    if (!response.ok) kept.delete(address)
    return response
  }
  const one = {
    body: await response.text(),
    etag: response.headers.get("etag"),
    total: response.headers.get("x-total-count"),
    at: Date.now(),
  }
  // Written, or forgotten, meanwhile: this is from before that.
  if (kept.get(address) !== known) return answer(one)
  kept.delete(address)
  kept.set(address, one)
  if (kept.size > keptAtMost) kept.delete(kept.keys().next().value as string)
  return answer(one)
}

/**
 * A write carries the anti-forgery token, which is asked for when there is none yet, or none that is still good. What it
 * answers is what is kept from then on.
 */
async function write(address: string, { method, body, ifMatch, isParting }: Writing): Promise<Response> {
  const send = (token: string) =>
    fetch(address, {
      method,
      credentials: "include",
      headers: {
        ...said(),
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

/** What every call says of itself: what it reads, and the language of the page. */
export function said(): Record<string, string> {
  return { Accept: "application/json", [pageLanguage]: document.documentElement.lang }
}

/** The anti-forgery token that is kept; undefined when there is none yet. */
export function csrfToken(): string | undefined {
  const cookies = document.cookie.split("; ").map((cookie) => cookie.split("="))
  return cookies.find(([name]) => name === csrfCookie)?.[1]
}

/** Asks for an anti-forgery token. */
export async function newCsrfToken(): Promise<string> {
  await fetch("/api/auth/csrf/", { credentials: "include", headers: said() })
  return csrfToken() ?? ""
}

async function codeOf(response: Response): Promise<string | undefined> {
  const body = await response
    .clone()
    .json()
    .catch(() => ({}))
  return body.code
}

/** The answer to a write takes the place of what was kept there; what lies around it is asked for again. */
async function replace(address: string, response: Response) {
  const path = address.split("?")[0] as string
  const body = await response.text()
  const around = [...kept.keys()].filter((one) => isKept(one) && path.startsWith(one))
  if (around.length === 0) return
  for (const one of around) kept.delete(one)
  if (isKept(path) && response.status === 200 && body !== "") {
    kept.set(path, { body, etag: response.headers.get("etag"), total: null, at: Date.now() })
  }
  tellRefreshed()
}

function isKept(address: string) {
  return address === serverInformation.path || /^\/api\/(actors|contents\/events)\/[^/?]+\/$/.test(address)
}

function answer(one: Kept) {
  return new Response(one.body, { headers: one.total ? { "x-total-count": one.total } : {} })
}
