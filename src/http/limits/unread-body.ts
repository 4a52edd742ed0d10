import { setTimeout as pause } from "node:timers/promises"
import type { Context } from "hono"

/** Longest time (milliseconds) and most bytes for which the rest of a body is awaited. */
const patience = 500
const most = 64 * 1024 * 1024

/**
 * Reads what is left of the request's body after it was answered early, such as with 413, and discards it: a sender that is still
 * writing might not see the answer otherwise. Returns whether the whole body has arrived. If not, the connection has to be
 * closed: the next request on it would wait behind the rest.
 */
export async function discardRest(c: Context): Promise<boolean> {
  const { incoming } = (c.env ?? {}) as { incoming?: { complete?: boolean } }
  if (incoming?.complete !== false) return true
  const { body } = c.req.raw
  if (!body || body.locked) return false
  const reader = body.getReader()
  const stop = new AbortController()
  const late = pause(patience, "late" as const, { signal: stop.signal }).catch(() => "late" as const)
  let size = 0
  while (size < most) {
    const piece = await Promise.race([reader.read().catch(() => undefined), late])
    if (!piece || piece === "late" || piece.done) break
    size += piece.value.byteLength
  }
  stop.abort()
  return incoming.complete
}
