import { createReadStream, createWriteStream } from "node:fs"
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import type { S3Client } from "@aws-sdk/client-s3"
import type { S3Settings } from "#config/s3-settings.ts"
import { Refusal, refuse } from "#lib/refusal.ts"
import { isFull as isDiskFull, sizeOf } from "./file-source.ts"
import { isKey, isName, newKey } from "./keys.ts"
import type { ByteRange, FileSource, Storage } from "./storage.ts"

type Sdk = typeof import("@aws-sdk/client-s3")

/** Longest waits in milliseconds: for a connection, for the start of an answer, and for a connection without traffic. */
const usualPatience = { connect: 3_000, answer: 8_000, still: 15_000 }
/** Slowest upload in bytes per millisecond; a slower one is aborted, because somebody is waiting. */
const slowest = 500
const tries = 3
/** Seconds after which to try again. */
const retryAfter = 30

/**
 * Stores files in a bucket of any S3-compatible store. A set is what lies under `{prefix}media/ab/abcdef…/`. Refuses
 * `storage_unavailable`, within the time limits, when the store is down, slow, or denies access.
 * @param dataDir holds copies of files while a program reads them
 */
export function s3Storage(settings: S3Settings, dataDir: string, patience = usualPatience): Storage {
  const folderOf = (key: string) => `${settings.prefix}media/${key.slice(0, 2)}/${key}/`
  const copies = join(dataDir, "work")
  const Bucket = settings.bucket
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | undefined
  /** Created on first use, since most instances do not need it. */
  const open = () =>
    (opened ??= import("@aws-sdk/client-s3").then((sdk) => ({ sdk, client: clientOf(sdk, settings, patience) })))

  /** Sends one request, which must start to be answered in time. */
  const ask = async <Answer>(work: (sdk: Sdk, client: S3Client, signal: AbortSignal) => Promise<Answer>) => {
    const { sdk, client } = await open()
    return work(sdk, client, AbortSignal.timeout(patience.answer))
  }

  async function sizeOfObject(Key: string): Promise<number | undefined> {
    try {
      const { ContentLength = 0 } = await ask((sdk, client, abortSignal) =>
        client.send(new sdk.HeadObjectCommand({ Bucket, Key }), { abortSignal }),
      )
      return ContentLength
    } catch (error) {
      return isMissing(error) ? undefined : away(error)
    }
  }

  async function put(Key: string, source: FileSource): Promise<void> {
    const size = await sizeOf(source)
    const { sdk, client } = await open()
    for (let attempt = 1; ; attempt++) {
      const Body = source instanceof Uint8Array ? source : createReadStream(source.path)
      const abortSignal = AbortSignal.timeout(patience.answer + Math.ceil(size / slowest))
      try {
        await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentLength: size }), { abortSignal })
        return
      } catch (error) {
        if (isFull(error)) refuse("storage_full")
        // Streams are retried here, because the client cannot restart a stream.
        if (source instanceof Uint8Array || attempt === tries || !isPassing(error) || abortSignal.aborted) away(error)
      } finally {
        if (Body instanceof Readable) Body.destroy()
      }
    }
  }

  async function* objects(Prefix: string): AsyncIterable<{ path: string; size: number; at: number }> {
    for (let ContinuationToken: string | undefined, isMore = true; isMore;) {
      const page = await ask((sdk, client, abortSignal) =>
        client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }), { abortSignal }),
      ).catch(away)
      for (const { Key = "", Size = 0, LastModified } of page.Contents ?? [])
        yield { path: Key, size: Size, at: LastModified?.getTime() ?? Date.now() }
      ContinuationToken = page.NextContinuationToken
      isMore = page.IsTruncated === true && ContinuationToken !== undefined
    }
  }

  async function removeObjects(key: string): Promise<void> {
    for await (const { path: Key } of objects(folderOf(key)))
      await ask((sdk, client, abortSignal) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal }),
      ).catch(away)
  }

  const storage: Storage = {
    async keep(files, key = newKey()) {
      try {
        for (const [name, source] of Object.entries(files)) {
          if (!isName(name)) throw new Error(`no name for a file: ${name}`)
          await put(`${folderOf(key)}${name}`, source)
        }
        return key
      } catch (error) {
        // What cannot be removed now is swept up later, since no row refers to it.
        await removeObjects(key).catch(() => {})
        throw error
      }
    },

    async open(key, name) {
      const size = isKey(key) && isName(name) ? await sizeOfObject(`${folderOf(key)}${name}`) : undefined
      if (size === undefined) return undefined
      return { size, stream: (range) => streamOf(`${folderOf(key)}${name}`, range) }
    },

    async onDisk(key, name, work) {
      const file = await storage.open(key, name)
      if (!file) return undefined
      await mkdir(copies, { recursive: true })
      const folder = await mkdtemp(join(copies, "file-"))
      try {
        const path = join(folder, name)
        await pipeline(Readable.fromWeb(file.stream()), createWriteStream(path, { mode: 0o640 })).catch((error) => {
          if (isDiskFull(error)) refuse("storage_full")
          throw error
        })
        return await work(path)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    async list(key) {
      const found: { name: string; size: number }[] = []
      if (!isKey(key)) return found
      const folder = folderOf(key)
      for await (const { path, size } of objects(folder)) found.push({ name: path.slice(folder.length), size })
      return found
    },

    async remove(key) {
      if (isKey(key)) await removeObjects(key)
    },

    async *olderThan(age) {
      const before = Date.now() - age
      for (const name of await readdir(copies).catch(() => [])) {
        const path = join(copies, name)
        if (((await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity) < before)
          await rm(path, { recursive: true, force: true })
      }
      const root = `${settings.prefix}media/`
      // Objects are listed in order of names, so those of a set are consecutive.
      let set: { key: string; at: number } | undefined
      for await (const { path, at } of objects(root)) {
        const [, key = ""] = path.slice(root.length).split("/")
        if (!isKey(key)) continue
        if (set?.key === key) set.at = Math.max(set.at, at)
        else {
          if (set && set.at < before) yield set.key
          set = { key, at }
        }
      }
      if (set && set.at < before) yield set.key
    },
  }

  /** Streams an object: requested when the first bytes are read, and aborted when the reader stops. */
  function streamOf(Key: string, range: ByteRange | undefined): ReadableStream<Uint8Array> {
    async function* bytes() {
      const giveUp = new AbortController()
      const late = setTimeout(() => giveUp.abort(), patience.answer)
      try {
        const { sdk, client } = await open()
        const Range = range && `bytes=${range.first}-${range.last}`
        const { Body, ContentLength } = await client.send(new sdk.GetObjectCommand({ Bucket, Key, Range }), {
          abortSignal: giveUp.signal,
        })
        clearTimeout(late)
        // The wrong bytes would be taken for the requested ones.
        if (range && ContentLength !== range.last - range.first + 1) throw new Error("the store sent another range")
        yield* Body as Readable
      } catch (error) {
        away(error)
      } finally {
        clearTimeout(late)
        giveUp.abort()
      }
    }
    return Readable.toWeb(Readable.from(bytes(), { objectMode: false })) as ReadableStream<Uint8Array>
  }

  return storage
}

function clientOf(
  sdk: Sdk,
  { endpoint, region, keyId, secret, pathStyle }: S3Settings,
  patience: typeof usualPatience,
): S3Client {
  return new sdk.S3Client({
    ...(endpoint ? { endpoint } : {}),
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    forcePathStyle: pathStyle,
    maxAttempts: tries,
    // Errors are thrown, and logged where they are caught.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    // Only some stores support the newer checksums in trailers.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: patience.connect,
      socketTimeout: patience.still,
      httpAgent: { maxSockets: 64, keepAlive: true },
      httpsAgent: { maxSockets: 64, keepAlive: true },
    },
  })
}

type StoreError = { name?: string; $metadata?: { httpStatusCode?: number } }

function isMissing(error: unknown) {
  const { name, $metadata } = error as StoreError
  return name === "NotFound" || name === "NoSuchKey" || $metadata?.httpStatusCode === 404
}

function isFull(error: unknown) {
  const { name, $metadata } = error as StoreError
  return $metadata?.httpStatusCode === 507 || /StorageFull|QuotaExceeded/.test(name ?? "")
}

/** Returns whether another try may succeed. */
function isPassing(error: unknown) {
  const status = (error as StoreError).$metadata?.httpStatusCode
  return status === undefined || status >= 500 || status === 429
}

function away(error: unknown): never {
  if (error instanceof Refusal) throw error
  throw new Refusal("storage_unavailable", retryAfter, error)
}
