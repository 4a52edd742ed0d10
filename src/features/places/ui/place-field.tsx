import { useEffect, useRef, useState } from "react"
import { Field, type FieldWords } from "#ui/fields/field.tsx"
import { HiddenValue } from "#ui/fields/hidden-value.tsx"
import { type ChosenPlace, PlaceCombobox } from "./place-combobox.tsx"

type PlaceFieldProps = FieldWords & {
  /** Sends what is written as `<name>`, and with `hasPoint` as `<name>.at` where that is (`50.63,5.57`), once it was chosen. */
  name: string
  hasPoint?: boolean
  id?: string | undefined
  defaultValue?: string | undefined
  /** Where that is, if it was chosen before. */
  defaultAt?: string | undefined
  placeholder?: string
  isTown?: boolean | undefined
  enter?: "takes-first" | "sends" | undefined
  span?: 2 | 3 | 4 | 6
  onPick?: (place: ChosenPlace) => void
}

/** A place, chosen as one types; without script its name, which is looked up when the form is sent. */
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
  // A form that is emptied empties this too.
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
