import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { storageOf } from "#storage/storage.ts"
import { emptyPdf, formWith } from "#test/files.ts"
import { cookieOf, mediaWorld, pathOf } from "#test/worlds/media-world.ts"
import { sharedData, withoutSharedData } from "#test/shared.ts"
import { makePdf } from "./commands.server.ts"
import { readPdf } from "./reading.server.ts"

// Each program is stopped after 20 s, which on a busy machine it may need.
vi.setConfig({ testTimeout: 120_000 })

const directory = mkdtempSync(join(tmpdir(), "foyer-pdf-"))
let media: Awaited<ReturnType<typeof mediaWorld>>
beforeAll(async () => {
  media = await mediaWorld()
})
afterAll(() => {
  rmSync(directory, { recursive: true, force: true })
  return media.own.drop()
})

/** Makes a PDF whose pages each have a line of text, with further objects if given. */
function pdfOf(lines: readonly string[], more = "", box = "0 0 300 400") {
  const pages = lines.map((_, at) => `${10 + at * 2} 0 R`).join(" ")
  const bodies = lines.map((line, at) => {
    const stream = `BT /F1 18 Tf 20 200 Td (${line}) Tj ET`
    const page = `${10 + at * 2} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents ${11 + at * 2} 0 R/Resources<</Font<</F1 3 0 R>>>>>>endobj`
    return `${page}\n${11 + at * 2} 0 obj<</Length ${stream.length}>>stream\n${stream}\nendstream endobj`
  })
  const head = `1 0 obj<</Type/Catalog/Pages 2 0 R${more}>>endobj\n2 0 obj<</Type/Pages/Kids[${pages}]/Count ${lines.length}>>endobj`
  const font = "3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj"
  return Buffer.from(`%PDF-1.4\n${head}\n${font}\n${bodies.join("\n")}\ntrailer<</Root 1 0 R>>\n%%EOF\n`)
}

async function brought(bytes: Uint8Array, fields: Record<string, string> = { actor: "band-published" }) {
  const { status, body } = await media.mirelle.post("/api/documents/", formWith(bytes, "fiche.pdf", fields))
  expect([status, body.pdf]).toEqual([201, { state: "waiting", pages: null, preview: null }])
  return body.id as number
}
const made = async (id: number, folder?: string) => {
  await makePdf(media.own.db, storageOf(media.site.config), id, folder)
  return (await media.mirelle.get(`/api/documents/${id}/`)).body
}

test("a PDF is read by a job, which stores its number of pages, searchable words and a preview image", async () => {
  const id = await brought(pdfOf(["Fiche technique zqprojecteurs", "Plan de feu", "Ni oui ni non"]))
  const { rows } = await sql<{ data: object }>`
    select data from pgboss.job where name = 'documents.pdf' and data ->> 'documentId' = ${String(id)}`.execute(
    media.own.db,
  )
  expect(rows).toHaveLength(1)
  const { pdf } = await made(id)
  expect(pdf).toMatchObject({
    state: "ready",
    pages: 3,
    preview: { width: expect.any(Number), height: expect.any(Number) },
  })
  expect(pdf.preview.width).toBeLessThan(pdf.preview.height)
  const page = await media.look(pathOf(pdf.preview.url))
  expect([page.status, page.headers.get("content-type"), page.headers.get("content-disposition")]).toEqual([
    200,
    "image/jpeg",
    null,
  ])

  const found = (q: string) => media.nobody().get(`/api/documents/?q=${q}`)
  expect((await found("zqprojecteurs")).body.map((one: { id: number }) => one.id)).toEqual([id])
  expect((await found("zqproj")).headers.get("x-total-count")).toBe("1")
  expect((await found("zqprojecteursx")).body).toEqual([])
  // A second run changes nothing, and deletion leaves no files.
  expect((await made(id)).pdf).toEqual(pdf)
  const key = /media\/([0-9a-f]{40})\//.exec(pdf.preview.url)?.[1] as string
  expect((await media.mirelle.delete(`/api/documents/${id}/`)).status).toBe(204)
  expect(await storageOf(media.site.config).list(key)).toEqual([])
})

test("the preview and the words of a PDF for managers are visible to managers alone", async () => {
  const id = await brought(pdfOf(["Cachets zqsecrets"]), { actor: "band-published", visibility: "managers" })
  const { pdf } = await made(id)
  expect((await media.look(pathOf(pdf.preview.url))).status).toBe(404)
  expect((await media.look(pathOf(pdf.preview.url), cookieOf(media.mirelle))).status).toBe(200)
  const path = "/api/documents/?q=zqsecrets&actor=band-published"
  expect([(await media.nobody().get(path)).body.length, (await media.mirelle.get(path)).body.length]).toEqual([0, 1])
})

test("without poppler a PDF has the state plain, and is read once poppler is available", async () => {
  const id = await brought(pdfOf(["Bal"]))
  expect((await made(id, "/nowhere/")).pdf).toEqual({ state: "plain", pages: null, preview: null })
  expect((await made(id)).pdf).toMatchObject({ state: "ready", pages: 1 })
})

test("a PDF without content is marked as broken; circular, huge, scripted and empty PDFs end as ready or broken", async () => {
  const broken = await brought(Buffer.from("%PDF-1.7\nnothing at all\n%%EOF\n"))
  expect((await made(broken)).pdf).toMatchObject({ state: "broken", pages: null, preview: null })

  const circle =
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2000000000>>endobj"
  const hostile = {
    circle: Buffer.from(`%PDF-1.4\n${circle}\ntrailer<</Root 1 0 R>>\n%%EOF\n`),
    huge: pdfOf(["Un champ"], "", "0 0 1000000 1000000"),
    script: pdfOf(["Un script"], "/OpenAction<</S/JavaScript/JS(app.alert(1))>>"),
    launch: pdfOf(["Un programme"], "/OpenAction<</S/Launch/F(/bin/sh)>>"),
    empty: emptyPdf(),
  }
  for (const [name, bytes] of Object.entries(hostile)) {
    const path = join(directory, `${name}.pdf`)
    writeFileSync(path, bytes)
    const read = await readPdf(path)
    expect([name, read.state]).toEqual([name, expect.stringMatching(/^(ready|broken)$/)])
  }
})

test.skipIf(withoutSharedData)("PDFs of other programs are read with their pages, words and a preview", async () => {
  const folder = join(sharedData, "media-documents")
  const pages: Record<string, unknown[]> = {}
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".pdf"))) {
    const id = await brought(readFileSync(join(folder, name)))
    const { pdf } = await made(id)
    const { words } = await media.own.db
      .selectFrom("pdfs")
      .select("words")
      .where("document_id", "=", id)
      .executeTakeFirstOrThrow()
    pages[name] = [pdf.state, pdf.pages, pdf.preview !== null, (words?.length ?? 0) > 10]
  }
  expect(pages).toEqual({
    "google-doc-document.pdf": ["ready", 1, true, true],
    "habibi.pdf": ["ready", 1, true, true],
    "minimal-document.pdf": ["ready", 1, true, true],
    "pdflatex-4-pages.pdf": ["ready", 4, true, true],
    "with-attachment.pdf": ["ready", 1, true, true],
  })
})
