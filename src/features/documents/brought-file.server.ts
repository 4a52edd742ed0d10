import { open } from "node:fs/promises"
import type { FileSource } from "#storage/storage.ts"
import { isSoundOrFilm, headLength, kindOf, type FileKind } from "./file-kinds.ts"

/** A file that arrived whole on this machine's disk, under the name that it came with. Whoever brought it removes it. */
export type FileOnDisk = { path: string; name: string; size: number }
/** What a document is made of: what came with a form, which is small and in memory, or lies on disk, however large. */
export type BroughtFile = File | FileOnDisk

/** What it is, by its first and its last bytes; undefined for what is not taken, `film` for a sound or a film of that. */
export async function kindOfFile(file: BroughtFile): Promise<FileKind | "film" | undefined> {
  const start = await piece(file, 0, headLength)
  const end = await piece(file, Math.max(0, file.size - headLength), file.size)
  return kindOf(start, end) ?? (isSoundOrFilm(start) ? "film" : undefined)
}

/** As a storage takes it: what came with a form is in memory already. */
export async function sourceOf(file: BroughtFile): Promise<FileSource> {
  return file instanceof File ? new Uint8Array(await file.arrayBuffer()) : { path: file.path }
}

/** The bytes from one to before another, as far as there are any. */
async function piece(file: BroughtFile, from: number, to: number): Promise<Uint8Array> {
  if (file instanceof File) return new Uint8Array(await file.slice(from, to).arrayBuffer())
  const handle = await open(file.path)
  try {
    const bytes = new Uint8Array(Math.max(0, Math.min(to, file.size) - from))
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from)
    return bytes.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
