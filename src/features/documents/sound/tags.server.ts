import { once } from "node:events"
import { open } from "node:fs/promises"
import { Refusal } from "#lib/refusal.ts"
import { threadsOf } from "#lib/threads.ts"
import { concurrencyLimit } from "#net/concurrency.ts"
import type { UploadedFile } from "../file/uploaded-file.server.ts"
import type { ReadSound, TagsTask } from "./tags.worker.ts"

/** The tags of a sound that are used; others are never stored. */
export type Tags = { title?: string; artist?: string; album?: string; duration?: number; hasPictures: boolean }

/** Largest tag block in bytes before a sound; a larger one contains something else. */
const longestTags = 16 * 1024 * 1024
/** Longest time (milliseconds) that reading may take, the start of the thread included. */
const longestRead = 10_000
const inLane = concurrencyLimit({ most: 2, mostOfHost: 2, mostWaiting: 24, mostWaitingOfHost: 24, patience: 30_000 })

/**
 * Reads the tags of a sound, with its duration if stated; undefined when it is not a readable sound. Limited in time and memory:
 * long parts are skipped.
 */
export async function readTags(file: UploadedFile, mime: string): Promise<Tags | undefined> {
  const read = await parsed(file, mime, { duration: false, skipCovers: true, skipPostHeaders: true })
  if (!read?.isSound) return undefined
  const duration = read.duration && Number.isFinite(read.duration) ? { duration: read.duration } : {}
  return {
    ...line("title", read.title),
    ...line("artist", read.artist),
    ...line("album", read.album),
    ...duration,
    hasPictures: read.hasPictures,
  }
}

/** Returns the duration of a sound in seconds; reads it to its end if the duration is not stated. */
export async function durationOf(path: string, size: number, mime: string): Promise<number | undefined> {
  const read = await parsed({ path, name: "", size }, mime, { duration: true, skipCovers: true }, 120_000)
  return read?.duration
}

/** Returns the picture in a sound's tags, if there is one. */
export async function coverOf(path: string, size: number, mime: string): Promise<Uint8Array | undefined> {
  const read = await parsed({ path, name: "", size }, mime, { duration: false, skipPostHeaders: true })
  return read?.cover
}

async function parsed(
  file: UploadedFile,
  mime: string,
  options: TagsTask["options"],
  most = longestRead,
): Promise<ReadSound | undefined> {
  if ((await sizeOfTags(file)) > longestTags) return undefined
  const given = file instanceof File ? { bytes: new Uint8Array(await file.arrayBuffer()) } : { path: file.path }
  const read = await inLane("", async () => ({ sound: await inThread({ file: given, mime, options }, most) }))
  if (!read) throw new Refusal("busy", 10)
  return read.sound
}

const threads = threadsOf("src/features/documents/sound/tags.worker.ts")

/**
 * Reads a sound in a worker thread, so that the server answers other requests meanwhile, however many parts the file consists
 * of; undefined when it cannot be read, or not within the limits.
 */
async function inThread(task: TagsTask, most: number): Promise<ReadSound | undefined> {
  const worker = threads.take()
  let isDone = false
  try {
    const answer = once(worker, "message", { signal: AbortSignal.timeout(most) })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(task)
    const [read] = await answer
    isDone = true
    return read as ReadSound | undefined
  } catch {
    // Too slow, or out of memory.
    return undefined
  } finally {
    threads.giveBack(worker, isDone)
  }
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
