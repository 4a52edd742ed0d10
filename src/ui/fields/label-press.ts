import { useEffect } from "react"
import { focusField } from "../reveal.ts"

/** A press on the label of something that is no input leads to it all the same. */
export function useLabelOf(id: string): void {
  useEffect(() => {
    const label = document.getElementById(`${id}-label`)
    const press = () => {
      const field = document.getElementById(id)
      if (field) focusField(field)
    }
    label?.addEventListener("click", press)
    return () => label?.removeEventListener("click", press)
  }, [id])
}
