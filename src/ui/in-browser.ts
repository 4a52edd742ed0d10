import { useSyncExternalStore } from "react"

const never = () => () => {}

/**
 * Reads a value that only the browser has, once the page is hydrated.
 * @param read must return the same value as long as nothing changed
 * @param before value on the server, and until hydration
 */
export function useInBrowser<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(never, read, () => before)
}

const yes = () => true

/** Returns whether the page is hydrated. Until then, and without script, everything must work by itself. */
export const useHydrated = (): boolean => useInBrowser(yes, false)
