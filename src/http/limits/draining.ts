import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises"

/** Milliseconds without a request after which the sender, usually a proxy, is assumed to send its requests elsewhere. */
const quiet = 1_500
/** Longest interval in milliseconds at which a proxy checks readiness; with such checks the full configured time is waited. */
const watchedWithin = 30_000
/** Longest time for the last answers once no more requests are accepted, in milliseconds. */
const lastAnswers = 10_000

/**
 * Lets a server stop without dropping a request. While `drain` waits, requests are answered as usual, each with `Connection:
 * close`. The server stops listening when no connection is left and no request has come for a while, or after `longest`
 * milliseconds; requests in progress are then finished.
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
      // Closes right after the waiting connections were accepted: those that arrive between the two are refused.
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
