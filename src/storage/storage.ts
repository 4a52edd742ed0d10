import type { ReadableStream } from "node:stream/web"
import { diskStorage } from "./disk.ts"

/** From the first to the last byte, both included. */
export type ByteRange = { first: number; last: number }
export type OpenFile = {
  size: number
  /** The bytes, all of them or a part; read as they are wanted. */
  stream(range?: ByteRange): ReadableStream<Uint8Array>
}
export type FileSet = Readonly<Record<string, Uint8Array>>

/**
 * Where files are kept: sets of named files, each under a key that says what is in it and that nobody can guess. A set
 * never changes, so its addresses can be cached for ever.
 */
export type Storage = {
  /** Keeps a set, all of it or nothing, and returns its key once it would outlive a power cut. Refuses `storage_full`. */
  keep(files: FileSet): Promise<string>
  /** Opens a file; undefined when there is none. */
  open(key: string, name: string): Promise<OpenFile | undefined>
  /** The names and sizes (bytes) of a set; empty when it is gone. */
  list(key: string): Promise<{ name: string; size: number }[]>
  /** Removes a set; one that is gone already is fine. */
  remove(key: string): Promise<void>
  /** The keys of the sets that are older than so many milliseconds. What was left half done is removed on the way. */
  olderThan(age: number): AsyncIterable<string>
}

/** The files of this instance: on its own disk, in DATA_DIR/media. */
export function storageOf({ dataDir }: { dataDir: string }): Storage {
  return diskStorage(dataDir)
}
