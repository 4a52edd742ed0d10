import { useEffect, useRef } from "react"
import { notifyForm } from "../reveal.ts"

/** A hidden input with the value of a custom field; the form is notified of every change, as of typing. */
export function HiddenValue({ name, value }: { name: string; value: string }) {
  const field = useRef<HTMLInputElement>(null)
  const told = useRef(value)
  useEffect(() => {
    if (told.current === value) return
    told.current = value
    notifyForm(field.current)
  }, [value])
  return <input ref={field} type="hidden" name={name} value={value} />
}
