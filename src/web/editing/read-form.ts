import { data } from "react-router"

/** As for the API (product §2). */
const largestForm = 100 * 1024

/** One file as large as they may be, and the words around it. */
const largestWithFile = 26 * 1024 * 1024

/** What a form sent, on the server: at most 100 KB, as browsers send plain forms. Otherwise 413 or 415. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? ""
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw data({}, { status: 415 })
  return new URLSearchParams(await (await readBody(request, largestForm)).text())
}

/** The same of a form that takes a file (multipart/form-data). Only whoever `mayBring` one may send more than 100 KB. */
export async function readFormWithFile(request: Request, mayBring: boolean): Promise<FormData> {
  const type = request.headers.get("content-type") ?? ""
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    const filled = new FormData()
    for (const [name, value] of await readForm(request)) filled.append(name, value)
    return filled
  }
  const body = await readBody(request, mayBring ? largestWithFile : largestForm)
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
