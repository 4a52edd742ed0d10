import { createServer, request as httpRequest, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { getRequestListener } from "@hono/node-server"
import { sql } from "kysely"
import * as tus from "tus-js-client"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { createApi } from "../../../api.ts"
import { authenticate } from "#features/accounts/sessions/commands.server.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { storageOf } from "#storage/storage.ts"
import { emptyPdf } from "#test/files.ts"
import { mediaWorld, pathOf } from "#test/worlds/media-world.ts"
import { finishUpload, resetFutureUploads, sweepUploads } from "./commands.server.ts"

type Media = Awaited<ReturnType<typeof mediaWorld>>
let media: Media
let server: Server
let origin: string
beforeAll(async () => {
  media = await mediaWorld()
  await listens()
})
afterAll(async () => {
  stops()
  await media.own.drop()
})

/** Serves the API on a socket, as a server does. Calling it again stands for a new process with the same data. */
async function listens() {
  const api = createApi(media.site.world)
  server = createServer(getRequestListener((request) => api.fetch(request, {})))
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
function stops() {
  server.closeAllConnections()
  server.close()
}

type Who = Media["mirelle"]
const headersOf = ({ jar }: Who) => ({
  cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
  "x-csrftoken": jar.get("csrftoken") ?? "",
})
const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",")
const pdfOf = (bytes: number) => {
  const start = emptyPdf("zqgros")
  return Buffer.concat([start, Buffer.alloc(bytes - 2 * start.length, "0123456789 zqmilieu "), start])
}
const ask = (who: Who, method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
  fetch(new URL(path, origin), {
    method,
    headers: { ...headersOf(who), "tus-resumable": "1.0.0", ...headers },
    body: body as BodyInit,
  })
const begin = (who: Who, size: number, fields: Record<string, string> = {}) =>
  ask(who, "POST", "/api/uploads/", {
    "upload-length": String(size),
    "upload-metadata": metadata({ filename: "dossier de presse.pdf", actor: "band-published", ...fields }),
  })
const placeOf = async (answer: Promise<Response>) => (await answer).headers.get("location") as string
const bring = (who: Who, path: string, offset: number, bytes: Uint8Array) =>
  ask(who, "PATCH", path, { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" }, bytes)
/** Sends a part of the promised bytes and then drops the connection. */
const breaksOff = (who: Who, path: string, offset: number, bytes: Uint8Array, after: number) =>
  new Promise<void>((done) => {
    const sending = httpRequest(new URL(path, origin), {
      method: "PATCH",
      headers: {
        ...headersOf(who),
        "tus-resumable": "1.0.0",
        "upload-offset": offset,
        "content-type": "application/offset+octet-stream",
        "content-length": bytes.length - offset,
      },
    })
    sending.on("error", () => done())
    sending.write(bytes.subarray(offset, offset + after), () => setTimeout(() => sending.destroy(), 150))
    sending.on("close", () => done())
  })
const arrived = async (who: Who, path: string) =>
  Number((await ask(who, "HEAD", path)).headers.get("upload-offset") ?? "NaN")
const documents = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from documents`.execute(media.own.db)).rows[0]?.count
const waiting = () => readdirSync(join(media.site.config.dataDir, "uploads"))

test("a 12 MB upload that is interrupted three times, once by a restart, becomes one document", async () => {
  const { mirelle, look } = media
  const bytes = pdfOf(12_000_000)
  const answer = await begin(mirelle, bytes.length, { credit: "N. A.", filetype: "application/pdf" })
  expect(answer.status).toBe(201)
  const path = answer.headers.get("location") as string
  let offset = 0
  for (const cut of [1, 2, 3]) {
    await breaksOff(mirelle, path, offset, bytes, 3_000_000)
    if (cut === 2) {
      stops()
      await listens()
    }
    const next = await arrived(mirelle, path)
    expect(next).toBeGreaterThan(offset)
    expect(next).toBeLessThan(bytes.length)
    offset = next
  }
  expect((await ask(mirelle, "POST", `${path}document/`)).status).toBe(409)
  const wrong = await bring(mirelle, path, 0, bytes.subarray(0, 10))
  expect([wrong.status, wrong.headers.get("access-control-allow-origin")]).toEqual([409, null])
  expect((await (await ask(mirelle, "GET", "/api/uploads/?actor=band-published")).json()) as unknown).toMatchObject([
    { name: "dossier de presse.pdf", size: bytes.length, offset, document: null },
  ])
  expect((await bring(mirelle, path, offset, bytes.subarray(offset))).status).toBe(204)

  const before = (await documents()) as number
  const answers = await Promise.all([1, 2, 3].map(() => ask(mirelle, "POST", `${path}document/`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual(expect.arrayContaining([201]))
  const again = await ask(mirelle, "POST", `${path}document/`)
  const made = await again.json()
  expect([again.status, made.title, made.credit, made.size]).toEqual([200, "dossier de presse", "N. A.", bytes.length])
  expect(await documents()).toBe(before + 1)
  expect(Buffer.from(await (await look(pathOf(made.file))).arrayBuffer()).equals(bytes)).toBe(true)
  expect(await (await ask(mirelle, "GET", path)).json()).toMatchObject({ document: made.id, offset: bytes.length })
  expect(await arrived(mirelle, path)).toBe(bytes.length)
  expect(await (await ask(mirelle, "GET", "/api/uploads/")).json()).toEqual([])
  expect(waiting()).toEqual([])
})

test("the tus client uploads a file and resumes after an abort", async () => {
  const { mirelle } = media
  const bytes = pdfOf(3_000_000)
  const options: tus.UploadOptions = {
    endpoint: `${origin}/api/uploads/`,
    headers: headersOf(mirelle),
    chunkSize: 1_000_000,
    metadata: { filename: "fiche.pdf", actor: "band-published" },
  }
  let url = ""
  await new Promise<void>((stopped) => {
    const first = new tus.Upload(bytes, {
      ...options,
      onChunkComplete: () => {
        url = first.url as string
        void first.abort().then(() => stopped())
      },
      onShouldRetry: () => false,
    })
    first.start()
  })
  await new Promise<void>((done, failed) => {
    new tus.Upload(bytes, { ...options, uploadUrl: url, onSuccess: () => done(), onError: failed }).start()
  })
  const made = await ask(mirelle, "POST", `${new URL(url).pathname}document/`)
  expect([made.status, ((await made.json()) as { size: number }).size]).toEqual([201, bytes.length])
})

test("an upload without permission, too large or invalid is refused at its start; a stranger cannot reach an upload", async () => {
  const { mirelle, stranger, site } = media
  const nobody = media.nobody()
  await nobody.csrf()
  expect((await begin(nobody, 1000)).status).toBe(403)
  expect((await begin(stranger, 1000)).status).toBe(403)
  expect((await begin(stranger, 1000, { actor: "band-draft" })).status).toBe(404)
  const forged = await fetch(`${origin}/api/uploads/`, {
    method: "POST",
    headers: { ...headersOf(mirelle), "x-csrftoken": "", "tus-resumable": "1.0.0", "upload-length": "5" },
  })
  expect([forged.status, (await forged.json()).code]).toEqual([403, "csrf_failed"])
  const heavy = await begin(mirelle, 26 * 1024 ** 2, { filetype: "application/pdf" })
  expect([heavy.status, (await heavy.json()).code]).toEqual([413, "upload_too_large"])
  expect((await begin(mirelle, 16 * 1024 ** 2, { filetype: "image/png" })).status).toBe(413)
  expect((await begin(mirelle, 10 ** 12)).status).toBe(413)
  const bad = await begin(mirelle, 1000, { visibility: "everyone", title: "x".repeat(400) })
  expect([bad.status, Object.keys(await bad.json())]).toEqual([400, expect.arrayContaining(["title", "visibility"])])
  for (const length of ["", "0", "-1", "x", "1.5"]) {
    const answer = await ask(mirelle, "POST", "/api/uploads/", { "upload-length": length })
    expect([400, 413], length).toContain(answer.status)
  }
  expect((await ask(mirelle, "POST", "/api/uploads/", { "tus-resumable": "" })).status).toBe(412)
  expect(waiting()).toEqual([])

  const path = await placeOf(begin(mirelle, 1000))
  for (const method of ["GET", "DELETE", "HEAD"]) expect((await ask(stranger, method, path)).status).toBe(404)
  expect((await bring(stranger, path, 0, Buffer.alloc(1000))).status).toBe(404)
  expect((await ask(stranger, "POST", `${path}document/`)).status).toBe(404)
  // More bytes than announced are refused.
  expect((await bring(mirelle, path, 0, Buffer.alloc(1001))).status).toBeGreaterThanOrEqual(400)
  expect((await ask(mirelle, "DELETE", path)).status).toBe(204)
  expect((await ask(mirelle, "GET", path)).status).toBe(404)
  expect(waiting()).toEqual([])
  expect(site.errors).toEqual([])
})

test("refusals of the tus protocol are in the request's language and name the wrong header", async () => {
  const { mirelle } = media
  const path = await placeOf(begin(mirelle, 1000))
  const octets = { "content-type": "application/offset+octet-stream" }
  const refusals: Record<string, string[]> = { fr: [], en: [], nl: [] }
  for (const language of Object.keys(refusals)) {
    const spoken = { "x-page-language": language, "accept-language": language }
    const answers = [
      await ask(mirelle, "PATCH", path, { ...spoken, ...octets, "upload-offset": "7" }, Buffer.alloc(10)),
      await ask(mirelle, "PATCH", path, { ...spoken, ...octets }, Buffer.alloc(10)),
      await ask(
        mirelle,
        "PATCH",
        path,
        { ...spoken, "upload-offset": "0", "content-type": "text/plain" },
        Buffer.alloc(1),
      ),
      await ask(mirelle, "PATCH", path, { ...spoken, ...octets, "upload-offset": "0" }, Buffer.alloc(1001)),
      await ask(mirelle, "POST", "/api/uploads/", { ...spoken, "tus-resumable": "" }),
      await ask(mirelle, "POST", "/api/uploads/", { ...spoken, "upload-length": "x" }),
      await ask(mirelle, "POST", "/api/uploads/", { ...spoken, "upload-length": "5", "upload-concat": "partial" }),
    ]
    for (const answer of answers) expect(answer.status).toBeGreaterThanOrEqual(400)
    refusals[language] = await Promise.all(answers.map(async (one) => (await one.json()).detail))
  }
  const header = (name: string) => `A header is missing or wrong: ${name}.`
  expect(refusals.en).toEqual([
    "The upload is not at that point. Ask how much has arrived and go on from there.",
    header("Upload-Offset"),
    header("content-type"),
    "This file is too large.",
    header("Tus-Resumable"),
    header("upload-length"),
    "This cannot be asked of this upload.",
  ])
  const french = messagesIn("fr")
  expect(refusals.fr?.[0]).toBe(french("errors.upload_elsewhere"))
  expect(refusals.fr?.[1]).toBe(french("errors.upload_header", { names: "Upload-Offset" }))
  expect(refusals.nl?.[3]).toBe(messagesIn("nl")("errors.upload_too_large"))
  await ask(mirelle, "DELETE", path)
})

test("a finished upload of an unacceptable file is refused with a message and removed", async () => {
  const { mirelle } = media
  const path = await placeOf(begin(mirelle, 5000))
  await bring(mirelle, path, 0, Buffer.alloc(5000, "<script>"))
  const refused = await ask(mirelle, "POST", `${path}document/`)
  expect([refused.status, await refused.json()]).toEqual([400, { file: [expect.stringMatching(/\S/)] }])
  expect((await ask(mirelle, "GET", path)).status).toBe(404)
  expect(waiting()).toEqual([])
})

test("a user has at most 20 unfinished uploads; the sweep deletes those older than two days and orphaned bytes", async () => {
  const { mirelle, own, site } = media
  for (let one = 0; one < 20; one++) expect((await begin(mirelle, 1000)).status).toBe(201)
  const more = await begin(mirelle, 1000)
  expect([more.status, (await more.json()).code]).toEqual([409, "uploads_waiting"])
  const orphan = join(site.config.dataDir, "uploads", "f".repeat(32))
  writeFileSync(orphan, "x")
  await sweepUploads(own.db, site.config)
  expect([waiting().length, existsSync(orphan)]).toEqual([20, false])
  await sql`update uploads set created_at = now() - interval '49 hours'`.execute(own.db)
  await sweepUploads(own.db, site.config)
  expect(waiting()).toEqual([])
})

test("a full disk answers 507 and keeps the bytes that arrived, and the upload can be finished afterwards", async () => {
  const { mirelle } = media
  const bytes = pdfOf(400_000)
  const path = await placeOf(begin(mirelle, bytes.length))
  expect((await bring(mirelle, path, 0, bytes.subarray(0, 100_000))).status).toBe(204)
  const { default: fs } = await import("node:fs")
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" })
  const fails = (...given: unknown[]) => (given.at(-1) as (error: Error) => void)(full)
  const spies = (["write", "writev"] as const).map((name) => vi.spyOn(fs, name).mockImplementation(fails as never))
  const refused = await bring(mirelle, path, 100_000, bytes.subarray(100_000))
  for (const spy of spies) spy.mockRestore()
  expect([refused.status, (await refused.json()).code]).toEqual([507, "storage_full"])
  const offset = await arrived(mirelle, path)
  expect((await bring(mirelle, path, offset, bytes.subarray(offset))).status).toBe(204)
  expect((await ask(mirelle, "POST", `${path}document/`)).status).toBe(201)
})

test("an upload whose storage fails at the end creates no document, and can be finished when the storage works", async () => {
  const { mirelle, own, site } = media
  const bytes = pdfOf(200_000)
  const path = await placeOf(begin(mirelle, bytes.length))
  await bring(mirelle, path, 0, bytes)
  const id = path.split("/")[3] as string
  const storage = storageOf(site.config)
  const { viewer } = await authenticate(own.db, { session: mirelle.jar.get("sessionid"), token: undefined })
  const before = await documents()
  const away = { ...storage, keep: () => Promise.reject(new Error("away")) }
  await expect(finishUpload(own.db, away, viewer, id, site.config)).rejects.toThrow("away")
  expect(await documents()).toBe(before)
  const { document } = await finishUpload(own.db, storage, viewer, id, site.config)
  expect(document.size).toBe(bytes.length)
})

test("an upload that was being finished while the clock was ahead can be finished three minutes after it is right", async () => {
  const { mirelle, own } = media
  const bytes = pdfOf(200_000)
  const path = await placeOf(begin(mirelle, bytes.length))
  await bring(mirelle, path, 0, bytes)
  const finish = async () => (await ask(mirelle, "POST", `${path}document/`)).status
  // Its process died when the clock was a year ahead.
  await sql`update uploads set created_at = created_at + interval '1 year', claimed_until = now() + interval '1 year'
    where document_id is null`.execute(own.db)
  expect(await finish()).toBe(429)

  await resetFutureUploads(own.db)
  // The process may also be alive.
  expect(await finish()).toBe(429)
  await sql`update uploads set claimed_until = claimed_until - interval '3 minutes'`.execute(own.db)
  expect(await finish()).toBe(201)
  const { rows } = await sql`select from uploads where created_at > now()`.execute(own.db)
  expect(rows).toEqual([])
})
