import { type RefObject, useEffect, useState } from "react"
import { type Fields, fieldsOf } from "./edit-values.ts"

/**
 * What the editor beside a preview holds at this moment, a little after each key.
 * @param anchor something in the same `<EditLayout>` as the form
 */
export function useLiveFields(anchor: RefObject<HTMLElement | null>, begun: Fields): Fields {
  const [fields, setFields] = useState(begun)
  useEffect(() => {
    const editor = anchor.current?.closest(".edit")
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (typed: Event) => {
      const form = (typed.target as HTMLElement).closest("form")
      if (!form?.querySelector(".savebar")) return
      clearTimeout(timer)
      timer = setTimeout(() => setFields(fieldsOf(new FormData(form))), 120)
    }
    editor?.addEventListener("input", look)
    return () => {
      clearTimeout(timer)
      editor?.removeEventListener("input", look)
    }
  }, [anchor])
  return fields
}
