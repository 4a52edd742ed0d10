import { Upgraded } from "./date-field.tsx"
import { Field, type FieldWords } from "../fields/field.tsx"

export type TimeFieldProps = FieldWords & {
  name: string
  id?: string
  /** `20:30` */
  defaultValue?: string | undefined
  /** Fills the field, also later on, until somebody types another time: an end that follows from a start. */
  proposed?: string | undefined
  onChange?: (time: string) => void
  span?: 2 | 3 | 4 | 6
}

const load = () => import("./time-segments.tsx")

/** A time field with a 24-hour clock; sends `20:30`. Without script it is the browser's own field. */
export function TimeField({ name, id, defaultValue = "", proposed, onChange, ...words }: TimeFieldProps) {
  return (
    <Field {...(words as FieldWords)} id={id}>
      {(wiring) => (
        <Upgraded
          wiring={wiring}
          type="time"
          name={name}
          defaultValue={defaultValue.slice(0, 5)}
          load={load}
          proposed={proposed}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
