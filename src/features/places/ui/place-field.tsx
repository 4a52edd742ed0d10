import { useEffect, useRef, useState } from "react"
import { Field, type FieldWords } from "#ui/fields/field.tsx"
import { HiddenValue } from "#ui/fields/hidden-value.tsx"
import { type ChosenPlace, PlaceCombobox } from "./place-combobox.tsx"

type PlaceFieldProps = FieldWords & {
  /** Name of the form field; with `hasPoint` the point of a chosen place is sent as `<name>.at` (`50.63,5.57`). */
  name: string
  hasPoint?: boolean
  id?: string | undefined
  defaultValue?: string | undefined
  /** The point of a place that was chosen before. */
  defaultAt?: string | undefined
  placeholder?: string
  isTown?: boolean | undefined
  enter?: "takes-first" | "sends" | undefined
  span?: 2 | 3 | 4 | 6
  onPick?: (place: ChosenPlace) => void
}

/** A form field for a place, chosen while typing; without script it sends the name, which is looked up on the server. */
export function PlaceField(props: PlaceFieldProps) {
  const {
    name,
    hasPoint,
    id,
    defaultValue = "",
    defaultAt = "",
    placeholder,
    isTown,
    enter,
    onPick,
    span,
    ...words
  } = props
  const [text, setText] = useState(defaultValue)
  const [at, setAt] = useState(defaultAt)
  const box = useRef<HTMLDivElement>(null)
  // Resetting the form resets this field, too.
  useEffect(() => {
    const form = box.current?.closest("form")
    const empty = () => {
      setText(defaultValue)
      setAt(defaultAt)
    }
    form?.addEventListener("reset", empty)
    return () => form?.removeEventListener("reset", empty)
  }, [defaultValue, defaultAt])
  return (
    <Field {...(words as FieldWords)} id={id} span={span}>
      {(wiring) => (
        <div ref={box}>
          {hasPoint && <HiddenValue name={`${name}.at`} value={at} />}
          <PlaceCombobox
            wiring={wiring}
            name={name}
            text={text}
            placeholder={placeholder}
            isTown={isTown}
            enter={enter}
            onText={(typed) => {
              setText(typed)
              setAt("")
            }}
            onPick={(place) => {
              setText(place.name)
              setAt(`${place.lat},${place.lon}`)
              onPick?.(place)
            }}
          />
        </div>
      )}
    </Field>
  )
}
