import { availableParallelism } from "node:os"
import type { ResizeOptions, Sharp } from "sharp"
import { Refusal, refuseFields } from "#lib/refusal.ts"
import type { FileSource } from "#storage/storage.ts"

/** The stored widths in pixels, as far as an image is that wide. */
const widths = [320, 640, 1280, 2048]
const highest = 4096
/** Larger images are attacks rather than photographs, and are refused before they are decoded. */
const mostPixels = 64_000_000
const longestSide = 16_384
const longestSeconds = 20

/** One core stays free for other requests. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
const mostWaiting = 24

export type MadeImage = { files: Record<string, Uint8Array>; width: number; height: number; widths: number[] }

/**
 * Draws an image again: upright, in sRGB, uncropped, and without embedded data (position, camera, thumbnails, hidden content).
 * Makes WebP files such as `1280.webp`, and a JPEG of the largest width for readers without WebP; why no AVIF:
 * docs/decisions/0044. Refuses by the field `file`; `busy` when too many wait.
 * @param options.widest largest width in pixels; wider images are reduced
 */
export async function makeImage(source: FileSource, { widest = 2048 } = {}): Promise<MadeImage> {
  const given = source instanceof Uint8Array ? source : source.path
  return inTurn(async () => {
    const size = { width: widest, height: highest, fit: "inside", withoutEnlargement: true } as const
    const { drawn, info } = await decoded(given, size)
    const kept = [...widths.filter((one) => one < info.width), info.width]
    const files: Record<string, Uint8Array> = {}
    for (const one of kept) {
      const sized: Sharp = one === info.width ? drawn() : drawn().resize({ width: one })
      files[`${one}.webp`] = await sized.webp({ quality: 80, alphaQuality: 90 }).toBuffer()
    }
    files[`${info.width}.jpg`] = await drawn()
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer()
    return { files, width: info.width, height: info.height, widths: kept }
  })
}

/**
 * Draws an avatar again, like makeImage: a square of its middle as `96.webp` and so on, whatever its size. Refuses by the field
 * `file` a file that is no image or is smaller than `smallest` (pixels); `busy` when too many wait.
 */
export async function makeFace(source: Uint8Array, widthsOfIt: readonly number[], smallest: number) {
  return inTurn(async () => {
    const widest = Math.max(...widthsOfIt)
    const { drawn, told } = await decoded(source, { width: widest, height: widest, fit: "cover" })
    if (Math.min(told.width, told.height) < smallest) refuseFields({ file: ["errors.image_broken"] })
    const files: Record<string, Uint8Array> = {}
    for (const one of widthsOfIt)
      files[`${one}.webp`] = await drawn().resize({ width: one }).webp({ quality: 80, alphaQuality: 90 }).toBuffer()
    return files
  })
}

/** Decodes the pixels of an image in the wanted size, without its metadata. */
async function decoded(given: Uint8Array | string, size: ResizeOptions) {
  const { default: sharp } = await import("sharp")
  sharp.concurrency(1)
  sharp.cache(false)
  const options = { limitInputPixels: mostPixels, failOn: "error", sequentialRead: true, pages: 1 } as const
  const { width = 0, height = 0 } = await sharp(given, { limitInputPixels: false }).metadata().catch(unreadable)
  if (width * height > mostPixels || Math.max(width, height) > longestSide) {
    refuseFields({ file: ["errors.image_too_large"] })
  }
  const { data, info } = await sharp(given, options)
    .rotate()
    .resize(size)
    .toColourspace("srgb")
    .timeout({ seconds: longestSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return { drawn: () => sharp(data, { raw }), info, told: { width, height } }
}

function unreadable(error: unknown): never {
  if (error instanceof Refusal) throw error
  return refuseFields({ file: ["errors.image_broken"] })
}

let running = 0
const waiting: (() => void)[] = []

/** Runs a few tasks at once and the others in order; refuses at once when the queue is full. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw new Refusal("busy", 10)
    await new Promise<void>((go) => waiting.push(go))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}
