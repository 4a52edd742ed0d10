import { stat } from "node:fs/promises"
import type { FileSource } from "./storage.ts"

/** Returns the size of a source in bytes. */
export async function sizeOf(source: FileSource): Promise<number> {
  return source instanceof Uint8Array ? source.length : (await stat(source.path)).size
}

/** Returns whether an error means that the disk or the user's quota is full. */
export function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "EFBIG"].includes(String((error as NodeJS.ErrnoException | undefined)?.code))
}
