import { ERRORS, type Locker } from "@tus/server"

/** Milliseconds that the previous holder of a lock has to store what it received. */
const longestWait = 20_000

/**
 * Makes locks that allow one request at a time for each upload in this process: the next request asks the previous one, most
 * likely a dead connection that has not noticed yet, to let go. The map contains only requests in progress.
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

/** Waits until the time is over or the request is aborted. */
function given(signal: AbortSignal, milliseconds: number) {
  return new Promise<void>((done) => {
    const late = setTimeout(done, Math.max(0, milliseconds))
    signal.addEventListener("abort", () => (clearTimeout(late), done()), { once: true })
  })
}
