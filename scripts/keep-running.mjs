// Restarts the server when it crashes. Runs on any Node ≥ 20: no packages here.
import { setTimeout as pause } from "node:timers/promises"

/**
 * Exit codes after which the server is not restarted: it was told to stop, or it cannot start in this environment and has said
 * why (src/process.ts).
 */
const asMeant = new Set([0, 1])
/** This many crashes within this time (milliseconds) end the restarts. */
const [mostCrashes, within] = [5, 60_000]

/**
 * Runs the server until it ends normally, and restarts it when it crashes: after a quarter of a second, then after twice as long
 * each time. Gives up after five crashes within a minute. Returns the exit code.
 * @param {() => import("node:child_process").ChildProcess} start
 */
export async function keepRunning(start) {
  let child = start()
  let isStopping = false
  const waiting = new AbortController()
  // The server drains itself; this process only waits for it. On Ctrl-C the terminal signals the server directly.
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
