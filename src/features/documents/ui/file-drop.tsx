import { type ReactNode, type Ref, useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { classes } from "#ui/classes.ts"
import { WarningCircleFill } from "#ui/icons.tsx"
import { UploadSimple } from "#ui/seldom-icons.tsx"
import type { Upload } from "./use-upload.ts"

type FileDropProps = {
  id: string
  /** The name under which the form sends the file without script. */
  name: string
  label: string
  hint: ReactNode
  accept: string
  isLive: boolean
  isSeveral?: boolean
  /** Whether it stands beside files chosen before and is shown small. */
  isSmall?: boolean
  /** The upload of a single file, shown in its place; several have rows of their own (`QueuedFiles`). */
  upload?: Upload
  /** Whether files of such rows are on their way: the form waits for them. */
  isBusy?: boolean
  /** Errors the server found in the form's file. */
  errors?: readonly string[]
  onFiles: (files: File[]) => void
  input?: Ref<HTMLInputElement>
}

const none: readonly string[] = []

/** A control to choose or drop files; with script they are uploaded at once and the progress is shown in its place. */
export function FileDrop({
  id,
  name,
  label,
  hint,
  accept,
  isLive,
  isSeveral = false,
  isSmall = false,
  upload,
  isBusy = false,
  errors: returned = none,
  onFiles,
  input,
}: FileDropProps) {
  const t = useMessages()
  const [isOver, setOver] = useState(false)
  const [isHasty, setHasty] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const sending = upload?.sending
  const errors = upload && upload.errors.length > 0 ? upload.errors : returned
  const isSending = sending !== undefined || isBusy
  useEffect(() => {
    const form = place.current?.closest("form")
    if (!isSending || !form) return
    // Saving now would leave the file out and stop its upload.
    const wait = (submit: Event) => {
      submit.preventDefault()
      submit.stopPropagation()
      setHasty(true)
    }
    form.addEventListener("submit", wait, true)
    return () => {
      form.removeEventListener("submit", wait, true)
      setHasty(false)
    }
  }, [isSending])
  const described = [`${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div className="field">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is one more way beside the field in it */}
      <div
        ref={place}
        className={classes(
          "drop",
          isOver && "drop--over",
          isSmall && "drop--small",
          errors.length > 0 && "drop--wrong",
        )}
        onDragOver={(drag) => {
          if (!isLive || !drag.dataTransfer.types.includes("Files")) return
          drag.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(drop) => {
          if (!isLive) return
          drop.preventDefault()
          setOver(false)
          const files = [...drop.dataTransfer.files]
          if (files.length > 0) onFiles(isSeveral ? files : files.slice(0, 1))
        }}
      >
        <label htmlFor={id} className="drop__label">
          <UploadSimple />
          <span>
            <b>{label}</b>
            {isLive && !isSmall && (
              <span className="t2"> {t(isSeveral ? "documents.or_drop_several" : "documents.or_drop")}</span>
            )}
          </span>
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          name={isLive ? undefined : name}
          accept={accept}
          multiple={isLive && isSeveral}
          aria-describedby={described}
          aria-invalid={errors.length > 0 || undefined}
          className={isLive ? "vh" : "input"}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            currentTarget.value = ""
            if (files.length > 0) onFiles(files)
          }}
        />
        {upload && sending && (
          <div className="drop__way">
            <progress aria-label={sending.name} {...(sending.part < 1 ? { value: sending.part, max: 1 } : {})} />
            <span className="small" role="status">
              {sending.part < 1
                ? t("documents.sending", {
                    percent: t.number(Math.floor(sending.part * 10) / 10, { style: "percent" }),
                  })
                : t("documents.preparing")}
            </span>
            <Button kind="bare" onClick={upload.stop}>
              {t("documents.stop")}
            </Button>
          </div>
        )}
      </div>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {isHasty && (
        <p className="error" role="alert">
          <WarningCircleFill />
          {t("documents.still_sending")}
        </p>
      )}
      {errors.length > 0 && (
        <div id={`${id}-error`} role="alert">
          {errors.map((sentence) => (
            <p className="error" key={sentence}>
              <WarningCircleFill />
              {sentence}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
