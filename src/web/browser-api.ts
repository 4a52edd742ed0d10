import { type Api, makeApi } from "./api.ts"

type Kept = { body: string; etag: string | null; total: string | null; at: number }

/** Specification §4 and §9: server information is reused for 5 minutes. */
const serverInformation = { path: "/nodeinfo/2.0", reuse: 300_000 }
const keptAtMost = 200
const kept = new Map<string, Kept>()
const listeners = new Set<() => void>()

/** The API in the browser. Events, actors and server information seen before are given at once and refreshed behind. */
export const browserApi: Api = makeApi(async (address) => {
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

/** When what is kept at an address was last asked (milliseconds since 1970); undefined when nothing is kept. */
export function askedAt(address: string): number | undefined {
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

async function refresh(address: string) {
  const before = kept.get(address)
  await request(address).catch(() => {})
  if (kept.get(address)?.body !== before?.body) for (const heard of listeners) heard()
}

async function request(address: string): Promise<Response> {
  const known = kept.get(address)
  const response = await fetch(address, {
    credentials: "include",
    headers: { Accept: "application/json", ...(known?.etag ? { "If-None-Match": known.etag } : {}) },
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
  kept.delete(address)
  kept.set(address, one)
  if (kept.size > keptAtMost) kept.delete(kept.keys().next().value as string)
  return answer(one)
}

function isKept(address: string) {
  return address === serverInformation.path || /^\/api\/(actors|contents\/events)\/[^/?]+\/$/.test(address)
}

function answer(one: Kept) {
  return new Response(one.body, { headers: one.total ? { "x-total-count": one.total } : {} })
}
