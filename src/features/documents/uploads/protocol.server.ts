import { createWriteStream } from "node:fs"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { FileStore } from "@tus/file-store"
import { Server, Upload } from "@tus/server"
import type { Context } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import { ZodError } from "zod"
import type { Environment } from "#http/environment.ts"
import { fieldErrors } from "#http/errors/problem.ts"
import type { Messages } from "#i18n/messages.ts"
import { InvalidFields, Refusal, refuse } from "#lib/refusal.ts"
import { isFull } from "#storage/file-source.ts"
import { beginUpload } from "./commands.server.ts"
import { newUpload } from "./inputs.ts"
import { uploadLocks } from "./locks.server.ts"
import { uploadFolder, uploadFor } from "./queries.server.ts"
import { uploadHours } from "./upload.ts"

const locker = uploadLocks()

/**
 * Answers a request by tus 1.0 with its reference server: which bytes have arrived, and where the next ones go. Rights and the
 * data of uploads belong to the domain; the protocol reads them from there.
 */
export async function tusAnswer(c: Context<Environment>): Promise<Response> {
  const { db, config } = c.get("world")
  const viewer = c.get("viewer")
  const directory = uploadFolder(config)
  let failure: unknown
  const bytes = new FileStore({
    directory,
    expirationPeriodInMilliseconds: uploadHours * 3_600_000,
    configstore: {
      async get(id) {
        const { size, created_at } = await uploadFor(db, viewer, id)
        return new Upload({ id, size, offset: 0, creation_date: created_at.toISOString() })
      },
      async set() {},
      async delete() {},
    },
  })
  bytes.write = async (readable, id, offset) => {
    const file = createWriteStream(join(directory, id), { flags: "r+", start: offset })
    await pipeline(readable, file)
    return offset + file.bytesWritten
  }
  const server = new Server({
    path: "/api/uploads",
    datastore: bytes,
    locker,
    generateUrl: (_request, { id }) => `/api/uploads/${id}/`,
    namingFunction: (request, metadata = {}) => {
      const said = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null))
      return beginUpload(db, viewer, newUpload.parse(said), Number(request.headers.get("upload-length")), config)
    },
    onResponseError: (_request, error) => void (failure = error),
  })
  const answer = await server.handleWeb(c.req.raw)
  // Cross-origin access is decided in one place (http/security/cors.ts).
  const names = [...answer.headers.keys()]
  for (const name of names) if (name.startsWith("access-control")) answer.headers.delete(name)
  if (isFull(failure)) refuse("storage_full")
  if (failure instanceof Refusal || failure instanceof InvalidFields) throw failure
  if (failure instanceof ZodError) return c.json(fieldErrors(failure.issues, c.get("messages")), 400)
  if (failure instanceof Error) throw failure
  if (answer.status < 400) return answer
  for (const [name, value] of answer.headers) if (/^(tus|upload)-/.test(name)) c.header(name, value)
  const detail = refusalOf(answer.status, await answer.text(), c.get("messages"))
  return c.json({ detail }, answer.status as ContentfulStatusCode)
}

/** Translates the reference server's English refusals for the reader, with the names of the headers concerned. */
function refusalOf(status: number, text: string, t: Messages): string {
  if (status >= 500 && status !== 501) return t("errors.server")
  if (status === 404 || status === 410) return t("errors.upload_not_found")
  if (status === 409) return t("errors.upload_elsewhere")
  if (status === 413) return t("errors.upload_too_large")
  const names = text.match(/\b(?:content|tus|upload|x)(?:-[a-z]+)+/gi)
  return names ? t("errors.upload_header", { names: names.join(", ") }) : t("errors.upload_refused")
}
