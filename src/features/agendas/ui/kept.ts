import { useSyncExternalStore } from "react"
import { knownUser } from "#web/session.ts"

// What was starred since the pages in view were read: lists that are shown again are not read again at once.
const changed = new Map<string, boolean>()
const listeners = new Set<() => void>()
const keyOf = (id: number) => `${knownUser()?.id} ${id}`

/** Is this event in the agenda that a star adds to, as far as is known? */
export function useKept(id: number, isKept: boolean): boolean {
  const now = () => changed.get(keyOf(id)) ?? isKept
  return useSyncExternalStore(subscribe, now, () => isKept)
}

/** Every star of this event shows it. */
export function setKept(id: number, isKept: boolean): void {
  changed.set(keyOf(id), isKept)
  for (const heard of listeners) heard()
}

function subscribe(heard: () => void) {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}
