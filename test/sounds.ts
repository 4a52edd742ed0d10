import { execFileSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { temporaryDirectory } from "./temporary.ts"

// Sounds for uploads, generated on demand: they contain nobody's work.

/** Returns a tone of this many seconds at a fraction of full scale; WAV, 16 bits, mono. */
export function note(seconds = 2, { loud = 0.5, rate = 22_050, hertz = 440 } = {}): Buffer {
  const count = Math.round(seconds * rate)
  const head = Buffer.alloc(44)
  head.write("RIFF", 0)
  head.writeUInt32LE(36 + count * 2, 4)
  head.write("WAVEfmt ", 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write("data", 36)
  head.writeUInt32LE(count * 2, 40)
  const samples = Buffer.alloc(count * 2)
  for (let at = 0; at < count; at++)
    samples.writeInt16LE(Math.round(32_767 * loud * Math.sin((2 * Math.PI * hertz * at) / rate)), at * 2)
  return Buffer.concat([head, samples])
}

/** Returns a tone in another format, made by ffmpeg, which must be installed (`npm test` does it). */
export function noteAs(ending: string, args: readonly string[] = [], seconds = 2): Buffer {
  const folder = temporaryDirectory("note")
  const path = join(folder, `note.${ending}`)
  const source = ["-f", "lavfi", "-i", `sine=frequency=440:duration=${seconds}`]
  try {
    execFileSync("ffmpeg", ["-nostdin", "-v", "error", ...source, ...args, path])
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
