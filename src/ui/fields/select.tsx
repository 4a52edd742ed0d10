import type { SelectHTMLAttributes } from "react"
import { Field, type FieldWords } from "./field.tsx"
import { CaretDownBold } from "../icons.tsx"

type SelectProps = FieldWords &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "required" | "className" | "children"> & {
    name: string
    options: readonly { value: string; label: string; lang?: string }[]
    span?: 2 | 3 | 4 | 6
  }

/** A select. It is the browser's own, which every phone handles well. */
export function Select({ label, hint, isOptional, note, error, span, id, options, ...rest }: SelectProps) {
  return (
    <Field {...({ label, hint, isOptional, note, error, span, id } as FieldWords)}>
      {(wiring) => (
        <div className="withicon">
          <select {...rest} {...wiring} className="input">
            {options.map(({ value, label: words, lang }) => (
              <option key={value} value={value} lang={lang}>
                {words}
              </option>
            ))}
          </select>
          <CaretDownBold />
        </div>
      )}
    </Field>
  )
}
