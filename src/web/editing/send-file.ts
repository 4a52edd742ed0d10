import { failure } from "../api.ts"
import { csrfToken, newCsrfToken, callHeaders } from "../api/browser-api.ts"
import { csrfHeader } from "../api/header-names.ts"

/**
 * Sends a form with a file to the API from the browser and reports the progress (0 to 1), which `fetch` cannot. Throws what any
 * call throws; a TypeError when it did not arrive, an AbortError when it was aborted.
 */
export async function sendFile<Answer>(
  address: string,
  form: FormData,
  { onProgress, signal }: { onProgress?: (part: number) => void; signal?: AbortSignal } = {},
): Promise<Answer> {
  let response = await send(address, form, csrfToken() ?? (await newCsrfToken()), onProgress, signal)
  const isForged = response.status === 403 && (await failure(response.clone())).data.code === "csrf_failed"
  if (isForged) response = await send(address, form, await newCsrfToken(), onProgress, signal)
  if (!response.ok) throw await failure(response)
  return response.json()
}

function send(
  address: string,
  form: FormData,
  token: string,
  onProgress?: (part: number) => void,
  signal?: AbortSignal,
): Promise<Response> {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest()
    request.open("POST", address)
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value)
    request.setRequestHeader(csrfHeader, token)
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
    request.addEventListener("load", () => done(new Response(request.responseText, { status: request.status })))
    request.addEventListener("error", () => failed(new TypeError("the file did not arrive")))
    request.addEventListener("abort", () => failed(new DOMException("stopped", "AbortError")))
    signal?.addEventListener("abort", () => request.abort())
    request.send(form)
  })
}
