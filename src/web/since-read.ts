import { useSyncExternalStore } from "react"
import { currentUser } from "./session.ts"

/** Whom the reader follows, by fid. */
export const followed = sinceRead<string>()
/** What following a page tells, by fid. */
export const followTells = sinceRead<string, "agenda" | "newsletter" | "now">()
/** Which events one is interested in, by id. */
export const starred = sinceRead<number>()

/**
 * What somebody switched on or off, or chose, since the pages in view were read. Lists that are shown again are not read again at
 * once, so every control of the same thing asks here first.
 */
function sinceRead<Id extends string | number, Value = boolean>() {
  const changed = new Map<string, Value>()
  const listeners = new Set<() => void>()
  const keyOf = (id: Id) => `${currentUser()?.id} ${id}`
  const subscribe = (heard: () => void) => {
    listeners.add(heard)
    return () => void listeners.delete(heard)
  }

  return {
    /** Is it on, as far as is known? `read` is what the page was told. */
    useIs(id: Id, read: Value): Value {
      const now = () => changed.get(keyOf(id)) ?? read
      return useSyncExternalStore(subscribe, now, () => read)
    },
    /** Every control of it shows this. */
    set(id: Id, value: Value): void {
      changed.set(keyOf(id), value)
      for (const heard of listeners) heard()
    },
  }
}
