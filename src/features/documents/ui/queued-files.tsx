import { useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { WarningCircleFill } from "#ui/icons.tsx"
import { useFocusAfterRemoval } from "#web/editing/focus-after-removal.ts"
import { Form, Submit } from "#web/editing/form-parts.tsx"
import type { Upload } from "../uploads/upload.ts"
import { sizeIn } from "../document-words.ts"
import type { QueuedFile } from "./use-file-queue.ts"
import "./uploads.css"

type QueuedFilesProps = {
  files: readonly QueuedFile[]
  onStop: (key: number) => void
  onAgain: (key: number) => void
  onDiscard: (key: number) => void
}

/** Files being uploaded, one per row, with their progress in words and the possible actions. */
export function QueuedFiles({ files, ...actions }: QueuedFilesProps) {
  const t = useMessages()
  if (files.length === 0) return null
  return (
    <ul className="ups" aria-label={t("uploads.on_the_way")}>
      {files.map((queued) => (
        <Row key={queued.key} queued={queued} {...actions} />
      ))}
    </ul>
  )
}

type RowProps = Omit<QueuedFilesProps, "files"> & { queued: QueuedFile }

function Row({ queued: { key, file, state, part, errors }, onStop, onAgain, onDiscard }: RowProps) {
  const t = useMessages()
  const row = useRef<HTMLLIElement>(null)
  useFocusAfterRemoval(row)
  const { name } = file
  const isIdle = state === "stopped" || state === "failed"
  return (
    <li className="ups__row" ref={row}>
      <p className="ups__name">
        <b>{name}</b> <span className="small t2">{sizeIn(t, file.size)}</span>
      </p>
      {state !== "failed" && (
        <progress
          aria-label={name}
          {...(state === "preparing" || (state === "sending" && part === 0) ? {} : { value: part, max: 1 })}
        />
      )}
      <p className="small">
        {state === "sending"
          ? t("uploads.sending", { percent: t.number(Math.floor(part * 100) / 100, { style: "percent" }) })
          : t(`uploads.${state}`)}
      </p>
      {errors.map((sentence) => (
        <p className="error" key={sentence}>
          <WarningCircleFill />
          {sentence}
        </p>
      ))}
      <div className="bar">
        {/* A single button, which keeps the focus when its press, or a failure, changes what it does. */}
        <Button
          onClick={() => (isIdle ? onAgain(key) : onStop(key))}
          aria-label={t(isIdle ? "uploads.again_which" : "uploads.stop_which", { name })}
        >
          {t(state === "stopped" ? "uploads.go_on" : isIdle ? "uploads.again" : "uploads.stop")}
        </Button>
        {isIdle && (
          <Button kind="bare" onClick={() => onDiscard(key)} aria-label={t("uploads.discard_which", { name })}>
            {t("uploads.discard")}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Unfinished uploads: their files have to be chosen again, which only a person can do. */
export function UnfinishedUploads({ uploads }: { uploads: readonly Upload[] }) {
  const t = useMessages()
  if (uploads.length === 0) return null
  return (
    <section className="ups__begun">
      <h2 className="d4">{t("uploads.begun_title")}</h2>
      <p className="t2">{t("uploads.begun_about")}</p>
      <ul className="ups">
        {uploads.map(({ id, name, size, offset }) => (
          <li key={id} className="ups__row">
            <p className="ups__name">
              <b>{t("uploads.continue_which", { name })}</b>
            </p>
            <progress aria-label={name} value={offset} max={size} />
            <p className="small">{t("uploads.arrived", { arrived: sizeIn(t, offset), size: sizeIn(t, size) })}</p>
            <Form name="discard" className="bar" isBare>
              <input type="hidden" name="ref" value={id} />
              <Submit aria-label={t("uploads.discard_which", { name })}>{t("uploads.discard")}</Submit>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How much of its storage a page has used: a bar, and in words. */
export function QuotaMeter({ used, quota }: { used: number; quota: number }) {
  const t = useMessages()
  return (
    <div className="ups__room">
      <meter
        aria-hidden="true"
        min={0}
        max={quota}
        low={quota * 0.8}
        high={quota * 0.95}
        optimum={0}
        value={Math.min(used, quota)}
      />
      <p className="small t2">{t("uploads.room", { used: sizeIn(t, used), quota: sizeIn(t, quota) })}</p>
    </div>
  )
}
