import { createContext, useContext } from "react"
import type { Fields } from "#web/editing/edit-values.ts"

/** Fields of the form, updated shortly after each keystroke; without script, its first fields. */
export const LiveContext = createContext<Fields>({})

/** Returns the fields of the form as they are being typed. */
export function useLiveEvent(): Fields {
  return useContext(LiveContext)
}
