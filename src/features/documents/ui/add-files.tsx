import { useRef, useState } from "react"
import { useRevalidator } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { TextField } from "#ui/fields/text-field.tsx"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"
import { acceptedFiles } from "../document-types.ts"
import { FileDrop } from "./file-drop.tsx"
import { useChosenBefore } from "./image-field.tsx"
import { useLive } from "./use-live.ts"
import { useUpload } from "./use-upload.ts"
import { VisibilityField } from "./visibility-field.tsx"

/** Where files for a page are brought: several at once with script, one with what is said of it without. */
export function AddFiles({ fid }: { fid: string }) {
  return (
    <Form name="add" className="form files__add" hasFiles isEmptiedWhenDone>
      <Adding fid={fid} />
    </Form>
  )
}

function Adding({ fid }: { fid: string }) {
  const t = useMessages()
  const isLive = useLive()
  const field = useField("file")
  const { revalidate } = useRevalidator()
  const upload = useUpload({ actor: fid, visibility: "public" })
  const [news, setNews] = useState("")
  const drop = useRef<HTMLInputElement>(null)
  const send = async (files: File[]) => {
    for (const file of files) {
      const document = await upload.send(file)
      if (!document) break
      setNews(t("documents.file_added", { title: document.title }))
      await revalidate()
    }
  }
  useChosenBefore(drop, isLive, (files) => void send(files))
  return (
    <>
      <FileDrop
        id={field.id}
        name="file"
        label={isLive ? t("documents.add_files") : t("documents.choose_file")}
        hint={t("documents.file_limits")}
        accept={acceptedFiles}
        isLive={isLive}
        isSeveral
        upload={upload}
        errors={field.error ?? none}
        onFiles={(files) => void send(files)}
        input={drop}
      />
      {!isLive && <Plain />}
      <span className="vh" role="status">
        {news}
      </span>
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
