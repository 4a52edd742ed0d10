import { type InputHTMLAttributes, type ReactNode, useId } from "react"
import { WarningCircleFill } from "../icons.tsx"

type ChoiceProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "children" | "className"> & {
  name: string
  children: ReactNode
  hint?: ReactNode
  error?: string | readonly string[] | undefined
}

/** A checkbox. */
export function Checkbox(props: ChoiceProps) {
  return <Choice type="checkbox" {...props} />
}

/** A radio button; put several in a `<fieldset>` with a `<legend>`, or in `<Choices>`. */
export function Radio(props: ChoiceProps) {
  return <Choice type="radio" {...props} />
}

function Choice({ children, hint, error, type, ...rest }: ChoiceProps & { type: "checkbox" | "radio" }) {
  const id = useId()
  const errors = error === undefined ? [] : [error].flat()
  const described = [hint && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div className="field">
      <label className="choice">
        <input
          {...rest}
          type={type}
          aria-describedby={described || undefined}
          aria-invalid={errors.length > 0 || undefined}
        />
        <span className="choice__txt">
          {children}
          {hint && (
            <span className="hint" id={`${id}-hint`}>
              {hint}
            </span>
          )}
        </span>
      </label>
      {errors.length > 0 && (
        <p className="error" id={`${id}-error`}>
          <WarningCircleFill />
          {errors.join(" ")}
        </p>
      )}
    </div>
  )
}

type ChoicesProps = {
  legend: ReactNode
  name: string
  options: readonly { value: string; title: ReactNode; description?: ReactNode }[]
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  /** Target of the link in the error summary. */
  id?: string
  error?: readonly string[] | undefined
}

/** Radio buttons as cards, each with an explanation. */
export function Choices({ legend, name, options, value, defaultValue, onChange, id, error }: ChoicesProps) {
  return (
    <fieldset
      className="field"
      id={id}
      role="radiogroup"
      aria-invalid={Boolean(error) || undefined}
      aria-describedby={error && `${id}-error`}
    >
      <legend className="lbl" id={id && `${id}-label`}>
        {legend}
      </legend>
      <div className="choices">
        {options.map((option) => (
          <label className="opt" key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={defaultValue === undefined ? undefined : defaultValue === option.value}
              onChange={() => onChange?.(option.value)}
            />
            <b>{option.title}</b>
            {option.description && <span>{option.description}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p className="error" id={`${id}-error`}>
          <WarningCircleFill />
          {error.join(" ")}
        </p>
      )}
    </fieldset>
  )
}
