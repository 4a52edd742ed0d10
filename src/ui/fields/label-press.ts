import { useEffect } from "react"
import { focusField } from "../reveal.ts"

/** Makes a press on the label focus a control that is not an input. */
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
