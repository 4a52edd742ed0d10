import type { IncomingMessage, RequestListener, Server, ServerOptions } from "node:http"
import type { Socket } from "node:net"
import { callerNetwork } from "./client-address.ts"

/**
 * How long a connection may take, and how much it may send before it is a request. Headers arrive at once; a photograph sent from
 * a phone takes minutes. A connection that sends too slowly is closed within `headersTimeout` and one interval.
 */
export const socketLimits = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
} as const satisfies ServerOptions

/** Most connections in all, and of one network: a browser opens six, a house behind one address some hundred. */
const mostSockets = 5000
const mostOfNetwork = 500

/**
 * Limits the connections of a server. Those from this machine and its private networks are not counted by network, since they
 * come from a proxy.
 * @param most connections of one network
 */
export function boundSockets(server: Server, most = mostOfNetwork, isOwn = isOwnNetwork): void {
  server.maxConnections = mostSockets
  server.maxHeadersCount = 200
  const held = new Map<string, number>() // has as many entries as networks are connected
  server.on("connection", (socket: Socket) => {
    const address = (socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "")
    if (address === "" || isOwn(address)) return
    const network = callerNetwork(address)
    const count = (held.get(network) ?? 0) + 1
    if (count > most) return void socket.destroy()
    held.set(network, count)
    socket.once("close", () => {
      const left = (held.get(network) ?? 1) - 1
      if (left > 0) held.set(network, left)
      else held.delete(network)
    })
  })
}

/** Refuses requests with two Host headers (400, RFC 9112 § 3.2), since a proxy in front may have used the other one. */
export function requireSingleHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (countHosts(request) < 2) return listener(request, response)
    response.writeHead(400, { connection: "close" }).end()
  }
}

function countHosts({ rawHeaders }: IncomingMessage) {
  return rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length
}

function isOwnNetwork(address: string) {
  return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd][\da-f]{2}:)/i.test(address)
}
