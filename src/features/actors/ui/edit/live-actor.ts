import { createContext, useContext } from "react"
import type { Fields } from "#web/editing/edit-values.ts"

/** The present content of the form, updated shortly after each key; without script its initial content. */
export const LiveContext = createContext<Fields>({})

/** Returns the page's fields as they are being edited. */
export function useLiveActor(): Fields {
  return useContext(LiveContext)
}
