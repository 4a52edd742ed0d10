import type { ReadableStream } from "node:stream/web"
import { diskStorage } from "./disk.ts"

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
 * addresses can be cached for ever: what is made of a file later is a set of its own, with a key of its own.
 */
export type Storage = {
  /** Keeps a set, all of it or nothing, and returns its key once it would outlive a power cut. Refuses `storage_full`. */
  keep(files: FileSet): Promise<string>
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

/** The files of this instance: on its own disk, in DATA_DIR/media. */
export function storageOf({ dataDir }: { dataDir: string }): Storage {
  return diskStorage(dataDir)
}
