import { type ComponentType, type RefObject, useEffect, useRef, useState } from "react"
import { Field, type FieldWiring, type FieldWords } from "../fields/field.tsx"
import { HiddenValue } from "../fields/hidden-value.tsx"
import { useInBrowser } from "../in-browser.ts"
import { notifyForm } from "../reveal.ts"

export type DateFieldProps = FieldWords & {
  name: string
  id?: string
  /** `2026-11-21` */
  defaultValue?: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange?: (date: string) => void
  span?: 2 | 3 | 4 | 6
}

export type SegmentsProps = {
  wiring: FieldWiring
  value: string
  min?: string | undefined
  max?: string | undefined
  onChange: (value: string) => void
}

const load = () => import("./date-segments.tsx")

/**
 * A date field in the order and the words of the page's language; sends `2026-11-21`. Without script it is the browser's own
 * field.
 */
export function DateField({ name, id, defaultValue = "", min, max, onChange, ...words }: DateFieldProps) {
  return (
    <Field {...(words as FieldWords)} id={id}>
      {(wiring) => (
        <Upgraded
          wiring={wiring}
          type="date"
          name={name}
          defaultValue={defaultValue}
          min={min}
          max={max}
          load={load}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

type UpgradedProps = Omit<SegmentsProps, "value" | "onChange"> & {
  type: "date" | "time"
  name: string
  defaultValue: string
  load: () => Promise<{ default: ComponentType<SegmentsProps> }>
  proposed?: string | undefined
  onChange: ((value: string) => void) | undefined
}

/** Loaded field components, so that a field added later starts with ours, as the fields above it do. */
const loaded = new Map<UpgradedProps["load"], ComponentType<SegmentsProps>>()
const hasTouch = () => matchMedia("(pointer: coarse)").matches

/** Shows the browser's own field, in the browser's language, until ours is loaded; on touch screens it stays. */
export function Upgraded({
  wiring,
  type,
  name,
  defaultValue,
  min,
  max,
  load: open,
  proposed,
  onChange,
}: UpgradedProps) {
  const plain = useRef<HTMLInputElement>(null)
  const live = useUpgrade(plain, open, defaultValue)
  const [sent, setSent] = useState<string>()
  const [taken, setTaken] = useState<string>()
  if (proposed !== taken) {
    setTaken(proposed)
    if (proposed !== undefined) setSent(proposed)
  }
  useEffect(() => {
    const input = plain.current
    if (!input || proposed === undefined) return
    input.value = proposed
    notifyForm(input)
  }, [proposed])
  const changed = (value: string) => {
    setSent(value)
    onChange?.(value)
  }
  if (!live) {
    return (
      <input
        ref={plain}
        type={type}
        name={name}
        className="input num"
        defaultValue={defaultValue}
        min={min}
        max={max}
        onChange={(typed) => onChange?.(typed.target.value)}
        {...wiring}
      />
    )
  }
  return (
    <>
      <HiddenValue name={name} value={sent ?? live.value} />
      <live.Segments key={taken} wiring={wiring} value={taken ?? live.value} min={min} max={max} onChange={changed} />
    </>
  )
}

function useUpgrade(plain: RefObject<HTMLInputElement | null>, open: UpgradedProps["load"], begins: string) {
  const Loaded = useInBrowser(() => (hasTouch() ? undefined : loaded.get(open)), undefined)
  const [live, setLive] = useState(() => Loaded && { Segments: Loaded, value: begins })
  useEffect(() => {
    if (hasTouch()) return
    let isGone = false
    const upgrade = async () => {
      const { default: Segments } = await open()
      loaded.set(open, Segments)
      const input = plain.current
      if (isGone || !input) return
      const swap = () => setLive({ Segments, value: input.value })
      // Never while the field is in use.
      if (document.activeElement === input) input.addEventListener("blur", swap, { once: true })
      else swap()
    }
    upgrade().catch(() => {}) // the browser's own field stays
    return () => {
      isGone = true
    }
  }, [open, plain])
  return live
}
