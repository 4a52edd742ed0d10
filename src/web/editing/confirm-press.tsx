import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx"
import { preloadDialog } from "#ui/overlays/dialog.tsx"
import type { Icon } from "#ui/icons.tsx"
import { Form, useFormState } from "./form-parts.tsx"

type ConfirmPressProps = {
  /** The form of the page that the press is, and what it sends. */
  form: string
  fields: Record<string, string>
  /** What it gives is shown elsewhere on the page, by `useFormAnswer(form)`. */
  isShared?: boolean
  /** The question, what follows from it, and its two answers. */
  title: string
  hint: string
  confirm: string
  cancel: string
  /** The accessible name, when the words alone would not tell one row from another. */
  label?: string
  icon?: Icon
  iconOnly?: boolean
  kind?: "quiet" | "danger" | "bare"
  children: string
}

/** A form that is a button, which asks first: in a dialog, or without script by a box to tick (`demandSure`). */
export function ConfirmPress({ form, fields, isShared = false, ...button }: ConfirmPressProps) {
  return (
    <Form name={form} className="press" isBare isShared={isShared}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Asking {...button} />
    </Form>
  )
}

function Asking({ title, hint, confirm, cancel, label, icon, iconOnly, kind = "quiet", children }: AskingProps) {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  const [isSure, setSure] = useState(false)
  const button = useRef<HTMLSpanElement>(null)
  const { isBusy } = useFormState()
  const send = () => {
    setOpen(false)
    // The answer is in the form before it goes.
    flushSync(() => setSure(true))
    button.current?.closest("form")?.requestSubmit()
    setSure(false)
  }
  return (
    <>
      {isSure && <input type="hidden" name="sure" value="yes" />}
      <noscript>
        {import.meta.env.SSR && (
          <label className="choice small">
            <input type="checkbox" name="sure" value="yes" aria-label={`${title} ${t("fields.sure")}`} />
            <span className="choice__txt">{t("fields.sure")}</span>
          </label>
        )}
      </noscript>
      <span ref={button} className="contents">
        <Button
          type="submit"
          kind={kind}
          isBusy={isBusy}
          aria-label={label}
          {...(icon ? { icon } : {})}
          {...(iconOnly ? { iconOnly } : {})}
          onFocus={preloadDialog}
          onPointerEnter={preloadDialog}
          onClick={(press) => {
            press.preventDefault()
            setOpen(true)
          }}
        >
          {children}
        </Button>
      </span>
      <ConfirmDialog
        isOpen={isOpen}
        title={title}
        confirm={confirm}
        cancel={cancel}
        isDangerous
        onConfirm={send}
        onClose={() => setOpen(false)}
      >
        <p>{hint}</p>
      </ConfirmDialog>
    </>
  )
}
type AskingProps = Omit<ConfirmPressProps, "form" | "fields" | "isShared">
