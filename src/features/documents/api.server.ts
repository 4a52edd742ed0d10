import { z } from "@hono/zod-openapi"
import type { MiddlewareHandler } from "hono"
import { bodyLimit } from "hono/body-limit"
import { HTTPException } from "hono/http-exception"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { body, conflict, created, done, forbidden, invalid, listed, notFound, ok } from "#http/answers.ts"
import type { Environment } from "#http/environment.ts"
import { limits, spend } from "#http/limits/limits.ts"
import { exceedsForms } from "#lib/form-fields.ts"
import { allowedVersions, stale, versioned } from "#http/caching/versions.ts"
import { Refusal, refuse } from "#lib/refusal.ts"
import { storageOf } from "#storage/storage.ts"
import { documentId } from "./access/queries.server.ts"
import { largest } from "./document-types.ts"
import { addDocument, changeDocument, deleteDocument } from "./commands.server.ts"
import { documentChange, documentListQuery, documentPath, newDocument } from "./inputs.ts"
import { findDocument, listDocuments } from "./queries.server.ts"
import { documentRepresentation } from "./representation.server.ts"

/** Largest number of uploads held in memory at the same time, in all and for one account. */
const receivedAtOnce = 12
const ofOneAtOnce = 3
const receiving = new Map<number, number>()

/** Nothing of a file is read until the uploader is known, is within their limit, and there is memory for the file. */
const admitted: MiddlewareHandler<Environment> = async (c, next) => {
  const { userId } = c.get("viewer") ?? refuse("sign_in_needed")
  if (!/^multipart\/form-data\s*;/i.test(c.req.header("content-type") ?? "")) throw new HTTPException(415)
  await spend(c, limits.upload, String(userId))
  const own = receiving.get(userId) ?? 0
  const all = [...receiving.values()].reduce((sum, one) => sum + one, 0)
  if (all >= receivedAtOnce || own >= ofOneAtOnce) throw new Refusal("busy", 5)
  receiving.set(userId, own + 1)
  try {
    await next()
  } finally {
    const left = (receiving.get(userId) ?? 1) - 1
    if (left > 0) receiving.set(userId, left)
    else receiving.delete(userId)
  }
}

const sized: MiddlewareHandler<Environment> = bodyLimit({
  maxSize: largest.document + 256 * 1024,
  onError: (c) => c.json({ detail: c.get("messages")("errors.too_large") }, 413),
})

const fewFields: MiddlewareHandler<Environment> = async (c, next) => {
  // Hono keeps the bytes for the parser.
  if (exceedsForms(await c.req.arrayBuffer(), c.req.header("content-type") ?? "")) throw new HTTPException(413)
  return next()
}

const tags = ["Documents"]
const document = ok(documentRepresentation, "The document.")

const list = call({
  method: "get",
  path: "/api/documents/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags,
  summary: "List documents: sounds, images, films and files",
  request: { query: documentListQuery },
  responses: { ...ok(z.array(documentRepresentation), "The documents, in the requested order."), ...invalid },
})

const show = call({
  method: "get",
  path: "/api/documents/{id}/",
  rights: { ownRule: "src/features/documents/documents.test.ts" },
  scope: "read",
  cache: "shared",
  tags,
  summary: "Get a document",
  request: { params: documentPath },
  responses: { ...document, ...notFound },
})

const add = call({
  method: "post",
  path: "/api/documents/",
  rights: "user",
  scope: "write",
  limit: { byHandler: [limits.upload], test: "src/features/documents/documents.test.ts" },
  tags,
  summary: "Upload a file: an image (JPEG, PNG, WebP, AVIF, GIF; 15 MB), a PDF or a sound (25 MB in one request)",
  description:
    "Images are re-encoded: upright, uncropped, in several widths and without the metadata of the file. " +
    "Without `actor` or `event`, the document is private to the caller until a page or an event shows it. Sounds (MP3, Ogg, Opus, FLAC, M4A, AAC, WAV) become visible to others once a job has made their renditions, " +
    "which contain no metadata of the file.",
  middleware: [admitted, sized, fewFields] as const,
  request: { body: { required: true, content: { "multipart/form-data": { schema: newDocument } } } },
  responses: {
    ...created(documentRepresentation, "The created document."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

const change = call({
  method: "patch",
  path: "/api/documents/{id}/",
  rights: { ownRule: "src/features/documents/documents.test.ts" },
  scope: "write",
  tags,
  // Room for the longest transcript and chapters in any script.
  largestBody: 1024 * 1024,
  summary: "Update the description of a document",
  request: { params: documentPath, ...body(documentChange) },
  responses: { ...document, ...invalid, ...forbidden, ...notFound, ...stale },
})

const remove = call({
  method: "delete",
  path: "/api/documents/{id}/",
  rights: { ownRule: "src/features/documents/documents.test.ts" },
  scope: "write",
  tags,
  summary: "Delete a document and its file permanently",
  request: { params: documentPath },
  responses: { ...done, ...forbidden, ...notFound, ...stale },
})

/** Builds the calls for documents: files and their descriptions. */
export function documentsApi() {
  return apiApp()
    .openapi(list, async (c) => {
      const { db, config } = c.get("world")
      const query = c.req.valid("query")
      const { documents, total } = await listDocuments(db, c.get("viewer"), query, config)
      return listed(c, documents, query, total)
    })
    .openapi(show, async (c) => {
      const { db, config } = c.get("world")
      return versioned(c, await findDocument(db, c.get("viewer"), documentId(c.req.valid("param").id), config))
    })
    .openapi(add, async (c) => {
      const { db, config } = c.get("world")
      const made = await addDocument(db, storageOf(config), c.get("viewer"), c.req.valid("form"), config)
      c.header("Location", `/api/documents/${made.id}/`)
      return versioned(c, made, 201)
    })
    .openapi(change, async (c) => {
      const { db, config } = c.get("world")
      const id = documentId(c.req.valid("param").id)
      return versioned(
        c,
        await changeDocument(db, c.get("viewer"), id, c.req.valid("json"), allowedVersions(c), config),
      )
    })
    .openapi(remove, async (c) => {
      const { db, config } = c.get("world")
      const id = documentId(c.req.valid("param").id)
      await deleteDocument(db, storageOf(config), c.get("viewer"), id, allowedVersions(c))
      return c.body(null, 204)
    })
}
