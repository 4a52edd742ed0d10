import { useSyncExternalStore } from "react"
import { currentUser } from "./session.ts"

/** Whether the viewer follows an actor, by fid. */
export const followed = sinceRead<string>()
/** How the viewer is notified of a followed actor, by fid. */
export const followNotify = sinceRead<string, "agenda" | "newsletter" | "now">()
/** Whether the viewer has starred an event, by id. */
export const starred = sinceRead<number>()

/**
 * Stores what the viewer switched or chose since the pages on screen were read. Lists that are shown again are not read again at
 * once, so every control checks here first.
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
    /** Returns the present value, as far as it is known; `read` is the value in the page's data. */
    useIs(id: Id, read: Value): Value {
      const now = () => changed.get(keyOf(id)) ?? read
      return useSyncExternalStore(subscribe, now, () => read)
    },
    /** Sets the value that every control shows. */
    set(id: Id, value: Value): void {
      changed.set(keyOf(id), value)
      for (const heard of listeners) heard()
    },
  }
}
