import { type InputHTMLAttributes, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "../classes.ts"
import { Field, type FieldWords } from "./field.tsx"
import { type Icon } from "../icons.tsx"
import { Eye, EyeSlash } from "../seldom-icons.tsx"

type TextFieldProps = FieldWords &
  Omit<InputHTMLAttributes<HTMLInputElement>, "required" | "className"> & {
    name: string
    span?: 2 | 3 | 4 | 6
    icon?: Icon
    /** Large, in the poster font: the title of an event, the name of an actor. */
    isTitle?: boolean
  }

/** A field of one line. A password can be revealed. */
export function TextField({
  label,
  hint,
  isOptional,
  note,
  error,
  span,
  id,
  icon: Mark,
  isTitle = false,
  type,
  ...rest
}: TextFieldProps) {
  const t = useMessages()
  const [isShown, setShown] = useState(false)
  const isPassword = type === "password"
  return (
    <Field {...({ label, hint, isOptional, note, error, span, id } as FieldWords)}>
      {(wiring) => {
        const input = (
          <input
            {...rest}
            {...wiring}
            type={isPassword && isShown ? "text" : type}
            className={classes("input", isTitle && "input--title")}
          />
        )
        if (isPassword) {
          return (
            <div className="withicon">
              {input}
              <button
                type="button"
                className="withicon__do"
                aria-pressed={isShown}
                aria-label={t("fields.show_password")}
                onClick={() => setShown(!isShown)}
              >
                {isShown ? <EyeSlash /> : <Eye />}
              </button>
            </div>
          )
        }
        return Mark ? (
          <div className="withicon">
            {input}
            <Mark />
          </div>
        ) : (
          input
        )
      }}
    </Field>
  )
}
