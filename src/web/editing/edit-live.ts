import { type RefObject, useEffect, useState } from "react"
import { filledEvent } from "#ui/reveal.ts"
import { type Fields, fieldsOf } from "./edit-values.ts"

/** Milliseconds within which the click follows the end of a press, on touch screens too. */
const clickDelay = 50

/**
 * Returns the present fields of a form: shortly after each key, and at once when it was filled in otherwise. What follows from
 * them may move the page, so it waits for the end of a press, which would no longer meet its button.
 * @param anchor an element in the form, or in the same `<EditLayout>` as the form: for a preview beside it
 */
export function useLiveFields(anchor: RefObject<HTMLElement | null>, begun: Fields): Fields {
  const [fields, setFields] = useState(begun)
  useEffect(() => {
    const own = anchor.current?.closest("form")
    const editor = own ?? anchor.current?.closest(".edit")
    let timer: ReturnType<typeof setTimeout> | undefined
    let isPressed = false
    let waiting: (() => void) | undefined
    const press = () => {
      isPressed = true
    }
    const release = () =>
      setTimeout(() => {
        isPressed = false
        waiting?.()
        waiting = undefined
      }, clickDelay)
    const look = (typed: Event) => {
      const form = (typed.target as HTMLElement).closest("form")
      if (!form || (!own && !form.querySelector(".savebar"))) return
      clearTimeout(timer)
      const read = () => setFields(fieldsOf(new FormData(form)))
      if (typed.type === filledEvent) read()
      else timer = setTimeout(() => (isPressed ? (waiting = read) : read()), 120)
    }
    editor?.addEventListener("input", look)
    editor?.addEventListener(filledEvent, look)
    document.addEventListener("pointerdown", press)
    document.addEventListener("pointerup", release)
    document.addEventListener("pointercancel", release)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("pointerdown", press)
      document.removeEventListener("pointerup", release)
      document.removeEventListener("pointercancel", release)
      editor?.removeEventListener("input", look)
      editor?.removeEventListener(filledEvent, look)
    }
  }, [anchor])
  return fields
}
