import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { makeImage } from "../image/image.server.ts"
import { ffmpeg, ProgramFailed } from "./ffmpeg.server.ts"
import { gatherPeaks, rate } from "./peaks.ts"
import { type Container, containers } from "./sound-kinds.ts"
import { coverOf } from "./tags.server.ts"

/** Longest sound in seconds for which renditions are made; a longer one would hold up all others. */
const longest = 8 * 3600
/**
 * Time limit of one run: a second for every ten seconds of sound, and 120 s more. Even slow machines process 20 seconds of sound
 * and more in a second.
 */
const secondsFor = (duration: number) => 120 + duration / 10
const day = 24 * 60 * 60 * 1000

export type MadeSound = {
  /** The uploaded sound without its metadata. */
  clean: { path: string; container: Container }
  opus: string
  aac: string
  cover: Uint8Array | undefined
  duration: number
  peaks: Uint8Array
  loudness: number | null
  truePeak: number | null
}

/** A permanent failure to make renditions. */
export class NotMade extends Error {
  readonly reason: "unreadable" | "too_long"
  constructor(reason: "unreadable" | "too_long", message: string) {
    super(message)
    this.name = "NotMade"
    this.reason = reason
  }
}

/** Makes a folder for the work on one sound and removes it afterwards; folders of crashed processes are removed after a day. */
export async function inWorkFolder<Result>(
  dataDir: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const all = join(dataDir, "work")
  await mkdir(all, { recursive: true })
  for (const name of await readdir(all)) {
    const found = await stat(join(all, name)).catch(() => undefined)
    if (name.startsWith("sound-") && found && found.mtimeMs < Date.now() - day)
      await rm(join(all, name), { recursive: true, force: true })
  }
  const folder = await mkdtemp(join(all, "sound-"))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Measures a sound and makes its renditions, with two runs of ffmpeg. Throws NotMade when that is impossible. */
export async function makeSound(
  program: string,
  path: string,
  container: Container,
  folder: string,
): Promise<MadeSound> {
  const { mime, reader } = containers[container]
  const input = ["-threads", "1", "-f", reader, "-i", `file:${path}`]
  // Removes everything but the sound: tags, chapters, pictures, the name of the encoder.
  const bare = [
    "-map",
    "0:a:0",
    "-map_metadata",
    "-1",
    "-map_chapters",
    "-1",
    "-fflags",
    "+bitexact",
    "-flags:a",
    "+bitexact",
  ]
  const into = (name: string) => join(folder, name)
  const run = (args: string[], seconds: number, onOutput?: (bytes: Uint8Array) => void) =>
    ffmpeg(program, [...input, ...args], { seconds, ...(onOutput ? { onOutput } : {}) }).catch((error: unknown) => {
      if (!(error instanceof ProgramFailed) || isFull(error)) throw error
      throw new NotMade(error.isTimedOut ? "too_long" : "unreadable", error.message)
    })

  const shape = gatherPeaks()
  const filters = `ebur128=peak=true:framelog=verbose,aresample=${rate},aformat=sample_fmts=s16:channel_layouts=mono`
  const measure = ["-map", "0:a:0", "-t", String(longest + 1), "-af", filters, "-f", "s16le", "pipe:1"]
  const said = await run(measure, secondsFor(longest), (bytes) => shape.push(bytes))
  const { duration, peaks } = shape.end()
  if (duration < 0.01) throw new NotMade("unreadable", "there is no sound in it")
  if (duration > longest) throw new NotMade("too_long", `longer than ${longest} s`)

  // A bare AAC stream has no index; in a container it can be sought.
  const kept: Container = container === "aac" ? "m4a" : container
  const clean = into(`clean.${containers[kept].ending}`)
  const how: Partial<Record<Container, string[]>> = {
    mp3: ["-id3v2_version", "0", "-write_id3v1", "0", "-f", "mp3"],
    m4a: ["-movflags", "+faststart", "-f", "mp4"],
    wav: ["-rf64", "auto", "-f", "wav"],
  }
  const [opus, aac] = [into("sound.webm"), into("sound.m4a")]
  const codecs = {
    opus: ["-c:a", "libopus", "-b:a", "96k", "-ac", "2"],
    aac: ["-c:a", "aac", "-b:a", "128k", "-ac", "2"],
  }
  await run(
    [
      [...bare, "-c:a", "copy", ...(how[kept] ?? ["-f", kept]), clean],
      [...bare, ...codecs.opus, "-cues_to_front", "1", "-f", "webm", opus],
      [...bare, ...codecs.aac, "-ar", "44100", "-movflags", "+faststart", "-f", "mp4", aac],
    ].flat(),
    secondsFor(duration) * 4,
  )

  const { size } = await stat(path)
  const picture = await coverOf(path, size, mime)
  return {
    clean: { path: clean, container: kept },
    opus,
    aac,
    cover: picture && (await drawnCover(picture)),
    duration,
    peaks,
    loudness: measured(said, /I:\s+(-?[\d.]+) LUFS/),
    truePeak: measured(said, /Peak:\s+(-?[\d.]+) dBFS/),
  }
}

/** Reads a measured value. Silence has no loudness: then ffmpeg prints its lowest value. */
function measured(said: string, pattern: RegExp): number | null {
  const value = Number(pattern.exec(said.slice(said.lastIndexOf("Summary:")))?.[1] ?? Number.NaN)
  return Number.isFinite(value) && value > -69 ? value : null
}

/** The cover is drawn again like any image; one that cannot be drawn is left out. */
async function drawnCover(picture: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const { files, width } = await makeImage(picture)
    const { default: sharp } = await import("sharp")
    return await sharp(files[`${width}.jpg`])
      .resize({ width: 600, height: 600, fit: "cover", withoutEnlargement: true })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer()
  } catch {
    return undefined
  }
}

/** Tells whether the disk is full or a file exceeded its size limit. */
function isFull({ message }: ProgramFailed) {
  return message.includes("No space left on device")
}
