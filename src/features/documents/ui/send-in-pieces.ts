import { DetailedError, Upload } from "tus-js-client"
import { failure } from "#web/api.ts"
import { browserApi, csrfToken, newCsrfToken, callHeaders } from "#web/browser-api.ts"
import { csrfHeader } from "#web/header-names.ts"
import { failureOf } from "#web/problems.ts"
import type { Document } from "../document.ts"

/** One piece has to arrive within the minutes that the server gives a request, on a slow line too (bytes). */
const pieceSize = 8 * 1024 ** 2
/** Tries, one after another, before it is said that the line is dead (milliseconds). */
const tries = [0, 1000, 3000, 5000]
/** Then it is tried again whenever the browser says there is a connection, or after so long. */
const nextTry = 15_000
const busyTries = 10

type Options = {
  /** What is said of the file, beside its name. */
  fields: Record<string, string>
  /** An upload of this file that was begun before. */
  ref: string | undefined
  onBegun: (ref: string) => void
  onProgress: (part: number) => void
  /** Whether it is waiting for the connection to come back. */
  onOffline: (isOffline: boolean) => void
  signal: AbortSignal
}

/**
 * Sends a large file piece by piece (tus 1.0), goes on where it was left off, waits while there is no connection, and has
 * the document made. Throws what any call throws; an AbortError when it was stopped, after which it can be gone on with.
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
      // What was begun is asked of the server: it is found again on another device too.
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

/** Somebody else may be at it, or the server very busy: there is one document in the end. */
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
