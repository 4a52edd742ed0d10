import { useEffect, useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { WarningCircleFill } from "./icons.tsx"
import { focusField } from "./reveal.ts"

/** Above a form that came back: what to look at again, each with a link to its field. Takes the focus when it appears. */
export function ErrorSummary({ errors }: { errors: readonly { id: string; message: string }[] }) {
  const t = useMessages()
  const summary = useRef<HTMLDivElement>(null)
  const key = errors.map(({ id }) => id).join()
  useEffect(() => {
    if (key) summary.current?.focus()
  }, [key])
  if (errors.length === 0) return null
  return (
    <div className="note note--error" ref={summary} tabIndex={-1} role="group" aria-labelledby="error-summary">
      <WarningCircleFill />
      <div>
        <p className="h5" id="error-summary">
          {t("ui.errors_title", { count: errors.length })}
        </p>
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
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
