import type { ReadableStream } from "node:stream/web"
import type { Config } from "#config/config.ts"
import type { S3Settings } from "#config/s3-settings.ts"
import { combinedStorage } from "./combined.ts"
import { diskStorage } from "./disk.ts"
import { s3Storage } from "./s3.ts"

/** First and last byte, both included. */
export type ByteRange = { first: number; last: number }
export type OpenFile = {
  size: number
  /** Streams the bytes, all of them or a range, as they are read. */
  stream(range?: ByteRange): ReadableStream<Uint8Array>
}
/**
 * The source of a stored file: bytes, or a file on this machine's disk, which is never read into memory. That file stays where it
 * is and is removed by the caller; it must not be changed any more, since the stored file may be a hard link to it.
 */
export type FileSource = Uint8Array | { path: string }
export type FileSet = Readonly<Record<string, FileSource>>

/**
 * Stores files in sets of named files, each set under an unguessable key. A set never changes, so its addresses can be cached for
 * ever; anything derived from a file later is a new set under a new key. With an object store, every method refuses
 * `storage_unavailable` while the store is down.
 */
export type Storage = {
  /**
   * Stores a set, all of it or nothing, and returns its key once it would survive a power cut. Refuses `storage_full`.
   * @param key of a set that is moved here from another place; a new key otherwise
   */
  keep(files: FileSet, key?: string): Promise<string>
  /** Opens a file; undefined when there is none. */
  open(key: string, name: string): Promise<OpenFile | undefined>
  /**
   * Runs some work on a file that must be on disk, for programs that read nothing else. The path is that of the file itself or of
   * a temporary copy, so it may only be read, and only until the work ends. Returns undefined when there is no such file.
   */
  onDisk<Result>(key: string, name: string, work: (path: string) => Promise<Result>): Promise<Result | undefined>
  /** Lists the names and sizes (bytes) of a set; empty when it does not exist. */
  list(key: string): Promise<{ name: string; size: number }[]>
  /** Removes a set; does nothing when it is gone already. */
  remove(key: string): Promise<void>
  /** Lists the keys of the sets older than `age` milliseconds, and removes unfinished sets on the way. */
  olderThan(age: number): AsyncIterable<string>
}

/** The part of the configuration about storage. */
export type StorageSettings = Pick<Config, "dataDir" | "storage" | "s3">

const opened = new WeakMap<S3Settings, Storage>()

/**
 * Returns the storage of this instance: its own disk (DATA_DIR/media) or an object store. When an object store is configured,
 * files in the other place are found too, because they may be moved while the site is running (moving.ts).
 */
export function storageOf({ dataDir, storage, s3 }: StorageSettings): Storage {
  const known = s3 && opened.get(s3)
  if (known) return known
  const { disk, store } = placesOf({ dataDir, s3 })
  if (!s3 || !store) return disk
  const both = combinedStorage(storage === "disk" ? disk : store, disk, store)
  opened.set(s3, both)
  return both
}

/** Returns the two places themselves; the object store only when one is configured. */
export function placesOf({ dataDir, s3 }: Pick<StorageSettings, "dataDir" | "s3">): {
  disk: Storage
  store: Storage | undefined
} {
  return { disk: diskStorage(dataDir), store: s3 && s3Storage(s3, dataDir) }
}
