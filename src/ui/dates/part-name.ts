import { createContext, useContext } from "react"

/** The id of what names the part of a form that a date or time stands in: of « Date 2 », where there are several. */
export const PartName = createContext<string | undefined>(undefined)

/** What names the control of a field: its label, then the part it stands in. */
export function useNames(id: string): string {
  const part = useContext(PartName)
  return part ? `${id}-label ${part}` : `${id}-label`
}
