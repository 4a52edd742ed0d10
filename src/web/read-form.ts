import { data } from "react-router"

/** As for the API (product §2). */
const largestForm = 100 * 1024

/** What a form sent, on the server: at most 100 KB, as browsers send plain forms. Otherwise 413 or 415. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? ""
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw data({}, { status: 415 })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > largestForm) throw data({}, { status: 413 })
    chunks.push(chunk)
  }
  return new URLSearchParams(await new Blob(chunks).text())
}
