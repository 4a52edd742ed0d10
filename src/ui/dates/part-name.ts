import { createContext, useContext } from "react"

/** Id of the element that names the part of a form around a date or time field: « Date 2 », where there are several. */
export const PartName = createContext<string | undefined>(undefined)

/** Returns the ids that name a field's control: its label, then the part it belongs to. */
export function useNames(id: string): string {
  const part = useContext(PartName)
  return part ? `${id}-label ${part}` : `${id}-label`
}
