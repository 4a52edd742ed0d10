import { useSyncExternalStore } from "react"
import { knownUser } from "#web/session.ts"

// Whom the reader began or ceased to follow since the pages in view were read.
const changed = new Map<string, boolean>()
const listeners = new Set<() => void>()
const keyOf = (fid: string) => `${knownUser()?.id} ${fid}`

/** Is this page followed, as far as is known? */
export function useFollowed(fid: string, isFollowed: boolean): boolean {
  const now = () => changed.get(keyOf(fid)) ?? isFollowed
  return useSyncExternalStore(subscribe, now, () => isFollowed)
}

/** Every button of this page shows it. */
export function setFollowed(fid: string, isFollowed: boolean): void {
  changed.set(keyOf(fid), isFollowed)
  for (const heard of listeners) heard()
}

function subscribe(heard: () => void) {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}
