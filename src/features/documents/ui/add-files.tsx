import { useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { TextField } from "#ui/fields/text-field.tsx"
import { useHydrated } from "#ui/in-browser.ts"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"
import { useReadAgain } from "#web/navigation/read-again.ts"
import { acceptedFiles } from "../document-types.ts"
import { acceptedSounds } from "../sound/sound-kinds.ts"
import type { Upload } from "../uploads/upload.ts"
import { FileDrop } from "./file-drop.tsx"
import { useFilesChosenBeforeScript } from "./images/image-field.tsx"
import { UnfinishedUploads, QueuedFiles } from "./queued-files.tsx"
import { isSameFile, useFileQueue } from "./use-file-queue.ts"
import { VisibilityField } from "./visibility-field.tsx"

type AddFilesProps = {
  fid: string
  /** This person's unfinished uploads for this page. */
  begun: readonly Upload[]
}

/** The place to add files to a page: several at once with script, one with its description without. */
export function AddFiles({ fid, begun }: AddFilesProps) {
  const t = useMessages()
  const readAgain = useReadAgain()
  const [news, setNews] = useState("")
  const queue = useFileQueue({
    fields: { actor: fid, visibility: "public" },
    begun,
    isInPieces: true,
    onNews: setNews,
    onAdded: ({ title }) => {
      setNews(t("documents.file_added", { title }))
      void readAgain()
    },
  })
  const { add } = queue
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener("paste", paste)
    return () => document.removeEventListener("paste", paste)
  }, [])
  const isListed = ({ id, ...upload }: Upload) =>
    queue.files.some(({ file, ref }) => ref === id || isSameFile(file, { id, ...upload }))
  return (
    <>
      <Form name="add" className="form files__add" hasFiles isEmptiedWhenDone>
        <Adding onFiles={add} />
      </Form>
      <QueuedFiles
        files={queue.files}
        onStop={queue.stop}
        onAgain={queue.again}
        onDiscard={(key) => void queue.discard(key).then(readAgain)}
      />
      <span className="vh" role="status">
        {news}
      </span>
      <UnfinishedUploads uploads={begun.filter((one) => !isListed(one))} />
    </>
  )
}

function Adding({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useMessages()
  const isLive = useHydrated()
  const field = useField("file")
  const drop = useRef<HTMLInputElement>(null)
  useFilesChosenBeforeScript(drop, isLive, onFiles)
  return (
    <>
      <FileDrop
        id={field.id}
        name="file"
        label={isLive ? t("documents.add_files") : t("documents.choose_file")}
        hint={t("documents.file_limits")}
        accept={`${acceptedFiles},${acceptedSounds}`}
        isLive={isLive}
        isSeveral
        errors={field.error ?? none}
        onFiles={onFiles}
        input={drop}
      />
      {!isLive && <Plain />}
    </>
  )
}

const none: readonly string[] = []

function Plain() {
  const t = useMessages()
  return (
    <>
      <TextField
        {...useField("alt")}
        label={t("documents.alt")}
        hint={t("documents.alt_hint")}
        maxLength={1000}
        isOptional
      />
      <TextField
        {...useField("credit")}
        label={t("documents.credit")}
        hint={t("documents.credit_hint")}
        maxLength={300}
        isOptional
      />
      <VisibilityField {...useField("visibility", "public")} />
      <div className="bar">
        <Submit kind="main">{t("documents.add_do")}</Submit>
      </div>
    </>
  )
}
