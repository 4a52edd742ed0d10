import { type ReactNode, useId } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { WarningCircleFill } from "../icons.tsx"

/** Ids and states that connect a control with its label, hint and error. */
export type FieldWiring = {
  id: string
  "aria-describedby": string | undefined
  "aria-invalid": true | undefined
  required: boolean
}

export type FieldWords = {
  label: ReactNode
  hint?: ReactNode
  /** Required fields are the rule and not marked. */
  isOptional?: boolean
  /** Replaces « facultatif »: « comme d’habitude », « repris ». */
  note?: ReactNode
  /** Error messages, as the server sends them. */
  error?: string | readonly string[] | undefined
}

type FieldProps = FieldWords & {
  id?: string | undefined
  /** Columns of the six in a `form__grid`. */
  span?: 2 | 3 | 4 | 6 | undefined
  children: (wiring: FieldWiring) => ReactNode
}

/** A field: label above, hint below, errors under it. */
export function Field({ label, hint, isOptional = false, note, error, id: given, span, children }: FieldProps) {
  const t = useMessages()
  const made = useId()
  const id = given ?? made
  const errors = error === undefined ? [] : [error].flat()
  const described = [hint && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div className={span ? `field c${span}` : "field"}>
      <label htmlFor={id} id={`${id}-label`}>
        {label} {(isOptional || note) && <i>{note ?? t("fields.optional")}</i>}
      </label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": errors.length > 0 ? true : undefined,
        required: !isOptional,
      })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {errors.length > 0 && (
        <div id={`${id}-error`}>
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
