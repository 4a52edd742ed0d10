import { useSyncExternalStore } from "react"

const never = () => () => {}
const yes = () => true
const no = () => false

/** Has script taken over? Until then, and without it, what stands here has to work by itself. */
export function useLive(): boolean {
  return useSyncExternalStore(never, yes, no)
}
