import { stat } from "node:fs/promises"
import { Readable } from "node:stream"
import { ForbiddenAddress, outbound, TooLarge } from "#net/outbound.ts"
import { mostBytes } from "./read.ts"
import type { Reason } from "./record.ts"

/** A path, an http(s) address, or the content itself, as bytes or as a stream. */
export type Source = string | URL | Uint8Array | Readable | ReadableStream<Uint8Array>

const tooLarge = (most: number): Reason => ({ id: "too_large", args: { megabytes: most / 1_000_000 } })

/**
 * Opens a source for the reader; returns the reason when there is nothing to read.
 * @param most largest response of an address that is accepted, in bytes
 */
export async function openSource(
  source: Source,
  allowPrivate = false,
  most = mostBytes,
): Promise<{ path: string } | { bytes: Uint8Array } | { refused: Reason }> {
  if (source instanceof Uint8Array) return { bytes: source }
  const address = source instanceof URL || (typeof source === "string" && /^(https?|webcal):\/\//i.test(source))
  if (address) return fetched(String(source).replace(/^webcal:/i, "https:"), allowPrivate, most)
  if (typeof source === "string") {
    const found = await stat(source).catch(() => undefined)
    return found?.isFile() ? { path: source } : { refused: { id: "not_found", args: { source } } }
  }
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of source as AsyncIterable<Uint8Array>) {
    size += piece.length
    if (size > mostBytes) return { refused: tooLarge(mostBytes) }
    pieces.push(piece)
  }
  return { bytes: Buffer.concat(pieces) }
}

async function fetched(
  source: string,
  allowPrivate: boolean,
  most: number,
): Promise<{ bytes: Uint8Array } | { refused: Reason }> {
  try {
    const accept = "text/calendar, application/ld+json, application/json, text/csv, text/html;q=0.8, */*;q=0.5"
    const answer = await outbound(source, { headers: { accept }, maxBytes: most, allowPrivate })
    if (answer.status === 200) return { bytes: answer.body }
    return { refused: { id: "unreachable", args: { source, detail: String(answer.status) } } }
  } catch (error) {
    if (error instanceof ForbiddenAddress) return { refused: { id: "forbidden_address", args: { source } } }
    if (error instanceof TooLarge) return { refused: tooLarge(most) }
    return { refused: { id: "unreachable", args: { source, detail: (error as Error).message.slice(0, 120) } } }
  }
}
