import { createContext, useContext } from "react"

const NonceContext = createContext<string | undefined>(undefined)

export const NonceProvider = NonceContext.Provider

/** Returns the nonce of inline scripts in this answer; undefined in the browser and on cached pages. */
export function useNonce() {
  return useContext(NonceContext)
}
