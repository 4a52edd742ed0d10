import { useSyncExternalStore } from "react"
import { currentUser } from "./session.ts"

/** Whom the reader follows, by fid. */
export const followed = sinceRead<string>()
/** Which events one is interested in, by id. */
export const starred = sinceRead<number>()

/**
 * What somebody switched on or off since the pages in view were read. Lists that are shown again are not read again at
 * once, so every control of the same thing asks here first.
 */
function sinceRead<Id extends string | number>() {
  const changed = new Map<string, boolean>()
  const listeners = new Set<() => void>()
  const keyOf = (id: Id) => `${currentUser()?.id} ${id}`
  const subscribe = (heard: () => void) => {
    listeners.add(heard)
    return () => void listeners.delete(heard)
  }

  return {
    /** Is it on, as far as is known? `read` is what the page was told. */
    useIs(id: Id, read: boolean): boolean {
      const now = () => changed.get(keyOf(id)) ?? read
      return useSyncExternalStore(subscribe, now, () => read)
    },
    /** Every control of it shows this. */
    set(id: Id, isOn: boolean): void {
      changed.set(keyOf(id), isOn)
      for (const heard of listeners) heard()
    },
  }
}
