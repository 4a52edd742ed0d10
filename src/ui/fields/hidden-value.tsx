import { useEffect, useRef } from "react"
import { tellForm } from "../reveal.ts"

/** What a field of ours sends, in a hidden one; the form hears of every change, as it does of typing. */
export function HiddenValue({ name, value }: { name: string; value: string }) {
  const field = useRef<HTMLInputElement>(null)
  const told = useRef(value)
  useEffect(() => {
    if (told.current === value) return
    told.current = value
    tellForm(field.current)
  }, [value])
  return <input ref={field} type="hidden" name={name} value={value} />
}
