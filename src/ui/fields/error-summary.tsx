import { useEffect, useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { WarningCircleFill } from "../icons.tsx"
import { useHydrated } from "../in-browser.ts"
import { focusField } from "../reveal.ts"

type FieldError = { id: string; message: string }

/** Shown above a form that was refused: its errors, each with a link to its field. Takes the focus when it appears. */
export function ErrorSummary({ errors }: { errors: readonly FieldError[] }) {
  const t = useMessages()
  const summary = useRef<HTMLDivElement>(null)
  const key = errors.map(({ id }) => id).join()
  const before = useRef("")
  useEffect(() => {
    const known = before.current.split(",")
    before.current = key
    // An error that disappears is being corrected by somebody, whose focus must stay where it is.
    if (key && key.split(",").some((id) => !known.includes(id))) summary.current?.focus()
  }, [key])
  if (errors.length === 0) return null
  return (
    <div className="note note--error" ref={summary} tabIndex={-1} role="group" aria-labelledby="error-summary">
      <WarningCircleFill />
      <div>
        <p className="h5" id="error-summary">
          {t("fields.errors_title", { count: errors.length })}
        </p>
        <ErrorLinks errors={errors} />
      </div>
    </div>
  )
}

/** Lists the errors, each with the label of its field and a link to it. */
export function ErrorLinks({ errors }: { errors: readonly FieldError[] }) {
  const t = useMessages()
  const isLive = useHydrated()
  return (
    <ul>
      {errors.map(({ id, message }) => (
        <li key={id + message}>
          <a
            href={`#${id}`}
            onClick={(press) => {
              const field = document.getElementById(id)
              if (!field) return
              press.preventDefault()
              focusField(field)
            }}
          >
            {isLive && labelOf(id, t.language === "fr" ? "\u00A0: " : ": ")}
            {message}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Returns the label of a field, so that « Ce champ est obligatoire. » says which field is meant. */
function labelOf(id: string, sign: string): string {
  const label = document.getElementById(`${id}-label`)
  const words = label?.firstChild?.textContent?.trim()
  // The part of the form, « Date 4 », where there are several.
  const part = label?.closest<HTMLElement>("[data-part]")?.dataset.part
  return [part, words].map((one) => (one ? one + sign : "")).join("")
}
