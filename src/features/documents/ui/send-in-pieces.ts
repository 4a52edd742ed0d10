import { DetailedError, Upload } from "tus-js-client"
import { failure } from "#web/api.ts"
import { browserApi, csrfToken, newCsrfToken, callHeaders } from "#web/api/browser-api.ts"
import { csrfHeader } from "#web/api/header-names.ts"
import { failureOf } from "#web/api/problems.ts"
import type { Document } from "../document.ts"

/** Size of a piece in bytes, which has to arrive within the server's minutes for a request even on a slow line. */
const pieceSize = 8 * 1024 ** 2
/** Delays in milliseconds between attempts before the connection counts as lost. */
const tries = [0, 1000, 3000, 5000]
/** Afterwards it is tried again when the browser reports a connection, or after this many milliseconds. */
const nextTry = 15_000
const busyTries = 10

type Options = {
  /** The description of the file. */
  fields: Record<string, string>
  /** An unfinished upload of this file. */
  ref: string | undefined
  onBegun: (ref: string) => void
  onProgress: (part: number) => void
  /** Called with whether it waits for the connection to return. */
  onOffline: (isOffline: boolean) => void
  signal: AbortSignal
}

/**
 * Uploads a large file in pieces (tus 1.0), resumes an unfinished upload, waits while there is no connection, and has the
 * document made. Throws what any call throws; an AbortError when it was stopped, after which it can be resumed.
 */
export async function sendInPieces(file: File, options: Options): Promise<Document> {
  let { ref } = options
  for (let isThere = false; !isThere;) {
    options.signal.throwIfAborted()
    const token = csrfToken() ?? (await newCsrfToken())
    try {
      ref = await send(file, ref, token, options, (begun) => options.onBegun((ref = begun)))
      isThere = true
    } catch (error) {
      if (!(error instanceof DetailedError)) throw error
      const answer = error.originalResponse
      if (answer) {
        const refused = await failure(new Response(answer.getBody(), { status: answer.getStatus() }))
        if (failureOf(refused)?.said.code !== "csrf_failed") throw refused
        await newCsrfToken()
      } else {
        options.onOffline(true)
        await connection(options.signal)
        options.onOffline(false)
      }
    }
  }
  options.onProgress(1)
  return finish(ref as string, options.signal)
}

function send(
  file: File,
  ref: string | undefined,
  token: string,
  { fields, onProgress, signal }: Options,
  onBegun: (ref: string) => void,
): Promise<string> {
  return new Promise((done, failed) => {
    const upload: Upload = new Upload(file, {
      endpoint: "/api/uploads/",
      ...(ref ? { uploadUrl: `/api/uploads/${ref}/` } : {}),
      chunkSize: pieceSize,
      retryDelays: tries,
      // The server knows the unfinished uploads, so that they are found on other devices too.
      storeFingerprintForResuming: false,
      headers: { ...callHeaders(), [csrfHeader]: token },
      metadata: { filename: file.name, filetype: file.type, modified: String(file.lastModified), ...fields },
      onUploadUrlAvailable: () => onBegun(refOf(upload.url)),
      onProgress: (sent, total) => onProgress(Math.min(sent / total, 0.99)),
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0
        return status === 0 || status === 409 || status === 423 || status === 429 || status === 502
      },
      onSuccess: () => done(refOf(upload.url)),
      onError: failed,
    })
    const stop = () => void upload.abort().then(() => failed(new DOMException("stopped", "AbortError")))
    signal.addEventListener("abort", stop, { once: true })
    upload.start()
  })
}

const refOf = (url: string | null) => /([0-9a-f]{32})\/?$/.exec(url ?? "")?.[1] ?? ""

/** Another tab may be finishing it, or the server may be busy; in the end there is one document. */
async function finish(ref: string, signal: AbortSignal): Promise<Document> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await browserApi.post("/api/uploads/{ref}/document/", {}, { ref })
    } catch (error) {
      const status = failureOf(error)?.status
      if (attempt === busyTries || (status !== 0 && status !== 429)) throw error
      await new Promise((go) => setTimeout(go, 3000))
    }
  }
}

function connection(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const go = () => {
      clearTimeout(late)
      window.removeEventListener("online", go)
      done()
    }
    const late = setTimeout(go, nextTry)
    window.addEventListener("online", go)
    signal.addEventListener("abort", go)
  })
}
