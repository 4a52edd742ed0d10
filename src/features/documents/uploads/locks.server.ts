import { ERRORS, type Locker } from "@tus/server"

/** Whoever held it is given a few seconds to write what it has (milliseconds). */
const longestWait = 20_000

/**
 * One request at a time for each upload, in this process: whoever comes next asks the one before to let go, which is most
 * likely a connection that is dead and does not know yet. Its entries are requests that are under way.
 */
export function uploadLocks(): Locker {
  const held = new Map<string, { letGo: () => void; gone: Promise<void> }>()
  return {
    newLock(id) {
      let free: (() => void) | undefined
      return {
        async lock(signal, letGo) {
          const until = Date.now() + longestWait
          for (let other = held.get(id); other; other = held.get(id)) {
            other.letGo()
            await Promise.race([other.gone, given(signal, until - Date.now())])
            if (signal.aborted || Date.now() >= until) throw ERRORS.ERR_LOCK_TIMEOUT
          }
          const gone = new Promise<void>((done) => (free = done))
          held.set(id, { letGo: () => void letGo(), gone })
        },
        async unlock() {
          held.delete(id)
          free?.()
        },
      }
    },
  }
}

/** Until it is too late, or nobody waits any more. */
function given(signal: AbortSignal, milliseconds: number) {
  return new Promise<void>((done) => {
    const late = setTimeout(done, Math.max(0, milliseconds))
    signal.addEventListener("abort", () => (clearTimeout(late), done()), { once: true })
  })
}
