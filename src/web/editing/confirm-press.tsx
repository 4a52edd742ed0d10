import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx"
import { preloadDialog } from "#ui/overlays/dialog.tsx"
import type { Icon } from "#ui/icons.tsx"
import { Form, useFormState } from "./form-parts.tsx"

type ConfirmPressProps = {
  /** The form's name on the page, and the fields it sends. */
  form: string
  fields: Record<string, string>
  /** Whether its result is shown elsewhere on the page, with `useFormAnswer(form)`. */
  isShared?: boolean
  /** The question, its consequences, and the two answers. */
  title: string
  hint: string
  confirm: string
  cancel: string
  /** Accessible name, when the text alone would not distinguish one row from another. */
  label?: string
  icon?: Icon
  iconOnly?: boolean
  kind?: "quiet" | "danger" | "bare"
  children: string
}

/**
 * A form with a single button that asks for confirmation: in a dialog, or without script with a checkbox (`demandConfirmation`).
 */
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
    // The confirmation must be in the form before it is sent.
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
