import { createReadStream } from "node:fs"
import { createConnection, type Socket } from "node:net"
import { pipeline } from "node:stream/promises"
import { Refusal } from "#lib/refusal.ts"
import { sizeOf } from "./file-source.ts"
import type { FileSource } from "./storage.ts"

/** Where a ClamAV daemon listens. */
export type Scanner = { host: string; port: number }

/** Nothing moves for so long, and it is given up (milliseconds). */
const stillFor = 20_000
/** A daemon that is busy with others begins late; slower than so many bytes a millisecond none is. */
const [beginsWithin, slowest] = [30_000, 1_000]
const longestReply = 1_000
const pieceSize = 64 * 1024
const retryAfter = 60

/**
 * Has a file looked at by a virus scanner (clamd, `INSTREAM`), piece by piece. Refuses `scanner_unavailable` when that is
 * away, slow, or takes no file of this size: what nobody looked at is not taken.
 */
export async function isInfected({ host, port }: Scanner, source: FileSource): Promise<boolean> {
  const patience = beginsWithin + Math.ceil((await sizeOf(source)) / slowest)
  const socket = createConnection({ host, port })
  socket.setTimeout(stillFor, () => socket.destroy(new Error("nothing moves")))
  const late = setTimeout(() => socket.destroy(new Error("too slow")), patience)
  try {
    const reply = replyOf(socket)
    // Whoever found something stops reading: then it is the reply that counts.
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

/** Each piece after its length, and a piece of none at the end. */
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
