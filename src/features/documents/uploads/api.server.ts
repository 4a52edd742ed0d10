import { z } from "@hono/zod-openapi"
import type { MiddlewareHandler, TypedResponse } from "hono"
import { conflict, created, detail, done, forbidden, invalid, listed, notFound, ok, tagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call, perAccount } from "#http/call.ts"
import { versioned } from "#http/caching/versions.ts"
import type { Environment } from "#http/environment.ts"
import { limits } from "#http/limits/limits.ts"
import { Refusal } from "#lib/refusal.ts"
import { storageOf } from "#storage/storage.ts"
import { documentRepresentation } from "../representation.server.ts"
import { cancelUpload, finishUpload } from "./commands.server.ts"
import { uploadListQuery, uploadPath } from "./inputs.ts"
import { tusAnswer } from "./protocol.server.ts"
import { findUpload, listUploads, uploadFor } from "./queries.server.ts"
import { uploadRepresentation } from "./representation.server.ts"

/** Largest number of simultaneous requests with upload bytes, of one account and in all. The bytes go straight to disk. */
const [ofOneAtOnce, atOnce] = [6, 60]
const bringing = new Map<number, number>()

/** Nothing of a body is read until the upload's owner is checked and a slot is free. */
const admitted: MiddlewareHandler<Environment> = async (c, next) => {
  const { db } = c.get("world")
  const viewer = c.get("viewer")
  const { document_id } = await uploadFor(db, viewer, c.req.param("ref") ?? "")
  if (document_id !== null) throw new Refusal("upload_not_found")
  const userId = viewer?.userId ?? 0
  const own = bringing.get(userId) ?? 0
  const all = [...bringing.values()].reduce((sum, one) => sum + one, 0)
  if (own >= ofOneAtOnce || all >= atOnce) throw new Refusal("busy", 5)
  bringing.set(userId, own + 1)
  try {
    await next()
  } finally {
    const left = (bringing.get(userId) ?? 1) - 1
    if (left > 0) bringing.set(userId, left)
    else bringing.delete(userId)
  }
}

const tags = ["Documents"]
const bytes = "application/offset+octet-stream"
const tus = "[tus 1.0](https://tus.io/protocols/resumable-upload)"

const list = call({
  method: "get",
  path: "/api/uploads/",
  rights: "user",
  scope: "read",
  cache: "personal",
  tags,
  summary: "List the caller's unfinished uploads",
  request: { query: uploadListQuery },
  responses: {
    ...ok(z.array(uploadRepresentation), "All unfinished uploads, newest first."),
    ...invalid,
    ...forbidden,
  },
})

const begin = call({
  method: "post",
  path: "/api/uploads/",
  rights: "user",
  scope: "write",
  limit: perAccount(limits.upload),
  tags,
  summary: "Start the resumable upload of a large file",
  description:
    `Follows ${tus}: send \`Tus-Resumable\`, \`Upload-Length\`, and \`Upload-Metadata\` with \`filename\` and the fields of ` +
    "a new document (`actor`, `event`, `title`, …). 413 if the file is too large for its type (`filetype`). Send the chunks to " +
    "`Location` by PATCH (GET returns the progress), then create the document with `POST …/document/`. An upload that is not " +
    "complete after 48 hours is discarded. For up to a few MB, `POST /api/documents/` does the same in one request.",
  responses: {
    201: { description: "The upload may start; its address is in `Location`." },
    412: {
      description: "`Tus-Resumable` is missing, or names another version.",
      content: { "application/json": { schema: detail } },
    },
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

const show = call({
  method: "get",
  path: "/api/uploads/{ref}/",
  rights: "user",
  scope: "read",
  cache: "personal",
  tags,
  summary: "Get the progress of an upload, and the document made of it",
  description: `HEAD answers as specified by ${tus}.`,
  request: { params: uploadPath },
  responses: { ...ok(uploadRepresentation, "The upload."), ...forbidden, ...notFound },
})

const append = call({
  method: "patch",
  path: "/api/uploads/{ref}/",
  rights: "user",
  scope: "write",
  tags,
  summary: "Send a chunk of an upload",
  description: `Follows ${tus}: send \`Tus-Resumable\` and \`Upload-Offset\`. 409 if the offset is not the expected one, which HEAD returns.`,
  middleware: [admitted] as const,
  request: {
    params: uploadPath,
    body: { required: true, content: { [bytes]: { schema: z.string().openapi({ format: "binary" }) } } },
  },
  responses: { ...done, ...invalid, ...forbidden, ...notFound, ...conflict },
})

const finish = call({
  method: "post",
  path: "/api/uploads/{ref}/document/",
  rights: "user",
  scope: "write",
  tags,
  summary: "Create the document of a complete upload",
  description: "Safe to repeat: 201 if this call created the document, 200 if it already existed.",
  request: { params: uploadPath },
  responses: {
    ...ok(documentRepresentation, "The document, which already existed."),
    ...created(documentRepresentation, "The created document."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

const cancel = call({
  method: "delete",
  path: "/api/uploads/{ref}/",
  rights: "user",
  scope: "write",
  tags,
  summary: "Cancel an upload and discard the received data",
  request: { params: uploadPath },
  responses: { ...done, ...forbidden, ...notFound },
})

type Said<Status extends 201 | 204> = Response & TypedResponse<unknown, Status, "body">
/** HEAD answers with the headers of GET alone (RFC 9110, 9.3.2). */
type WithoutBody = Response & TypedResponse<never, 200, "json">

/** Builds the calls for large files, which are sent in pieces and resumed after an interruption. */
export function uploadsApi() {
  return apiApp()
    .openapi(list, async (c) => {
      const { db, config } = c.get("world")
      const uploads = await listUploads(db, c.get("viewer"), c.req.valid("query"), config)
      return listed(c, uploads, { start: 0, limit: uploads.length }, uploads.length)
    })
    .openapi(begin, async (c) => (await tusAnswer(c)) as Said<201>)
    .openapi(show, async (c) => {
      const { db, config } = c.get("world")
      const { ref: id } = c.req.valid("param")
      if (c.req.raw.method !== "HEAD") return tagged(c, await findUpload(db, c.get("viewer"), id, config))
      const { document_id, size } = await uploadFor(db, c.get("viewer"), id)
      const whole = { "Tus-Resumable": "1.0.0", "Upload-Offset": String(size), "Upload-Length": String(size) }
      const answer: Response =
        document_id === null ? await tusAnswer(c) : c.body(null, 200, { ...whole, "Cache-Control": "no-store" })
      return answer as WithoutBody
    })
    .openapi(append, async (c) => (await tusAnswer(c)) as Said<204>)
    .openapi(finish, async (c) => {
      const { db, config } = c.get("world")
      const { ref: id } = c.req.valid("param")
      const { document, isNew } = await finishUpload(db, storageOf(config), c.get("viewer"), id, config)
      c.header("Location", `/api/documents/${document.id}/`)
      return isNew ? versioned(c, document, 201) : versioned(c, document)
    })
    .openapi(cancel, async (c) => {
      const { db, config } = c.get("world")
      await cancelUpload(db, c.get("viewer"), c.req.valid("param").ref, config)
      return c.body(null, 204, { "Tus-Resumable": "1.0.0" })
    })
}
