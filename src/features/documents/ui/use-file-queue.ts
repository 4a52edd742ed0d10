import { useEffect, useRef, useState } from "react"
import type { useMessages } from "#i18n/messages-context.ts"
import { useMessages as useWords } from "#i18n/messages-context.ts"
import { sendFile } from "#web/editing/send-file.ts"
import { failureOf, problemOf } from "#web/api/problems.ts"
import { askIfSessionEnded } from "#web/session/session.ts"
import type { Document } from "../document.ts"
import type { Upload } from "../uploads/upload.ts"

/** Files below this size in bytes are sent in one request. */
const small = 5 * 1024 ** 2

export type QueuedFile = {
  /** Its number in this list. */
  key: number
  file: File
  state: "waiting" | "sending" | "preparing" | "offline" | "failed" | "stopped"
  /** Progress, 0 to 1. */
  part: number
  errors: readonly string[]
  /** The upload of a large file. */
  ref: string | undefined
}

type Options = {
  /** What the API is to know of each file: the page or event it is for, its visibility. */
  fields: Record<string, string>
  /** Unfinished uploads, from this or another device. */
  begun?: readonly Upload[]
  /** How many are sent at the same time; with 1 they arrive in the order in which they were chosen. */
  atOnce?: number
  /** Whether large files are sent in pieces, which can be resumed: only those of a page, where unfinished ones are listed. */
  isInPieces?: boolean
  onAdded: (document: Document) => void
  onNews: (words: string) => void
}

/** Tells whether a file belongs to an unfinished upload, by name, size and date, which is all a browser can compare. */
export function isSameFile({ name, size, lastModified }: File, upload: Upload): boolean {
  return upload.name === name && upload.size === size && (upload.modified ?? lastModified) === lastModified
}

const nothingBegun: readonly Upload[] = []

/** Uploads files, a few at a time, each with its own state. Leaving the page stops them. */
export function useFileQueue({
  fields,
  begun = nothingBegun,
  atOnce = 3,
  isInPieces = false,
  onAdded,
  onNews,
}: Options) {
  const t = useWords()
  const [files, setFiles] = useState<readonly QueuedFile[]>([])
  const queue = useRef<QueuedFile[]>([])
  const stoppers = useRef(new Map<number, AbortController>())
  const lastKey = useRef(0)
  useEffect(() => {
    const running = stoppers.current
    return () => {
      for (const one of running.values()) one.abort()
    }
  }, [])

  const show = () => setFiles([...queue.current])
  const change = (key: number, changed: Partial<QueuedFile>) => {
    queue.current = queue.current.map((one) => (one.key === key ? { ...one, ...changed } : one))
    show()
  }
  const drop = (key: number) => {
    queue.current = queue.current.filter((one) => one.key !== key)
    show()
  }
  const goOn = () => {
    for (const one of queue.current) {
      if (stoppers.current.size >= atOnce) return
      if (one.state === "waiting") void send(one)
    }
  }

  async function send({ key, file, ref }: QueuedFile) {
    const mine = new AbortController()
    stoppers.current.set(key, mine)
    change(key, { state: "sending", errors: [] })
    const onProgress = (part: number) => change(key, { part, state: part < 1 ? "sending" : "preparing" })
    try {
      const document = await (!isInPieces || file.size <= small
        ? sendFile<Document>("/api/documents/", formOf(file, fields), { onProgress, signal: mine.signal })
        : import("./send-in-pieces.ts").then(({ sendInPieces }) =>
            sendInPieces(file, {
              fields,
              ref: ref ?? begun.find((one) => isSameFile(file, one))?.id,
              onBegun: (started) => change(key, { ref: started }),
              onProgress,
              onOffline: (isOffline) => {
                change(key, { state: isOffline ? "offline" : "sending" })
                if (isOffline) onNews(t("uploads.news_offline", { name: file.name }))
              },
              signal: mine.signal,
            }),
          ))
      drop(key)
      onAdded(document)
    } catch (error) {
      if (mine.signal.aborted) change(key, { state: "stopped" })
      else {
        change(key, { state: "failed", errors: sentencesOf(error, t) })
        askIfSessionEnded(failureOf(error)?.said.code)
        onNews(t("uploads.news_failed", { name: file.name }))
      }
    } finally {
      stoppers.current.delete(key)
      goOn()
    }
  }

  return {
    files,
    /** Whether any file is being sent or waits for it. */
    isBusy: files.some(({ state }) => state !== "failed" && state !== "stopped"),
    add(given: readonly File[]) {
      for (const file of given)
        queue.current.push({ key: ++lastKey.current, file, state: "waiting", part: 0, errors: [], ref: undefined })
      onNews(t("uploads.news_begun", { count: given.length }))
      show()
      goOn()
    },
    again(key: number) {
      change(key, { state: "waiting", errors: [] })
      goOn()
    },
    stop(key: number) {
      const running = stoppers.current.get(key)
      if (running) running.abort()
      else change(key, { state: "stopped" })
    },
    /** Removes a file from the list and deletes what has arrived of it. */
    async discard(key: number) {
      const ref = queue.current.find((one) => one.key === key)?.ref
      drop(key)
      if (!ref) return
      const { browserApi } = await import("#web/api/browser-api.ts")
      await browserApi.delete("/api/uploads/{ref}/", undefined, { ref }).catch(() => {})
    },
  }
}

function formOf(file: File, fields: Options["fields"]) {
  const form = new FormData()
  form.set("file", file, file.name)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** Explains a failure in the server's words, which are more precise than the status. */
function sentencesOf(error: unknown, t: ReturnType<typeof useMessages>): readonly string[] {
  const said = failureOf(error)
  if (said?.status === 0) return [t("uploads.not_arrived")]
  const problem = problemOf(error, t)
  if (!problem) throw error
  const beside = Object.values(problem.fields).flat()
  if (beside.length > 0) return beside
  return said?.said.detail ? [said.said.detail] : problem.notices
}
