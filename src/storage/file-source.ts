import { stat } from "node:fs/promises"
import type { FileSource } from "./storage.ts"

/** Bytes. */
export async function sizeOf(source: FileSource): Promise<number> {
  return source instanceof Uint8Array ? source.length : (await stat(source.path)).size
}
