import { connect, createServer, type Socket } from "node:net"

/** Relays connections between the product and its database, so that a test can interrupt and restore them. */
export function relay(port: number, to: number) {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const there = connect(to, "127.0.0.1")
    socket.pipe(there).pipe(socket)
    for (const [one, other] of [
      [socket, there],
      [there, socket],
    ] as const) {
      open.add(one)
      one.on("error", () => other.destroy())
      one.on("close", () => open.delete(one))
    }
  })
  return {
    begin: () => new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready)),
    /** Resets every connection, and accepts no other. */
    end() {
      const ended = new Promise<void>((done) => server.close(() => done()))
      for (const socket of open) socket.resetAndDestroy()
      return ended
    },
  }
}
