import { stat } from "node:fs/promises"
import type { FileSource } from "./storage.ts"

/** Bytes. */
export async function sizeOf(source: FileSource): Promise<number> {
  return source instanceof Uint8Array ? source.length : (await stat(source.path)).size
}

/** Is there no room left on the disk, or for whoever writes? */
export function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "EFBIG"].includes(String((error as NodeJS.ErrnoException).code))
}
