// Brings the server back when it crashes. Runs on any Node ≥ 20: no packages here.
import { setTimeout as pause } from "node:timers/promises"

/** It ended as it was told to, or cannot start as things are and has said why (src/process.ts): nothing to bring back. */
const asMeant = new Set([0, 1])
/** So many crashes within so long, and it is no use (milliseconds). */
const [mostCrashes, within] = [5, 60_000]

/**
 * Runs the server until it ends as it was meant to, and starts it again when it crashes: after a quarter of a second, then
 * after twice as long each time. Gives up after five crashes within a minute. Returns what to exit with.
 * @param {() => import("node:child_process").ChildProcess} start
 */
export async function keepRunning(start) {
  let child = start()
  let isStopping = false
  const waiting = new AbortController()
  // The server drains by itself; this process only waits for it. A terminal tells it of Ctrl-C itself.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
    process.on(signal, () => {
      isStopping = true
      waiting.abort()
      if (signal === "SIGTERM") child.kill(signal)
    })
  }

  /** @type {number[]} */
  let crashes = []
  for (;;) {
    const [code, signal] = await new Promise((resolve) => child.once("exit", (...ended) => resolve(ended)))
    if (isStopping || asMeant.has(code)) return signal ? 1 : code
    crashes = [...crashes.filter((at) => Date.now() - at < within), Date.now()]
    const how = signal ? `was ended by ${signal}` : `ended with ${code}`
    if (crashes.length >= mostCrashes) {
      console.error(`Foyer ${how}, ${crashes.length} times within a minute. It is not started again.`)
      return 1
    }
    const wait = 250 * 2 ** (crashes.length - 1)
    console.error(`Foyer ${how}; it is started again in ${wait} ms.`)
    await pause(wait, undefined, { signal: waiting.signal }).catch(() => {})
    if (isStopping) return 0
    child = start()
  }
}
