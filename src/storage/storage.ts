import type { ReadableStream } from "node:stream/web"
import type { Config } from "#config/config.ts"
import type { S3Settings } from "#config/s3-settings.ts"
import { bothStorages } from "./both.ts"
import { diskStorage } from "./disk.ts"
import { s3Storage } from "./s3.ts"

/** From the first to the last byte, both included. */
export type ByteRange = { first: number; last: number }
export type OpenFile = {
  size: number
  /** The bytes, all of them or a part; read as they are wanted. */
  stream(range?: ByteRange): ReadableStream<Uint8Array>
}
/**
 * What becomes a stored file: bytes, or a file that lies on this machine's disk. That one is never read into memory. It
 * is left where it lies, for whoever brought it to remove; it must not be written to any more, since what is stored may
 * be the same file under a second name.
 */
export type FileSource = Uint8Array | { path: string }
export type FileSet = Readonly<Record<string, FileSource>>

/**
 * Where files are stored: sets of named files, each under a key that nobody can guess. A set never changes, so its
 * addresses can be cached for ever: what is made of a file later is a set of its own, with a key of its own. Where the
 * place is an object store, everything refuses `storage_unavailable` while that is away.
 */
export type Storage = {
  /**
   * Keeps a set, all of it or nothing, and returns its key once it would outlive a power cut. Refuses `storage_full`.
   * @param key of a set that comes from another place and is not here; a new one otherwise
   */
  keep(files: FileSet, key?: string): Promise<string>
  /** Opens a file; undefined when there is none. */
  open(key: string, name: string): Promise<OpenFile | undefined>
  /**
   * Does some work with a file that has to lie on disk, for programs that read nothing else: at the path of the file itself
   * or of a copy that is gone afterwards, so it is only to be read, and only until the work ends. Undefined when there is
   * no such file.
   */
  onDisk<Result>(key: string, name: string, work: (path: string) => Promise<Result>): Promise<Result | undefined>
  /** The names and sizes (bytes) of a set; empty when it is gone. */
  list(key: string): Promise<{ name: string; size: number }[]>
  /** Removes a set; one that is gone already is fine. */
  remove(key: string): Promise<void>
  /** The keys of the sets that are older than so many milliseconds. What was left half done is removed on the way. */
  olderThan(age: number): AsyncIterable<string>
}

/** What of the settings says where files are. */
export type StorageSettings = Pick<Config, "dataDir" | "storage" | "s3">

const opened = new WeakMap<S3Settings, Storage>()

/**
 * The files of this instance: on its own disk, in DATA_DIR/media, or in an object store. With an object store named, what
 * is in the other place is found too: files are brought from one to the other while the site goes on (moving.ts).
 */
export function storageOf({ dataDir, storage, s3 }: StorageSettings): Storage {
  const disk = diskStorage(dataDir)
  if (!s3) return disk
  const known = opened.get(s3)
  if (known) return known
  const store = s3Storage(s3, dataDir)
  const both = bothStorages(storage === "disk" ? disk : store, disk, store)
  opened.set(s3, both)
  return both
}
