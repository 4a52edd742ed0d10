import { createContext, useContext } from "react"

const NonceContext = createContext<string | undefined>(undefined)

export const NonceProvider = NonceContext.Provider

/** What inline scripts of this answer must carry; undefined in the browser and on cached pages. */
export function useNonce() {
  return useContext(NonceContext)
}
