import { createServer, type Server } from "node:http"
import { createServer as createTcpServer, type AddressInfo, type Socket } from "node:net"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { isPublicAddress, outbound } from "./outbound.ts"

let server: Server
let origin: string
let hits = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    hits++
    if (request.url === "/loop") response.writeHead(302, { location: "/loop" }).end()
    else if (request.url === "/out")
      response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end()
    else if (request.url === "/file") response.writeHead(302, { location: "file:///etc/passwd" }).end()
    else if (request.url === "/moved") response.writeHead(301, { location: "/" }).end()
    else if (request.url === "/large") response.end("x".repeat(5000))
    else if (request.url === "/slow") response.write("drip")
    else response.end("hello")
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.9.9",
  "192.0.0.8",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "240.0.0.1",
  "192.88.99.1",

  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:8.8.8.8",
  "64:ff9b::7f00:1",
  "64:ff9b:1::1",
  "2002:7f00:1::",

  "fe80::1",
  "fe80::1%eth0",
  "fc00::1",
  "fd12:3456::1",
  "ff02::1",
  "2001::1",
  "2001:db8::1",
  "100::1",
  "fec0::1",
  "nonsense",
])("%s is not a public address", (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(["8.8.8.8", "193.190.198.1", "172.32.0.1", "100.128.0.1", "2a00:1450:4007::200e", "2606:4700::1111"])(
  "%s is a public address",
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  "http://0/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://[::]/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://169.254.169.254/",
  "http://100.64.0.1/",
  "http://localhost/",
  "file:///etc/passwd",
  "data:text/plain,x",
  "ftp://example.org/",
  "http://user:secret@example.org/",
])("outbound refuses %s as a forbidden address", async (address) => {
  await expect(outbound(address)).rejects.toMatchObject({ name: "ForbiddenAddress" })
})

test("a host name that resolves to a private address, alone or among others, is not contacted", async () => {
  const { port } = server.address() as AddressInfo
  const before = hits
  let asked = 0
  const answering = (...answers: string[][]) =>
    ((_name: string, _how: unknown, done: (error: null, found: { address: string; family: number }[]) => void) => {
      const answer = answers[asked++ % answers.length] as string[]
      done(
        null,
        answer.map((address) => ({ address, family: 4 })),
      )
    }) as never
  const ask = (lookup: never) => outbound(`http://rebind.test:${port}/`, { lookup, timeout: 300 })

  await expect(ask(answering(["127.0.0.1"]))).rejects.toMatchObject({ name: "ForbiddenAddress" })
  await expect(ask(answering(["192.0.43.8", "127.0.0.1"]))).rejects.toMatchObject({ name: "ForbiddenAddress" })
  // Alternating answers: the address that was checked is the one that is dialled, since a name is resolved once.
  asked = 0
  await expect(ask(answering(["192.0.43.8"], ["127.0.0.1"]))).rejects.toThrow(/abort|timeout|ECONN|EHOST|ENET/i)
  expect(asked).toBe(1)
  expect(hits).toBe(before)
})

test("redirects are followed and checked, and a redirect loop is refused", async () => {
  const options = { allowPrivate: true }
  expect(String((await outbound(`${origin}/moved`, options)).body)).toBe("hello")
  await expect(outbound(`${origin}/loop`, options)).rejects.toThrow("too many redirects")
  await expect(outbound(`${origin}/file`, options)).rejects.toMatchObject({ name: "ForbiddenAddress" })
})

test("mayFollow decides about the target of a redirect before it is contacted", async () => {
  const asked: string[] = []
  const mayFollow = async ({ pathname }: URL) => asked.push(pathname) === 0
  const before = hits
  await expect(outbound(`${origin}/moved`, { allowPrivate: true, mayFollow })).rejects.toMatchObject({
    name: "ForbiddenAddress",
  })
  expect([asked, hits - before]).toEqual([["/"], 1])
  const answer = await outbound(`${origin}/moved`, { allowPrivate: true, mayFollow: async () => true })
  expect(String(answer.body)).toBe("hello")
})

test("responses that are too large or too slow are refused", async () => {
  const options = { allowPrivate: true }
  await expect(outbound(`${origin}/large`, { ...options, maxBytes: 1000 })).rejects.toMatchObject({ name: "TooLarge" })
  await expect(outbound(`${origin}/slow`, { ...options, timeout: 200 })).rejects.toThrow(/abort|timeout/i)
})

test("a response that switches the protocol fails the request", async () => {
  const sockets: Socket[] = []
  const switching = createTcpServer((socket) => {
    sockets.push(socket)
    socket.on("error", () => {})
    socket.once("data", () => socket.write("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nwords"))
  })
  await new Promise<void>((ready) => switching.listen(0, "127.0.0.1", ready))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    switching.close()
  })
  const address = `http://127.0.0.1:${(switching.address() as AddressInfo).port}/`
  await expect(outbound(address, { method: "POST", body: "{}", allowPrivate: true })).rejects.toThrow(/switched/)
})
