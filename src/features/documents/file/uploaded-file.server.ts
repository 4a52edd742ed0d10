import { open } from "node:fs/promises"
import type { FileSource } from "#storage/storage.ts"
import { isSoundOrFilm, headLength, kindOf, type FileKind } from "./file-kinds.ts"

/** A complete file on this machine's disk, with its original name. The code that put it there removes it. */
export type FileOnDisk = { path: string; name: string; size: number }
/** The file of a new document: small and in memory if it came with a form, or of any size on disk. */
export type UploadedFile = File | FileOnDisk

/**
 * Recognises a file by its first and last bytes; undefined for an unsupported file, `film` for a sound or film that is not
 * accepted.
 */
export async function kindOfFile(file: UploadedFile): Promise<FileKind | "film" | undefined> {
  const start = await piece(file, 0, headLength)
  const end = await piece(file, Math.max(0, file.size - headLength), file.size)
  return kindOf(start, end) ?? (isSoundOrFilm(start) ? "film" : undefined)
}

/** Returns a file in the form a storage takes; a file from a form is in memory already. */
export async function sourceOf(file: UploadedFile): Promise<FileSource> {
  return file instanceof File ? new Uint8Array(await file.arrayBuffer()) : { path: file.path }
}

/** Reads a range of bytes, as far as the file reaches. */
async function piece(file: UploadedFile, from: number, to: number): Promise<Uint8Array> {
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
