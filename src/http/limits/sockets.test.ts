import { createServer, type Server } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { afterEach, expect, test } from "vitest"
import { freePort } from "#test/instances/server.ts"
import { boundSockets, requireSingleHost, socketLimits } from "./sockets.ts"

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function listening(options: object, most?: number) {
  const listener = requireSingleHost((_request, response) => void response.end("ok"))
  server = createServer({ ...socketLimits, ...options }, listener)
  boundSockets(server, most, () => most === undefined)
  const port = await freePort()
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready))
  return (server.address() as AddressInfo).port
}

function opened(port: number): Promise<Socket> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1", () => done(socket))
    socket.on("error", () => {})
    socket.resume()
  })
}

const ended = (socket: Socket) =>
  new Promise<void>((done) => (socket.closed ? done() : socket.once("close", () => done())))

test(
  "connections that send headers slowly or nothing are closed, and others are answered meanwhile",
  { timeout: 60_000 },
  async () => {
    const port = await listening({ headersTimeout: 500, connectionsCheckingInterval: 100 })
    const [dripping, silent] = await Promise.all([opened(port), opened(port)])
    dripping.write("GET / HTTP/1.1\r\nHost: x\r\n")
    const drips = setInterval(() => dripping.write("X-More: 1\r\n"), 50)
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("ok")
    await Promise.all([ended(dripping), ended(silent)])
    clearInterval(drips)
  },
)

test(
  "a network has a limited number of connections, and a closed one makes room for another",
  { timeout: 60_000 },
  async () => {
    const port = await listening({}, 3)
    const held = [await opened(port), await opened(port), await opened(port)]
    await pause(100)
    await ended(await opened(port))
    expect(held.map((socket) => socket.closed)).toEqual([false, false, false])
    held[0]?.destroy()
    await pause(200)
    const next = await opened(port)
    await pause(200)
    expect(next.closed).toBe(false)
  },
)

test("a header of 40,000 bytes is refused with 431", async () => {
  const port = await listening({})
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { "x-long": "x".repeat(40_000) } })
  expect(answer.status).toBe(431)
})

test("a request with two Host headers or none is refused with 400, and its connection is closed", async () => {
  const port = await listening({})
  const answerTo = async (...hosts: string[]) => {
    const socket = await opened(port)
    let said = ""
    socket.on("data", (bytes) => (said += String(bytes)))
    socket.write(["GET / HTTP/1.1", ...hosts, "", ""].join("\r\n"))
    await ended(socket)
    return said.split("\r\n")[0]
  }
  expect(await answerTo("Host: a", "hOST: b")).toBe("HTTP/1.1 400 Bad Request")
  expect(await answerTo("X-No-Host: a")).toBe("HTTP/1.1 400 Bad Request")
  expect(await answerTo("Host: a", "X-Host: host", "Connection: close")).toBe("HTTP/1.1 200 OK")
})

test("the product's timeouts close a connection with slow headers within 15 seconds", () => {
  expect(socketLimits.headersTimeout + socketLimits.connectionsCheckingInterval).toBeLessThanOrEqual(15_000)
})
