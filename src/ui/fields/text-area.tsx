import type { TextareaHTMLAttributes } from "react"
import { Field, type FieldWords } from "./field.tsx"

type TextAreaProps = FieldWords &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "required" | "className"> & { name: string; span?: 2 | 3 | 4 | 6 }

/** A field of several lines, in the font of running text. */
export function TextArea({ label, hint, isOptional, note, error, span, id, ...rest }: TextAreaProps) {
  return (
    <Field {...({ label, hint, isOptional, note, error, span, id } as FieldWords)}>
      {(wiring) => <textarea rows={6} {...rest} {...wiring} className="input" />}
    </Field>
  )
}
