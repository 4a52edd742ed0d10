import { createContext, useContext } from "react"
import type { Fields } from "#web/editing/edit-values.ts"

/** What the form holds at this moment, a little after each key; without script what it began with. */
export const LiveContext = createContext<Fields>({})

/** The page as it is being typed. */
export function useLiveActor(): Fields {
  return useContext(LiveContext)
}
