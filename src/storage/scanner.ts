import { createReadStream } from "node:fs"
import { createConnection, type Socket } from "node:net"
import { pipeline } from "node:stream/promises"
import { Refusal } from "#lib/refusal.ts"
import { sizeOf } from "./file-source.ts"
import type { FileSource } from "./storage.ts"

/** The address of a ClamAV daemon. */
export type Scanner = { host: string; port: number }

/** Milliseconds without traffic after which a scan is given up. */
const stillFor = 20_000
/** Milliseconds until a busy daemon starts, and the slowest speed of a scan in bytes per millisecond. */
const [beginsWithin, slowest] = [30_000, 1_000]
const longestReply = 1_000
const pieceSize = 64 * 1024
const retryAfter = 60

/**
 * Scans a file for viruses (clamd, `INSTREAM`), piece by piece. Refuses `scanner_unavailable` when the scanner is down, slow, or
 * does not accept files of this size: a file that was not scanned is not accepted.
 */
export async function isInfected({ host, port }: Scanner, source: FileSource): Promise<boolean> {
  const patience = beginsWithin + Math.ceil((await sizeOf(source)) / slowest)
  const socket = createConnection({ host, port })
  socket.setTimeout(stillFor, () => socket.destroy(new Error("nothing moves")))
  const late = setTimeout(() => socket.destroy(new Error("too slow")), patience)
  try {
    const reply = replyOf(socket)
    // A scanner that has found something stops reading; its reply counts rather than the failed write.
    const sent = pipeline(instream(source), socket, { end: false }).catch((error: unknown) => error)
    const said = await reply.catch(async (error: unknown) => {
      throw (await sent) ?? error
    })
    if (said.endsWith(" FOUND")) return true
    if (said.endsWith(": OK")) return false
    throw new Error(`the scanner said: ${said.slice(0, 200)}`)
  } catch (error) {
    throw new Refusal("scanner_unavailable", retryAfter, error)
  } finally {
    clearTimeout(late)
    socket.destroy()
  }
}

/** Frames the file: each piece after its length, and an empty piece at the end. */
async function* instream(source: FileSource): AsyncGenerator<Buffer> {
  yield Buffer.from("zINSTREAM\0")
  for await (const piece of source instanceof Uint8Array ? pieces(source) : createReadStream(source.path)) {
    yield lengthOf(piece.length)
    yield piece as Buffer
  }
  yield lengthOf(0)
}

function* pieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += pieceSize) yield Buffer.from(bytes.subarray(at, at + pieceSize))
}

function lengthOf(bytes: number) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

function replyOf(socket: Socket): Promise<string> {
  return new Promise((answer, fail) => {
    let said = ""
    const done = () => answer(said.replaceAll("\0", "").trim())
    socket.setEncoding("utf8")
    socket.on("data", (text: string) => {
      said += text
      if (said.includes("\0") || said.length > longestReply) done()
    })
    socket.on("end", () => (said ? done() : fail(new Error("the scanner hung up"))))
    socket.on("error", (error) => (said ? done() : fail(error)))
    socket.on("close", () => (said ? done() : fail(new Error("the scanner hung up"))))
  })
}
