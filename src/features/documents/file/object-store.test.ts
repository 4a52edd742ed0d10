import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { drawnImage, emptyPdf, formWith } from "#test/files.ts"
import { mediaWorld, pathOf } from "#test/worlds/media-world.ts"
import { objectStore } from "#test/elsewhere/object-store.ts"

let store: Awaited<ReturnType<typeof objectStore>>
let media: Awaited<ReturnType<typeof mediaWorld>>
let scanner: ReturnType<typeof createServer>
beforeAll(async () => {
  store = await objectStore()
  scanner = createServer((socket) => socket.on("data", () => {}).end("stream: Eicar-Signature FOUND\0"))
  await new Promise<void>((ready) => scanner.listen(0, "127.0.0.1", ready))
  media = await mediaWorld(store.variables)
})
afterAll(async () => {
  scanner.close()
  await store.close()
  await media.own.drop()
})

const bring = (bytes: Uint8Array, name: string) =>
  media.mirelle.post("/api/documents/", formWith(bytes, name, { actor: "band-published" }))
const count = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from documents`.execute(media.own.db)).rows[0]?.count

test("files are stored in and served from the object store, ranges included, and none is on the disk", async () => {
  const bytes = emptyPdf("x".repeat(5000))
  const { status, body: made } = await bring(bytes, "fiche.pdf")
  expect(status).toBe(201)
  const whole = await media.look(pathOf(made.file))
  expect([whole.status, whole.headers.get("content-length")]).toEqual([200, String(bytes.length)])
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes)
  const piece = await media.look(pathOf(made.file), { range: "bytes=10-19" })
  expect([piece.status, piece.headers.get("content-range")]).toEqual([206, `bytes 10-19/${bytes.length}`])
  expect(Buffer.from(await piece.arrayBuffer())).toEqual(bytes.subarray(10, 20))
  const image = await bring(await drawnImage(700, 400), "photo.jpg")
  expect((await media.look(pathOf(image.body.file))).headers.get("content-type")).toBe("image/jpeg")
  expect(existsSync(join(media.site.config.dataDir, "media"))).toBe(false)
})

test("while the store is down, uploads and files answer 503, other requests work, and no document is created", async () => {
  const { body: made } = await bring(emptyPdf(), "avant.pdf")
  const before = await count()
  store.mood = "down"
  const refused = await bring(emptyPdf(), "pendant.pdf")
  expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([
    503,
    "storage_unavailable",
    "30",
  ])
  const file = await media.look(pathOf(made.file))
  expect([file.status, file.headers.get("cache-control"), file.headers.get("retry-after")]).toEqual([
    503,
    "no-store",
    "30",
  ])
  expect((await media.nobody().get(`/api/documents/${made.id}/`)).status).toBe(200)
  expect(await count()).toBe(before)
  // A deleted document is hidden at once; its file is swept up later.
  expect((await media.mirelle.delete(`/api/documents/${made.id}/`)).status).toBe(204)
  store.mood = "full"
  expect((await bring(emptyPdf(), "plein.pdf")).body.code).toBe("storage_full")
  store.mood = "well"
  expect((await bring(emptyPdf(), "apres.pdf")).status).toBe(201)
  expect(media.site.errors).toEqual([])
})

test("an infected file is refused with a message, and without the virus scanner every upload is refused with 503", async () => {
  const { port } = scanner.address() as AddressInfo
  const guarded = await mediaWorld({ CLAMAV_HOST: `127.0.0.1:${port}` })
  const brings = () =>
    guarded.mirelle.post("/api/documents/", formWith(emptyPdf(), "a.pdf", { actor: "band-published" }))
  const infected = await brings()
  expect([infected.status, infected.body]).toEqual([400, { file: [expect.stringMatching(/antivirus/)] }])
  await new Promise((closed) => scanner.close(closed))
  const away = await brings()
  expect([away.status, away.body.code]).toEqual([503, "scanner_unavailable"])
  expect(existsSync(join(guarded.site.config.dataDir, "media"))).toBe(false)
  await guarded.own.drop()
})
