import { existsSync, mkdirSync, readdirSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { deflateSync, crc32 } from "node:zlib"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { drawnImage, emptyPdf, formWith } from "#test/files.ts"
import { type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"
import { storageOf } from "#storage/storage.ts"
import { mediaFiles } from "./file/media.server.ts"
import { sweepFiles } from "./file/sweep.server.ts"

let own: TestDatabase
let site: TestSite
let media: ReturnType<typeof mediaFiles>
let mirelle: ReturnType<typeof visitor>
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
  media = mediaFiles(site.world)
  mirelle = visitor(site)
  const { id } = await mirelle.registers("mirelle")
  await own.db.updateTable("emails").set({ verified_at: new Date() }).where("user_id", "=", id).execute()
  const page = { type: "person", fid: "mirelle-page", name: "Mirelle", language: "fr", status: "published" }
  if ((await mirelle.post("/api/actors/", page)).status !== 201) throw new Error("no page could be made")
})
afterAll(() => own.drop())

const bring = (bytes: Uint8Array, name: string, fields: Record<string, string> = {}) =>
  mirelle.post("/api/documents/", formWith(bytes, name, { actor: "mirelle-page", ...fields }))
const fetchFile = async (address: string, headers: Record<string, string> = {}, method = "GET") =>
  media.request(new URL(address).pathname, { headers, method })
const sets = () =>
  existsSync(join(site.config.dataDir, "media"))
    ? readdirSync(join(site.config.dataDir, "media"), { recursive: true }).filter((one) =>
        /[0-9a-f]{40}$/.test(String(one)),
      )
    : []
const count = async () =>
  Number(
    (
      await own.db
        .selectFrom("documents")
        .select(sql<number>`count(*)`.as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Makes only the head of a PNG, whose size is false or that of a decompression bomb. */
function png(width: number, height: number) {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(4000))),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
test.each([
  ["an SVG with script", Buffer.from(svg), "a.svg"],
  ["an SVG that calls itself a JPEG", Buffer.from(svg), "a.jpg"],
  ["a web page", Buffer.from("<!doctype html><script>alert(1)</script>"), "a.png"],
  ["a PNG of 30,000 × 30,000", png(30_000, 30_000), "a.png"],
  ["a PNG of a strange size", png(2_000_000_000, 1), "a.png"],
  ["a PNG of no size", png(0, 0), "a.png"],
  ["a PNG that breaks off", png(400, 400), "a.png"],
  ["a JPEG of three bytes", Buffer.from([0xff, 0xd8, 0xff]), "a.jpg"],
  ["a program", Buffer.concat([Buffer.from("MZ"), Buffer.alloc(900)]), "a.jpg"],
  ["an archive that ends as a PDF", Buffer.concat([Buffer.from("PK\u0003\u0004"), emptyPdf()]), "a.pdf"],
  ["a PDF without end", Buffer.from("%PDF-1.4\n<script>"), "a.pdf"],
  ["PostScript", Buffer.from("%!PS-Adobe-3.0\nshowpage"), "a.pdf"],
  ["a TIFF", Buffer.from("II*\0\u0008\0\0\0"), "a.tif"],
])("%s is refused with a message, and leaves no file and no row", async (_, bytes, name) => {
  const before = [sets().length, await count()]
  const answer = await bring(bytes, name)
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ file: [expect.stringMatching(/\S/)] })
  expect([sets().length, await count()]).toEqual(before)
})

test("films, broken sounds, and files that do not match the type in the form are refused with the reason", async () => {
  const starts = {
    "ID3\u0004": /son ne peut pas être lu/,
    fLaC: /son ne peut pas être lu/,
    "\u001aE\u00df\u00a3": /films/,
  }
  for (const [start, why] of Object.entries(starts)) {
    const { status, body } = await bring(Buffer.from(start.padEnd(400, "\0"), "latin1"), "son.mp3")
    expect([status, body]).toEqual([400, { file: [expect.stringMatching(why)] }])
  }
  expect((await bring(await drawnImage(), "a.jpg", { type: "Audio" })).body).toEqual({ file: [expect.any(String)] })
  expect((await bring(await drawnImage(), "a.jpg", { type: "Video" })).body).toEqual({ type: [expect.any(String)] })
  expect((await bring(emptyPdf(), "a.pdf", { type: "Image" })).body).toEqual({ file: [expect.any(String)] })
})

test("an image over 15 MB is refused with the limit, and a body far over the limit with 413", async () => {
  const jpeg = await drawnImage(30, 30)
  const heavy = Buffer.concat([jpeg, Buffer.alloc(15 * 1024 * 1024)])
  expect((await bring(heavy, "a.jpg")).body).toEqual({ file: ["Ce fichier est trop lourd\u00a0: 15\u00a0Mo au plus."] })
  expect((await bring(Buffer.concat([emptyPdf(), Buffer.alloc(26 * 1024 * 1024)]), "a.pdf")).status).toBe(413)
})

test("a form of thousands of fields, or with a megabyte of headers, is refused with 413 before it is parsed", async () => {
  const fields = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`field${at}`, "x"]))
  expect((await bring(emptyPdf(), "a.pdf", fields)).status).toBe(413)
  expect((await bring(emptyPdf(), `${"a".repeat(1_000_000)}.pdf`)).status).toBe(413)
})

test("malformed forms and invalid fields are refused, and store nothing", async () => {
  const before = [sets().length, await count()]
  const type = (value: string) => ({ "content-type": value })
  for (const [body, headers] of [
    ["", type("multipart/form-data")],
    ["--x\r\n", type("multipart/form-data; boundary=x")],
    ["no form at all", type("multipart/form-data; boundary=x")],
    [
      '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--x--',
      type("multipart/form-data; boundary=x"),
    ],
    ["%PDF-1.4", type("application/octet-stream")],
    ["a=b", type("text/plain")],
    ['{"file": "x"}', type("application/json")],
  ] as [string, Record<string, string>][]) {
    const { status } = await mirelle.post("/api/documents/", body, headers)
    expect([400, 415], `${headers["content-type"]} ${body.slice(0, 20)}`).toContain(status)
  }
  const file = await drawnImage(20, 20)
  for (const [field, value] of [
    ["type", "Film"],
    ["title", "x".repeat(301)],
    ["alt", "a\0b"],
    ["description", "x".repeat(1_000_00)],
    ["visibility", "everyone"],
    ["focal_point", "0.5"],
    ["focal_point", "NaN,0"],
    ["focal_point", "2,-1"],
    ["event", "one"],
  ] as const) {
    const { status, body } = await bring(file, "a.png", { [field]: value })
    expect([status, Object.keys(body)[0]?.split(".")[0]], `${field}=${value.slice(0, 20)}`).toEqual([400, field])
  }
  for (const actor of ["a\0b", "../mirelle-page", "constructor", "__proto__", "x".repeat(500)])
    expect([400, 404]).toContain((await bring(file, "a.png", { actor })).status)
  expect((await bring(file, "a.png", { event: "999999999999999" })).status).toBe(404)
  expect([sets().length, await count()]).toEqual(before)
})

test("a PDF is served as a download under its name, with a sandbox policy", async () => {
  const { body: made } = await bring(emptyPdf(), "fiche « technique ».pdf")
  const { headers } = await fetchFile(made.file)
  expect(headers.get("content-type")).toBe("application/pdf")
  expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox")
  expect(headers.get("content-disposition")).toBe(
    `attachment; filename="fiche _ technique _.pdf"; filename*=UTF-8''fiche%20%C2%AB%20technique%20%C2%BB.pdf`,
  )
})

test("range and conditional requests for a file are answered by RFC 9110 §14", async () => {
  const bytes = emptyPdf("x".repeat(5000))
  const { body: made } = await bring(bytes, "long.pdf")
  const piece = async (range: string, more: Record<string, string> = {}) => {
    const answer = await fetchFile(made.file, { range, ...more })
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const start = await piece("bytes=0-9")
  expect([start.status, start.headers.get("content-range")]).toEqual([206, `bytes 0-9/${bytes.length}`])
  expect(start.bytes).toEqual(bytes.subarray(0, 10))
  expect((await piece("bytes=-7")).bytes).toEqual(bytes.subarray(-7))
  expect((await piece("bytes=100-")).bytes).toEqual(bytes.subarray(100))

  // Several ranges at once are answered with the whole file, which is allowed.
  expect((await piece("bytes=0-4,2000-2004")).status).toBe(200)

  const none = await piece("bytes=999999-")
  expect([none.status, none.headers.get("content-range"), none.bytes.length]).toEqual([
    416,
    `bytes */${bytes.length}`,
    0,
  ])
  const tag = start.headers.get("etag") as string
  expect((await piece("bytes=0-9", { "if-range": tag })).status).toBe(206)
  expect((await piece("bytes=0-9", { "if-range": '"another"' })).bytes).toHaveLength(bytes.length)
  expect((await piece("bytes=nonsense")).status).toBe(200)

  const head = await fetchFile(made.file, { range: "bytes=0-9" }, "HEAD")
  expect([head.status, head.headers.get("content-length"), (await head.arrayBuffer()).byteLength]).toEqual([
    200,
    String(bytes.length),
    0,
  ])
  expect((await fetchFile(made.file, { "if-none-match": tag })).status).toBe(304)
})

test("an upload to a full disk is answered with 507, and leaves neither row nor file", async () => {
  const before = [sets().length, await count()]
  const { default: promises } = await import("node:fs/promises")
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" })
  const open = promises.open
  const handle = await open(join(site.config.dataDir, "probe"), "w")
  const prototype = Object.getPrototypeOf(handle) as { writeFile: unknown }
  await handle.close()
  const spy = vi.spyOn(prototype as { writeFile(): Promise<void> }, "writeFile").mockRejectedValue(full)
  try {
    expect(await bring(await drawnImage(40, 40), "a.jpg")).toMatchObject({
      status: 507,
      body: { code: "storage_full" },
    })
  } finally {
    spy.mockRestore()
  }
  expect([sets().length, await count()]).toEqual(before)
  expect(readdirSync(join(site.config.dataDir, "media", ".new"))).toEqual([])
  expect((await bring(await drawnImage(40, 40), "a.jpg")).status).toBe(201)
})

test("the sweep deletes old unreferenced files and documents unused for 91 days, but no document of a page", async () => {
  const storage = storageOf(site.config)
  const [named] = [(await bring(emptyPdf(), "kept.pdf")).body]
  const { body: unused } = await mirelle.post("/api/documents/", formWith(emptyPdf(), "unused.pdf"))
  const keyOf = (address: string) => new URL(address).pathname.split("/")[2] as string
  const [orphan, young] = [
    await storage.keep({ "file.pdf": emptyPdf() }),
    await storage.keep({ "file.pdf": emptyPdf() }),
  ]
  const folder = (key: string) => join(site.config.dataDir, "media", key.slice(0, 2), key)
  const halfDone = join(site.config.dataDir, "media", ".new", "a".repeat(40))
  mkdirSync(halfDone, { recursive: true })
  const old = new Date(Date.now() - 2 * 86_400_000)
  for (const path of [folder(orphan), folder(keyOf(named.file)), folder(keyOf(unused.file)), halfDone])
    utimesSync(path, old, old)

  await sweepFiles(own.db, storage)
  expect([orphan, young, keyOf(named.file), keyOf(unused.file)].map((key) => existsSync(folder(key)))).toEqual([
    false,
    true,
    true,
    true,
  ])
  expect(existsSync(halfDone)).toBe(false)

  await sql`update documents set updated_at = now() - interval '91 days' where id = ${unused.id}`.execute(own.db)
  await sweepFiles(own.db, storage)
  expect(existsSync(folder(keyOf(unused.file)))).toBe(false)
  expect((await mirelle.get(`/api/documents/${unused.id}/`)).status).toBe(404)
  expect((await mirelle.get(`/api/documents/${named.id}/`)).status).toBe(200)
})

test("the median request is answered in under half a second while images are drawn", async () => {
  const large = await drawnImage(4000, 3000)
  const drawing = Promise.all([1, 2, 3].map((one) => bring(large, `${one}.jpg`)))
  const times: number[] = []
  let isDrawing = true
  void drawing.finally(() => (isDrawing = false))
  while (isDrawing) {
    const from = performance.now()
    expect((await visitor(site).get("/api/documents/?limit=1")).status).toBe(200)
    times.push(performance.now() - from)
    await new Promise((go) => setTimeout(go, 20))
  }
  expect((await drawing).map(({ status }) => status)).toEqual([201, 201, 201])
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number
  expect(median).toBeLessThan(500)
})

test("no server error was logged during these tests", () => expect(site.errors).toEqual([]))
