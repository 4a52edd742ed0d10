import { open } from "node:fs/promises"
import type { IAudioMetadata, IOptions } from "music-metadata"
import type { UploadedFile } from "../uploaded-file.server.ts"

/** The tags of a sound that are used; others are never stored. */
export type Tags = { title?: string; artist?: string; album?: string; duration?: number; hasPictures: boolean }

/** Largest tag block in bytes before a sound; a larger one contains something else. */
const longestTags = 16 * 1024 * 1024
const longestRead = 10_000

/**
 * Reads the tags of a sound, with its duration if stated; undefined when it is not a readable sound. Limited in time and memory:
 * long parts are skipped.
 */
export async function readTags(file: UploadedFile, mime: string): Promise<Tags | undefined> {
  const read = await parsed(file, mime, { duration: false, skipCovers: true, skipPostHeaders: true })
  if (!read || read.format.hasAudio === false || !read.format.codec) return undefined
  const { common, format } = read
  const duration = format.duration && Number.isFinite(format.duration) ? { duration: format.duration } : {}
  return {
    ...line("title", common.title),
    ...line("artist", common.artist),
    ...line("album", common.album),
    ...duration,
    hasPictures: format.hasVideo === true,
  }
}

/** Returns the duration of a sound in seconds; reads it to its end if the duration is not stated. */
export async function durationOf(path: string, size: number, mime: string): Promise<number | undefined> {
  const read = await parsed({ path, name: "", size }, mime, { duration: true, skipCovers: true }, 120_000)
  return read?.format.duration
}

/** Returns the picture in a sound's tags, if there is one. */
export async function coverOf(path: string, size: number, mime: string): Promise<Uint8Array | undefined> {
  const read = await parsed({ path, name: "", size }, mime, { duration: false, skipPostHeaders: true })
  const picture = read?.common.picture?.find(({ type }) => type === "Cover (front)") ?? read?.common.picture?.[0]
  return picture?.data
}

async function parsed(
  file: UploadedFile,
  mime: string,
  options: IOptions,
  most = longestRead,
): Promise<IAudioMetadata | undefined> {
  if ((await sizeOfTags(file)) > longestTags) return undefined
  const { parseFile, parseBuffer } = await import("music-metadata")
  const reading =
    file instanceof File
      ? parseBuffer(new Uint8Array(await file.arrayBuffer()), { mimeType: mime, size: file.size }, options)
      : parseFile(file.path, options)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), most)
  })
  return Promise.race([reading.catch(() => undefined), late]).finally(() => clearTimeout(timer))
}

/** Returns the size in bytes of the ID3 tags before a sound, which they state themselves. */
async function sizeOfTags(file: UploadedFile): Promise<number> {
  const bytes = new Uint8Array(10)
  if (file instanceof File) bytes.set(new Uint8Array(await file.slice(0, 10).arrayBuffer()))
  else {
    const handle = await open(file.path)
    await handle.read(bytes, 0, 10, 0).finally(() => handle.close())
  }
  if (String.fromCharCode(...bytes.subarray(0, 3)) !== "ID3") return 0
  return bytes.subarray(6, 10).reduce((sum, one) => sum * 128 + (one & 0x7f), 0)
}

/** Repairs UTF-8 that was read as Latin-1; many programs write it in violation of their format. */
function mended(value: string | undefined): string | undefined {
  if (value === undefined || !/[\u0080-\u00ff]/.test(value) || /[^\0-\u00ff]/.test(value)) return value
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "latin1"))
  } catch {
    return value
  }
}

function line<Name extends string>(name: Name, value: string | undefined): { [Key in Name]?: string } {
  const words = mended(value)
    ?.toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 300)
  return (words ? { [name]: words } : {}) as { [Key in Name]?: string }
}
