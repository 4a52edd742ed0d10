import { type ReactNode, useId } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { WarningCircleFill } from "../icons.tsx"

/** Ids and states a control needs so that its label, hint and error belong to it. */
export type FieldWiring = {
  id: string
  "aria-describedby": string | undefined
  "aria-invalid": true | undefined
  required: boolean
}

export type FieldWords = {
  label: ReactNode
  hint?: ReactNode
  /** Required is the norm and goes unmarked. */
  isOptional?: boolean
  /** In the place of « facultatif »: « comme d’habitude », « repris ». */
  note?: ReactNode
  /** What is wrong, in sentences; the server's lists as they come. */
  error?: string | readonly string[] | undefined
}

type FieldProps = FieldWords & {
  id?: string | undefined
  /** Columns of six, in a `form__grid`. */
  span?: 2 | 3 | 4 | 6 | undefined
  children: (wiring: FieldWiring) => ReactNode
}

/** Label above, hint below, error under it. */
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
