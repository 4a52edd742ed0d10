import { promisify } from "node:util"
import zlib from "node:zlib"
import { LRUCache } from "lru-cache"
import { isUnavailable } from "#db/unavailable.ts"
import { frozen } from "#lib/frozen.ts"
import { varyHeader } from "../requested-language.ts"
import type { ContentVersion } from "./content-version.ts"
import { digest, matchesTag } from "../answers.ts"
import { accepts } from "../files/compression.ts"
import { wholeBody } from "./whole-body.ts"

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const compressors = {
  br: (body: Buffer) => brotli(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => gzip(body, { level: 6 }),
}

type Entry = {
  version: number
  at: number
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Filled on request: most browsers ask for one encoding, programs often for none. */
  compressed: { [Name in Encoding]?: Promise<Buffer> }
  ready: { [Name in Encoding]?: Buffer }
  etag: string
  value?: unknown
}

type Encoding = "br" | "gzip"

/** Runs work once its turn has come. */
type InTurn = <Made>(work: () => Promise<Made>) => Promise<Made>

/** The part of a Response that a page reads; `json` returns the same frozen object to every caller. */
export type CachedAnswer = Pick<Response, "ok" | "status" | "statusText" | "headers" | "text" | "json">

/** The request headers that decide which form of an answer is sent. */
export type RequestedForm = { acceptEncoding: string | undefined; ifNoneMatch: string | undefined }

/** Largest age in milliseconds of answers that only the clock changes; what people change is shown at once. */
const freshFor = 2_000
const usableFor = 3_000
/** Largest age of an answer that a page is made of, since the page may itself be served from the cache afterwards. */
const readableFor = 1_500
/**
 * Largest age while the database is down, half a day so that an evening's agenda outlasts it; and the wait before the next try.
 */
const enduresFor = 12 * 3_600_000
const askedAgainAfter = 1_000
const worthCompressing = 1_000
/** Bytes of an entry beside its body: headers, tag and the like. */
const besideBody = 2_000

/**
 * Caches whole answers for visitors without a session, each compressed once. An answer made before the last change of anything
 * public is never served again. One render serves everyone who waits for it. While the database is down, answers made since the
 * last known change are still served. The cache is limited in bytes, over every encoding requested, and removes what is too old
 * to be served.
 */
export function answerCache(content: ContentVersion, bytes = 64 * 1024 * 1024) {
  const entries = new LRUCache<string, Entry>({
    maxSize: bytes,
    sizeCalculation: sizeOf,
    ttl: enduresFor,
    ttlResolution: 0,
    perf: Date,
  })
  const flying = new Map<string, Promise<Entry | Response>>()
  /** Answers that cannot be cached and were handed to the first of those who waited: their body can be read only once. */
  const taken = new WeakSet<Response>()
  /** When the database was last found to be down; undefined while it answers. */
  let awayAt: number | undefined

  const enduring = (key: string) => {
    const entry = entries.get(key)
    return entry && entry.version >= content.known ? entry : undefined
  }
  const away = (key: string) => {
    awayAt = Date.now()
    return enduring(key)
  }

  const fill = (key: string, make: () => Promise<Response>, prepare: (body: Buffer, headers: Headers) => void) => {
    // A change during the render makes the result stale, so it is stored under the version that was current at the start.
    const version = content.current
    const flight = `${version} ${key}`
    let promise = flying.get(flight)
    if (!promise) {
      promise = render(version, make, prepare)
        .then(async (made) => {
          if (made instanceof Response && made.status === 503) return away(key) ?? made
          awayAt = undefined
          if (made instanceof Response) return made
          // Compressed before it replaces the former answer, whose readers then need not wait for the encodings in use.
          await Promise.all(asked(entries.get(key)).map((encoding) => compress(made, encoding)))
          entries.set(key, made)
          return made
        })
        .catch((error: unknown) => {
          const former = isUnavailable(error) ? away(key) : undefined
          if (!former) throw error
          return former
        })
        .finally(() => flying.delete(flight))
      flying.set(flight, promise)
    }
    return promise
  }

  // An answer that cannot be cached was made for the first who asked: a 304, a rate limit, a streamed body.
  const take = (made: Response, make: () => Promise<Response>) => {
    if (taken.has(made) || made.bodyUsed) return make()
    taken.add(made)
    return made
  }

  const send = async (key: string, entry: Entry, request: RequestedForm): Promise<Response> => {
    const encoding = chooseEncoding(request.acceptEncoding, entry)
    if (encoding && !entry.ready[encoding]) {
      await compress(entry, encoding)
      // The entry has grown since it was stored, and the cache measures an entry only when it is set.
      if (entries.peek(key) === entry) {
        entries.delete(key)
        entries.set(key, entry, { start: entry.at })
      }
    }
    return give(entry, request, encoding)
  }

  const find = (key: string, youngerThan: number) => {
    const entry = entries.get(key)
    if (!entry || entry.version !== content.current) return undefined
    return Date.now() - entry.at < youngerThan ? entry : undefined
  }

  return {
    /** Returns the number of answers, and their bytes in every encoding. */
    held() {
      entries.purgeStale()
      return { entries: entries.size, bytes: entries.calculatedSize }
    },

    /** Returns the answer if it is cached, fresh and compressed, without waiting. `more` are headers of this request alone. */
    now(key: string, request: RequestedForm, more: Record<string, string> = {}): Response | undefined {
      const isAway = awayAt !== undefined && Date.now() - awayAt < askedAgainAfter
      const entry = isAway ? enduring(key) : find(key, freshFor)
      if (!entry) return undefined
      const encoding = chooseEncoding(request.acceptEncoding, entry)
      if (encoding && !entry.ready[encoding]) return undefined
      return give(entry, request, encoding, more)
    },

    /**
     * Returns the cached answer, or makes it.
     * @param prepare adds the headers that depend on the body
     * @param inTurn runs what has to wait for its turn, such as that of a network. What everybody waits for begins only then: in
     * the line of a network that floods the site it would delay all others
     */
    async answer(
      key: string,
      request: RequestedForm,
      make: () => Promise<Response>,
      prepare: (body: Buffer, headers: Headers) => void = () => {},
      inTurn: InTurn = (work) => work(),
    ): Promise<Response> {
      const usable = () => (awayAt === undefined ? find(key, usableFor) : enduring(key))
      const found = usable()
      if (found) {
        if (Date.now() - found.at > freshFor) void inTurn(() => fill(key, make, prepare)).catch(() => {})
        return send(key, found, request)
      }
      // Waiting for what is being made already needs no turn.
      const begun = flying.get(`${content.current} ${key}`)
      if (begun) {
        const made = await begun
        if (!(made instanceof Response)) return send(key, made, request)
      }
      return inTurn(async () => {
        // Somebody else may have made it while this request waited.
        const made = usable() ?? (await fill(key, make, prepare))
        return made instanceof Response ? take(made, make) : send(key, made, request)
      })
    },

    /**
     * Reads an answer in this process, for a page made of several answers: without compression, and only if it is quite fresh.
     */
    async read(
      key: string,
      make: () => Promise<Response>,
      prepare: (body: Buffer, headers: Headers) => void,
    ): Promise<CachedAnswer> {
      const found = find(key, readableFor) ?? (await fill(key, make, prepare))
      if (!(found instanceof Response)) return opened(found)
      return take(found, make)
    },
  }
}

/** Estimates an entry's bytes in memory: parsed JSON takes some three times the length of its text. */
function sizeOf({ body, ready, headers }: Entry, key: string) {
  const encoded = (ready.br?.length ?? 0) + (ready.gzip?.length ?? 0)
  const whole = headers["content-type"]?.includes("json") ? body.length * 4 : body.length
  return whole + encoded + key.length * 2 + besideBody
}

async function render(
  version: number,
  make: () => Promise<Response>,
  prepare: (body: Buffer, headers: Headers) => void,
): Promise<Entry | Response> {
  const at = Date.now()
  const response = await make()
  const isKept = (response.status === 200 || response.status === 404) && !response.headers.has("set-cookie")
  const body = isKept && (await wholeBody(response))
  if (!body) return response
  prepare(body, response.headers)
  const etag = response.headers.get("etag") ?? `"${digest(body)}"`
  const headers: Record<string, string> = { etag }
  response.headers.forEach((value, name) => {
    if (name !== "content-length") headers[name] = value
  })
  headers.vary ??= varyHeader
  return { version, at, status: response.status, headers, body, compressed: {}, ready: {}, etag }
}

/** Compresses an answer once. */
async function compress(entry: Entry, encoding: Encoding): Promise<void> {
  entry.ready[encoding] = await (entry.compressed[encoding] ??= compressors[encoding](entry.body))
}

function asked(entry: Entry | undefined) {
  return Object.keys(entry?.ready ?? {}) as Encoding[]
}

function give(entry: Entry, request: RequestedForm, encoding: Encoding | undefined, more: Record<string, string> = {}) {
  if (entry.status === 200 && matchesTag(request.ifNoneMatch, entry.etag)) {
    const { "content-type": _type, ...headers } = entry.headers
    return new Response(null, { status: 304, headers: { ...headers, ...more } })
  }
  const body = (encoding && entry.ready[encoding]) || entry.body
  return new Response(body as unknown as BodyInit, {
    status: entry.status,
    headers: {
      ...entry.headers,
      ...more,
      ...(encoding ? { "content-encoding": encoding } : {}),
      "content-length": String(body.length),
    },
  })
}

function opened(entry: Entry): CachedAnswer {
  const { status, body, headers } = entry
  return {
    ok: status === 200,
    status,
    statusText: "",
    headers: new Headers(headers),
    text: async () => body.toString("utf8"),
    json: async () => (entry.value ??= frozen(JSON.parse(body.toString("utf8")))),
  }
}

function chooseEncoding(header: string | undefined, { body }: Entry): Encoding | undefined {
  if (!header || body.length < worthCompressing) return undefined
  if (accepts(header, "br")) return "br"
  return accepts(header, "gzip") ? "gzip" : undefined
}
