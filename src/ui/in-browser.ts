import { useSyncExternalStore } from "react"

const never = () => () => {}

/**
 * What only the browser knows, read once the page has come to life.
 * @param read the same answer as long as nothing changed
 * @param before what the server says, and the page until then
 */
export function useInBrowser<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(never, read, () => before)
}

const yes = () => true

/** Has script taken over? Until then, and without it, what stands here has to work by itself. */
export const useLive = (): boolean => useInBrowser(yes, false)
