import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises"

/** Nobody has asked anything for so long: whoever sends requests here has heard that it shall send them elsewhere. */
const quiet = 1_500
/** A proxy asks for readiness that often at least; then it is waited for as long as is set. */
const watchedWithin = 30_000
/** How long the last answers may take once no more are begun. */
const lastAnswers = 10_000

/**
 * Lets a server go without cutting anybody off. While `drain` waits, requests are answered as ever, each with word that
 * its connection ends with it; the door is closed when no connection is left and nobody has asked for a while, or after
 * `longest` milliseconds, and what is still being answered then is finished.
 */
export function drainable(server: Server): { drain(longest: number): Promise<void> } {
  let watched = Number.NEGATIVE_INFINITY
  server.on("request", ({ url }: IncomingMessage) => {
    if (url === "/readyz") watched = performance.now()
  })

  return {
    async drain(longest) {
      const from = performance.now()
      let asked = from
      server.prependListener("request", ({ url }: IncomingMessage, response: ServerResponse) => {
        response.setHeader("Connection", "close")
        if (url !== "/readyz" && url !== "/healthz") asked = performance.now()
      })
      const isWatched = from - watched < watchedWithin
      while (performance.now() - from < longest) {
        const isQuiet = !isWatched && performance.now() - asked >= quiet
        if (isQuiet && (await connections(server)) === 0) break
        await pause(50)
      }
      // Just after those who waited at the door were let in: the ones who come between now and then are turned away.
      await turn()
      const closed = new Promise<void>((done) => server.close(() => done()))
      setTimeout(() => server.closeAllConnections(), lastAnswers).unref()
      await closed
    },
  }
}

function connections(server: Server) {
  return new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
}
