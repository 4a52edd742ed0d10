import { mkdtempSync, writeFileSync } from "node:fs"
import { createServer, type Server, type Socket } from "node:net"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, test } from "vitest"
import { isInfected } from "./scanner.ts"

/**
 * The test file that every scanner reports as a virus although it is harmless (eicar.org), in two halves so that no scanner
 * reports this source.
 */
const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-", "ANTIVIRUS-TEST-FILE!$H+H*"].join("")
let server: Server | undefined
afterEach(() => void server?.close())

/** Implements `INSTREAM` as clamd does: it decides on everything that was sent. */
async function clamd(most = Infinity, answer?: (socket: Socket) => void) {
  server = createServer((socket) => {
    if (answer) return answer(socket)
    let got = Buffer.alloc(0)
    socket.on("error", () => {})
    socket.on("data", (piece: Buffer) => {
      got = Buffer.concat([got, piece])
      if (got.length > most) return void socket.end("INSTREAM size limit exceeded. ERROR\0")
      if (!got.subarray(-4).equals(Buffer.alloc(4))) return
      let [at, file] = ["zINSTREAM\0".length, ""]
      for (let length = got.readUInt32BE(at); length > 0; length = got.readUInt32BE(at)) {
        file += got.subarray(at + 4, at + 4 + length).toString("latin1")
        at += 4 + length
      }
      socket.end(file.includes(eicar) ? "stream: Eicar-Signature FOUND\0" : "stream: OK\0")
    })
  })
  await new Promise<void>((ready) => server?.listen(0, "127.0.0.1", ready))
  return { host: "127.0.0.1", port: (server.address() as AddressInfo).port }
}

test("the scanner passes clean files and finds infected ones, in memory and on disk, also at their end", async () => {
  const scanner = await clamd()
  const path = join(mkdtempSync(join(tmpdir(), "foyer-scan-")), "file")
  expect(await isInfected(scanner, Buffer.from("a letter"))).toBe(false)
  expect(await isInfected(scanner, Buffer.from(eicar))).toBe(true)
  writeFileSync(path, "x".repeat(300_000))
  expect(await isInfected(scanner, { path })).toBe(false)
  writeFileSync(path, "x".repeat(300_000) + eicar)
  expect(await isInfected(scanner, { path })).toBe(true)
})

test("a file is refused if the scanner is unreachable, hangs up or rejects its size", async () => {
  const refused = { code: "scanner_unavailable", status: 503 }
  await expect(isInfected(await clamd(100_000), Buffer.alloc(900_000, "x"))).rejects.toMatchObject(refused)
  server?.close()
  await expect(isInfected(await clamd(0, (socket) => socket.destroy()), Buffer.from("x"))).rejects.toMatchObject(
    refused,
  )
  await expect(isInfected({ host: "127.0.0.1", port: 1 }, Buffer.from("x"))).rejects.toMatchObject(refused)
})
