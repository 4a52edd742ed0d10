import { open } from "node:fs/promises"
import { promisify } from "node:util"
import zlib from "node:zlib"

const gunzip = promisify(zlib.gunzip)

/** Length of the header, and the latest end of the root directory, in bytes (PMTiles v3, §3 and §4). */
const [headerLength, rootEnd] = [127, 16_384]
/** Most bytes of an unpacked root directory: one of 16 KB never holds more. */
const mostUnpacked = 1024 * 1024
const sections = { "root directory": 8, metadata: 24, "leaf directories": 40, tiles: 56 } as const
/** The codes of no compression and of gzip, which browsers can unpack. */
const [plain, gzipped] = [1, 2]

/**
 * Returns what prevents an archive of tiles (PMTiles v3) from being drawn, in words for the operator's log; undefined when
 * nothing is found. Reads only the header and the root directory, 16 KB at most, whatever sizes the archive states.
 */
export async function archiveTrouble(path: string, size: number): Promise<string | undefined> {
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(Math.min(size, rootEnd))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return await troubleOf(bytes.subarray(0, bytesRead), size)
  } finally {
    await file.close()
  }
}

async function troubleOf(bytes: Buffer, size: number): Promise<string | undefined> {
  if (bytes.subarray(0, 7).toString("latin1") !== "PMTiles") return "it does not begin as an archive of PMTiles does"
  if (bytes[7] !== 3) return `it is of version ${bytes[7]} of PMTiles; only version 3 is read`
  if (bytes.length < headerLength) return "it ends within its header"
  for (const [name, at] of Object.entries(sections)) {
    const [first, length] = [bytes.readBigUInt64LE(at), bytes.readBigUInt64LE(at + 8)]
    if (length > 0n && first + length > BigInt(size))
      return `its ${name} would end behind its end: it was cut, or is damaged`
  }
  const [first, length] = [Number(bytes.readBigUInt64LE(8)), Number(bytes.readBigUInt64LE(16))]
  if (length === 0 || first < headerLength || first + length > rootEnd)
    return "its root directory is not where it has to be"
  const [inside, tiles, kind] = [bytes[97], bytes[98], bytes[99]]
  if (![plain, gzipped].includes(inside ?? 0) || ![plain, gzipped].includes(tiles ?? 0))
    return "it is compressed in a way that browsers do not unpack; gzip is one that they do"
  if (!kind || kind > 5) return "it does not say what its tiles are"
  if (inside !== gzipped) return undefined
  const root = bytes.subarray(first, first + length)
  return gunzip(root, { maxOutputLength: mostUnpacked }).then(
    () => undefined,
    () => "its root directory cannot be unpacked, or is larger than any is",
  )
}
