import { gzipSync } from "node:zlib"

type Archive = { bytes: Buffer; size: number }

/**
 * Returns a whole archive of tiles (PMTiles v3): one vector tile for the world, all of which is land.
 * @param change modifies the archive
 */
export function archiveOf(change: (archive: Archive) => Buffer = ({ bytes }) => bytes): Buffer {
  // The layer `earth` with one polygon, as large as the tile (Mapbox Vector Tile 2.1).
  const land = "1803220e0900001a804000008040ff3f000f"
  const tile = gzipSync(Buffer.from(`1a200a0565617274681212${land}2880207802`, "hex"))
  // One entry: tile 0, run length 1, its length in bytes, offset 0 (offsets are stored plus one).
  const root = gzipSync(Buffer.from([1, 0, 1, tile.length, 1]))
  const metadata = gzipSync(Buffer.from("{}"))
  const header = Buffer.alloc(127)
  header.write("PMTiles", "latin1")
  header[7] = 3
  const parts = [root, metadata, Buffer.alloc(0), tile]
  let end = header.length
  for (const [nth, { length }] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(end), 8 + nth * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + nth * 16)
    end += length
  }
  for (const where of [72, 80, 88]) header.writeBigUInt64LE(1n, where)
  // Clustered, compressed with gzip inside and out, vector tiles, zoom 0 only.
  header.set([1, 2, 2, 1, 0, 0], 96)
  // Bounds in ten-millionths of a degree: all of the earth that a web map shows.
  for (const [at, degrees] of [
    [102, -180],
    [106, -85],
    [110, 180],
    [114, 85],
  ] as const)
    header.writeInt32LE(degrees * 1e7, at)
  const bytes = Buffer.concat([header, ...parts])
  return change({ bytes, size: bytes.length })
}
