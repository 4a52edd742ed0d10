import { InvalidFields, Refusal } from "#lib/refusal.ts"
import type { Storage } from "#storage/storage.ts"
import { headLength, kindOf } from "../file-kinds.ts"
import { makeFace } from "../image.server.ts"
import { faceWidths } from "./face.ts"

/** Less (pixels) is no face, but a point that counts readers. */
const smallest = 16

/**
 * Stores the face of somebody elsewhere, drawn anew from what their server sent. Returns its key; `refused` for what is no
 * image that can be drawn, `later` when too many others wait to be drawn.
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
