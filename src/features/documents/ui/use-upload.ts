import { useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { failureOf, problemOf } from "#web/api/problems.ts"
import { sendFile } from "#web/editing/send-file.ts"
import { askIfSessionEnded } from "#web/session/session.ts"
import type { Document } from "../document.ts"
import type { Visibility } from "../document-types.ts"

/** The page or event an upload is for; empty when that does not exist yet. */
export type UploadFor = { actor?: string; event?: number }
export const noOwner: UploadFor = {}
type Options = UploadFor & { type?: "Image" | "Document"; visibility: Visibility }

export type Upload = {
  /** The file being uploaded and its progress, 0 to 1. At 1 the server is processing it. */
  sending: { name: string; part: number } | undefined
  /** The errors of the last upload, in sentences. */
  errors: readonly string[]
  /** Uploads a file; undefined when it failed or was stopped. */
  send(file: File): Promise<Document | undefined>
  stop(): void
}

/**
 * Uploads a file to the API. Another one takes its place, and stops its upload, as does the form when it is removed from the page.
 */
export function useUpload({ actor, event, type, visibility }: Options): Upload {
  const t = useMessages()
  const [sending, setSending] = useState<Upload["sending"]>()
  const [errors, setErrors] = useState<readonly string[]>([])
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])

  const send = async (file: File) => {
    const form = new FormData()
    form.set("file", file, file.name)
    if (type) form.set("type", type)
    form.set("visibility", visibility)
    if (actor !== undefined) form.set("actor", actor)
    if (event !== undefined) form.set("event", String(event))
    const mine = new AbortController()
    stopper.current?.abort()
    stopper.current = mine
    setErrors([])
    setSending({ name: file.name, part: 0 })
    try {
      return await sendFile<Document>("/api/documents/", form, {
        onProgress: (part) => stopper.current === mine && setSending({ name: file.name, part }),
        signal: mine.signal,
      })
    } catch (error) {
      if ((error as Error).name === "AbortError") return undefined
      if (failureOf(error)?.status === 0) setErrors([t("documents.not_arrived")])
      else {
        const problem = problemOf(error, t)
        if (!problem) throw error
        askIfSessionEnded(problem.code)
        const said = Object.values(problem.fields).flat()
        setErrors(said.length > 0 ? said : problem.notices)
      }
      return undefined
    } finally {
      if (stopper.current === mine) setSending(undefined)
    }
  }
  return { sending, errors, send, stop: () => stopper.current?.abort() }
}
