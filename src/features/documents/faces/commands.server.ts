import { InvalidFields, Refusal } from "#lib/refusal.ts"
import type { Storage } from "#storage/storage.ts"
import { headLength, kindOf } from "../file/file-kinds.ts"
import { makeFace } from "../image/image.server.ts"
import { faceWidths } from "./face.ts"

/** Smallest side in pixels: a smaller image is a tracking pixel, not an avatar. */
const smallest = 16

/**
 * Stores the avatar of a remote account, drawn again from what its server sent. Returns its key; `refused` for a file that is not
 * a readable image, `later` when too many images wait to be drawn.
 */
export async function storeFace(storage: Storage, bytes: Uint8Array): Promise<{ key: string } | "refused" | "later"> {
  const kind = kindOf(bytes.subarray(0, headLength), bytes.subarray(Math.max(0, bytes.length - headLength)))
  if (kind?.type !== "Image") return "refused"
  try {
    return { key: await storage.keep(await makeFace(bytes, faceWidths, smallest)) }
  } catch (error) {
    if (error instanceof InvalidFields) return "refused"
    if (error instanceof Refusal && error.code === "busy") return "later"
    throw error
  }
}
