import { setTimeout as pause } from "node:timers/promises"
import { type EmbeddedServer, startEmbedded } from "./embedded.ts"

/** Logs a line about the server. */
type Say = (level: "info" | "warn" | "error", line: string, error?: unknown) => void

/**
 * Shortest and longest wait before the next try, and the running time after which a server counts as healthy, in milliseconds.
 */
const [soonest, latest, wellAfter] = [50, 5_000, 500]

export type SupervisedServer = Pick<EmbeddedServer, "url" | "stop">

/**
 * Runs the embedded PostgreSQL and restarts it on the same port whenever it ends unexpectedly: killed for lack of memory, or
 * stopped by another process that had finished with it. The waits between tries grow while it does not run well.
 */
export async function startSupervised(directory: string, say: Say): Promise<SupervisedServer> {
  const start = (port?: number) => startEmbedded(directory, (line) => say("info", line), port)
  let server = await start()
  const { url } = server
  const port = Number(new URL(url).port)
  let isStopping = false
  void supervise()

  async function supervise() {
    let wait = soonest
    for (let began = performance.now(); ; began = performance.now()) {
      await server.ended
      if (isStopping) return
      if (performance.now() - began >= wellAfter) wait = soonest
      say("warn", "the database server has ended; starting it again")
      const since = performance.now()
      while (!isStopping) {
        await pause(wait, undefined, { ref: false })
        wait = Math.min(wait * 2, latest)
        if (isStopping || (await comesBack())) break
      }
      if (!isStopping) say("info", `the database server is back after ${Math.round(performance.now() - since)} ms`)
    }
  }

  async function comesBack() {
    try {
      const next = await start(port)
      // Another process that shares the server restarted it on another port, where this process cannot use it.
      if (next.url !== url) throw new Error(`the database server moved to ${new URL(next.url).host}; start Foyer again`)
      server = next
      return true
    } catch (error) {
      say("error", "the database server could not be started", error)
      return false
    }
  }

  return {
    url,
    async stop() {
      isStopping = true
      await server.stop()
    },
  }
}
