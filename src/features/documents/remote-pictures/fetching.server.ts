import type { Db } from "#db/connection.ts"
import { InvalidFields, Refusal } from "#lib/refusal.ts"
import { ForbiddenAddress, outbound, TooLarge } from "#net/outbound.ts"
import type { Storage } from "#storage/storage.ts"
import { largest } from "../document-types.ts"
import { headLength, kindOf } from "../file/file-kinds.ts"
import { makeImage, type MadeImage } from "../image/image.server.ts"
import { type Fetched, givePictures } from "./commands.server.ts"
import type { PictureFailure } from "./remote-picture.ts"
import { bytesFetched, type Due, giveUp, putBack, putOff, claimDue } from "./store.server.ts"

/** Number of simultaneous requests: in all, and to one host, which may be a small server. */
const atOnce = 4
const ofOneHost = 2
/** Number of consecutive failures after which a host gets no requests for an hour. */
const mostFailures = 5
const round = 60
/** Number of events that get their pictures in one transaction: each transaction makes cached answers of the agenda stale. */
const givenAtOnce = 12
/**
 * Largest stored width in pixels: wider than any list shows a poster, and as wide as most sources are. Agendas have thousands of
 * pictures, so they are stored small.
 */
const widest = 1280
/** Smallest side in pixels: a smaller image is an icon or a tracking pixel. */
const smallestSide = 160

export type FetchOptions = {
  /** Bytes that all fetched pictures together may take; beyond that further pictures wait. */
  most: number
  /** Milliseconds after which no further round begins. */
  patience?: number
  /** Timeout of one request in milliseconds. */
  timeout?: number
  /** Allows addresses of this machine, for tests. */
  allowPrivate?: boolean
}

/**
 * Fetches the pictures that imported records name, a few at once and fewer per host, draws them again like uploads, and gives
 * them to their events. Returns true when there may be more. Permanent failures are recorded silently; temporary ones are tried
 * again, five times within two days.
 */
export async function fetchPictures(db: Db, storage: Storage, options: FetchOptions): Promise<boolean> {
  const until = Date.now() + (options.patience ?? 8 * 60_000)
  while (Date.now() < until) {
    if ((await bytesFetched(db)) >= options.most) return false
    const due = await claimDue(db, round)
    if (due.length === 0) return false
    await fetchRound(db, storage, due, options)
  }
  return true
}

async function fetchRound(db: Db, storage: Storage, due: Due[], options: FetchOptions): Promise<void> {
  const ready: Fetched[] = []
  const give = async () => {
    const some = ready.splice(0)
    const unused = await givePictures(db, some).catch(async (error: unknown) => {
      for (const one of some) if ("file" in one) await storage.remove(one.file).catch(() => {})
      throw error
    })
    for (const key of unused) await storage.remove(key)
  }
  const fetchOne = async (one: Due): Promise<"answered" | "failed"> => {
    if (one.document_id !== null) {
      ready.push({ id: one.id, documentId: one.document_id })
      return "answered"
    }
    const bytes = await bytesAt(one.url, options)
    if (typeof bytes === "string") {
      if (bytes === "later") await putOff(db, one)
      else await giveUp(db, one.id, bytes)
      return bytes === "later" ? "failed" : "answered"
    }
    const made = await inTurn(() => drawn(bytes))
    if (made === "later") await putOff(db, one)
    else if (typeof made === "string") await giveUp(db, one.id, made)
    else {
      const stored = Object.values(made.files).reduce((sum, file) => sum + file.length, 0)
      ready.push({ id: one.id, file: await storage.keep(made.files), made, stored })
      if (ready.length >= givenAtOnce) await inTurn(give)
    }
    return "answered"
  }
  const inTurn = oneAtATime()
  const hosts = [...Map.groupBy(due, ({ host }) => host).values()]
  const nextHosts = async () => {
    for (let left = hosts.shift(); left; left = hosts.shift()) await fetchHost(db, left, fetchOne)
  }
  await Promise.all(Array.from({ length: atOnce / ofOneHost }, nextHosts))
  await inTurn(give)
}

/** Fetches the due pictures of one host, a few at once; after repeated failures the others are put off. */
async function fetchHost(db: Db, due: Due[], fetchOne: (one: Due) => Promise<"answered" | "failed">): Promise<void> {
  let failures = 0
  const next = async () => {
    for (let one = due.shift(); one; one = due.shift()) {
      failures = (await fetchOne(one)) === "failed" ? failures + 1 : 0
      if (failures < mostFailures) continue
      const rest = due.splice(0).map(({ id }) => id)
      await putBack(db, rest, 60)
    }
  }
  await Promise.all(Array.from({ length: ofOneHost }, next))
}

/** Fetches the bytes of an image; returns the reason of a permanent failure, or `later` for a temporary one. */
async function bytesAt(
  url: string,
  { timeout = 20_000, allowPrivate = false }: FetchOptions,
): Promise<Uint8Array | PictureFailure | "later"> {
  try {
    const headers = { accept: "image/avif,image/webp,image/jpeg,image/png,image/gif;q=0.9" }
    const answer = await outbound(url, {
      headers,
      maxBytes: largest.image,
      timeout,
      allowPrivate,
    })
    const { status, body } = answer
    if (status === 429 || status === 408 || status >= 500) return "later"
    if (status !== 200) return "gone"
    const kind = kindOf(body.subarray(0, headLength), body.subarray(Math.max(0, body.length - headLength)))
    return kind?.type === "Image" ? body : "not_an_image"
  } catch (error) {
    if (error instanceof TooLarge) return "too_large"
    if (error instanceof ForbiddenAddress || error instanceof TypeError) return "forbidden"
    return (error as Error).message === "too many redirects" ? "redirects" : "later"
  }
}

async function drawn(bytes: Uint8Array): Promise<MadeImage | PictureFailure | "later"> {
  try {
    const made = await makeImage(bytes, { widest })
    return Math.min(made.width, made.height) < smallestSide ? "too_small" : made
  } catch (error) {
    if (error instanceof InvalidFields) return "broken"
    if (error instanceof Refusal && error.code === "busy") return "later"
    throw error
  }
}

/** Makes a queue that processes one picture at a time, so that uploads wait for at most one of them. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
