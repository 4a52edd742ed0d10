import { setTimeout as pause } from "node:timers/promises"
import { type EmbeddedServer, startEmbedded } from "./embedded.ts"

/** What is said of the server, and how gravely. */
type Say = (level: "info" | "warn" | "error", line: string, error?: unknown) => void

/** How long is waited before the next try, at first and at most; one that ran for so long counts as well (milliseconds). */
const [soonest, latest, wellAfter] = [50, 5_000, 500]

export type SupervisedServer = Pick<EmbeddedServer, "url" | "stop">

/**
 * The embedded PostgreSQL, started again at the same port whenever it ends without our doing: killed for want of memory,
 * or stopped by another process that was done with it. The waits between tries grow while it does not run well.
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
      // Another process that shares it started it anew, where it is of no use to this one.
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
