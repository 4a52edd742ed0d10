import type { Db } from "#db/connection.ts"
import { InvalidFields, Refusal } from "#lib/refusal.ts"
import { ForbiddenAddress, outbound, TooLarge } from "#net/outbound.ts"
import type { Storage } from "#storage/storage.ts"
import { largest } from "../document-types.ts"
import { headLength, kindOf } from "../file-kinds.ts"
import { makeImage, type MadeImage } from "../image.server.ts"
import { type Fetched, givePictures } from "./commands.server.ts"
import type { NoPicture } from "./picture-elsewhere.ts"
import { bytesFetched, type Due, giveUp, putBack, putOff, takeDue } from "./store.server.ts"

/** At once: of all hosts, and of one, which is somebody's small server. */
const atOnce = 4
const ofOneHost = 2
/** After so many failures in a row a host is left alone for an hour. */
const mostFailures = 5
const round = 60
/** Events are given their pictures so many at a time: each time what is cached of the agenda is made anew. */
const givenAtOnce = 12
/** Wider than any list shows a poster, and as wide as most of them come: agendas of thousands are kept small. */
const widest = 1280
/** Less is an icon, or a point that counts readers. */
const smallestSide = 160

export type FetchOptions = {
  /** Bytes that all pictures fetched may take; beyond that they wait. */
  most: number
  /** Milliseconds after which no further round begins. */
  patience?: number
  /** Milliseconds for one of them. */
  timeout?: number
  /** For tests: addresses of this machine may be asked. */
  allowPrivate?: boolean
}

/**
 * Fetches the pictures that imported records name, a few at once and fewer of one host, draws them anew as what people
 * bring, and gives them to their events. Returns true when there may be more. What cannot be had is refused without a
 * word; what may come back is tried again, five times within two days.
 */
export async function fetchPictures(db: Db, storage: Storage, options: FetchOptions): Promise<boolean> {
  const until = Date.now() + (options.patience ?? 8 * 60_000)
  while (Date.now() < until) {
    if ((await bytesFetched(db)) >= options.most) return false
    const due = await takeDue(db, round)
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

/** Fetches what is due of one host, a few at once; when it fails again and again, the rest waits. */
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

/** The bytes of an image; why there are none, or `later` when there may be some another time. */
async function bytesAt(
  url: string,
  { timeout = 20_000, allowPrivate = false }: FetchOptions,
): Promise<Uint8Array | NoPicture | "later"> {
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

async function drawn(bytes: Uint8Array): Promise<MadeImage | NoPicture | "later"> {
  try {
    const made = await makeImage(bytes, { widest })
    return Math.min(made.width, made.height) < smallestSide ? "too_small" : made
  } catch (error) {
    if (error instanceof InvalidFields) return "broken"
    if (error instanceof Refusal && error.code === "busy") return "later"
    throw error
  }
}

/** One after the other: pictures wait for each other, so that what people bring never waits for more than one of them. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
