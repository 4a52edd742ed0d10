import { promisify } from "node:util"
import zlib from "node:zlib"
import { LRUCache } from "lru-cache"
import type { ContentVersion } from "./content-version.ts"
import { digest, matches } from "./answers.ts"

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

type Entry = {
  version: number
  at: number
  status: number
  headers: Record<string, string>
  body: Buffer
  compressed: { br?: Buffer; gzip?: Buffer }
  etag: string
}

/** What of a request decides which form of an answer it gets. */
export type Wanted = { acceptEncoding: string | undefined; ifNoneMatch: string | undefined }

/** Only what the clock changes may be this old (milliseconds); what people change is shown at once. */
const freshFor = 3_000
const usableFor = 4_500
const worthCompressing = 1_000

/**
 * Whole answers for visitors without a session, compressed once. An answer made before the last change of anything
 * public is never given again. One render serves all who wait for it.
 */
export function answerCache(content: ContentVersion, bytes = 64 * 1024 * 1024) {
  const entries = new LRUCache<string, Entry>({
    maxSize: bytes,
    sizeCalculation: (entry, key) => entry.body.length * 2 + key.length * 2 + 2000,
  })
  const flying = new Map<string, Promise<Entry | Response>>()

  const fill = (key: string, make: () => Promise<Response>, prepare: (body: Buffer, headers: Headers) => void) => {
    // A change while rendering makes the result stale: it is kept under the number that was current at the start.
    const version = content.current
    const flight = `${version} ${key}`
    let promise = flying.get(flight)
    if (!promise) {
      promise = render(version, make, prepare)
        .then((made) => {
          if (!(made instanceof Response)) entries.set(key, made)
          return made
        })
        .finally(() => flying.delete(flight))
      flying.set(flight, promise)
    }
    return promise
  }

  const find = (key: string, youngerThan: number) => {
    const entry = entries.get(key)
    if (!entry || entry.version !== content.current) return undefined
    return Date.now() - entry.at < youngerThan ? entry : undefined
  }

  return {
    /** The answer when it is there and fresh: nothing is waited for. */
    now(key: string, request: Wanted): Response | undefined {
      const entry = find(key, freshFor)
      return entry && give(entry, request)
    },

    /** @param prepare adds the headers that depend on the body */
    async answer(
      key: string,
      request: Wanted,
      make: () => Promise<Response>,
      prepare: (body: Buffer, headers: Headers) => void = () => {},
    ): Promise<Response> {
      const known = find(key, usableFor)
      if (known) {
        if (Date.now() - known.at > freshFor) void fill(key, make, prepare).catch(() => {})
        return give(known, request)
      }
      const made = await fill(key, make, prepare)
      if (!(made instanceof Response)) return give(made, request)
      return made.bodyUsed ? make() : made
    },
  }
}

async function render(
  version: number,
  make: () => Promise<Response>,
  prepare: (body: Buffer, headers: Headers) => void,
): Promise<Entry | Response> {
  const at = Date.now()
  const response = await make()
  const isKept = (response.status === 200 || response.status === 404) && !response.headers.has("set-cookie")
  if (!isKept || !response.body) return response
  const body = Buffer.from(await response.arrayBuffer())
  prepare(body, response.headers)
  const etag = response.headers.get("etag") ?? `"${digest(body)}"`
  const headers: Record<string, string> = { etag }
  response.headers.forEach((value, name) => {
    if (name !== "content-length") headers[name] = value
  })
  headers.vary ??= "Accept-Encoding, Cookie, Accept-Language"
  const compressed =
    body.length < worthCompressing
      ? {}
      : await Promise.all([
          brotli(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
          gzip(body, { level: 6 }),
        ]).then(([br, gz]) => ({ br, gzip: gz }))
  return { version, at, status: response.status, headers, body, compressed, etag }
}

function give(entry: Entry, request: Wanted): Response {
  if (entry.status === 200 && matches(request.ifNoneMatch, entry.etag)) {
    const { "content-type": _type, ...headers } = entry.headers
    return new Response(null, { status: 304, headers })
  }
  const encoding = chooseEncoding(request.acceptEncoding, entry.compressed)
  const body = encoding ? (entry.compressed[encoding] as Buffer) : entry.body
  return new Response(body as unknown as BodyInit, {
    status: entry.status,
    headers: {
      ...entry.headers,
      ...(encoding ? { "content-encoding": encoding } : {}),
      "content-length": String(body.length),
    },
  })
}

function chooseEncoding(header: string | undefined, compressed: Entry["compressed"]) {
  if (!header) return undefined
  const accepts = (name: string) =>
    new RegExp(`(^|[,\\s])${name}\\s*(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))(;|,|$)`, "i").test(header)
  if (compressed.br && accepts("br")) return "br"
  return compressed.gzip && accepts("gzip") ? "gzip" : undefined
}
