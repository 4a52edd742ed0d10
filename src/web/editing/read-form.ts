import { data } from "react-router"
import { exceedsForms } from "#lib/form-fields.ts"

/** Largest form in bytes, as for the API (product §2). */
const largestForm = 100 * 1024

/** Largest form with a file: the largest file, and its other fields. */
const largestWithFile = 26 * 1024 * 1024

/** Reads a form on the server: at most 100 KB, as browsers send plain forms. Otherwise throws 413 or 415. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? ""
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw data({}, { status: 415 })
  return new URLSearchParams(await (await readBody(request, largestForm)).text())
}

/** Reads a form that may contain a file (multipart/form-data). More than 100 KB is accepted only with `mayBring`. */
export async function readFormWithFile(request: Request, mayBring: boolean): Promise<FormData> {
  const type = request.headers.get("content-type") ?? ""
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    const filled = new FormData()
    for (const [name, value] of await readForm(request)) filled.append(name, value)
    return filled
  }
  const body = await readBody(request, mayBring ? largestWithFile : largestForm)
  if (exceedsForms(await body.arrayBuffer(), type)) throw data({}, { status: 413 })
  return new Response(body, { headers: { "content-type": type } }).formData().catch(() => {
    throw data({}, { status: 400 })
  })
}

async function readBody(request: Request, most: number): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > most) throw data({}, { status: 413 })
    chunks.push(chunk)
  }
  return new Blob(chunks)
}
