import { type RefObject, useEffect, useState } from "react"
import { filledEvent } from "#ui/reveal.ts"
import { type Fields, fieldsOf } from "./edit-values.ts"

/**
 * Returns the present fields of a form: shortly after each key, and at once when it was filled in otherwise.
 * @param anchor an element in the form, or in the same `<EditLayout>` as the form: for a preview beside it
 */
export function useLiveFields(anchor: RefObject<HTMLElement | null>, begun: Fields): Fields {
  const [fields, setFields] = useState(begun)
  useEffect(() => {
    const own = anchor.current?.closest("form")
    const editor = own ?? anchor.current?.closest(".edit")
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (typed: Event) => {
      const form = (typed.target as HTMLElement).closest("form")
      if (!form || (!own && !form.querySelector(".savebar"))) return
      clearTimeout(timer)
      const read = () => setFields(fieldsOf(new FormData(form)))
      if (typed.type === filledEvent) read()
      else timer = setTimeout(read, 120)
    }
    editor?.addEventListener("input", look)
    editor?.addEventListener(filledEvent, look)
    return () => {
      clearTimeout(timer)
      editor?.removeEventListener("input", look)
      editor?.removeEventListener(filledEvent, look)
    }
  }, [anchor])
  return fields
}
