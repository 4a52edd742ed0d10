// Remote servers that accept everything: one process, reached as 500 hosts, each an address of this machine.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

let taken = 0
const actors = new Map<string, string>()
const server = createServer((request, response) => {
  if (request.method === "POST") {
    request.resume().on("end", () => {
      taken++
      response.writeHead(202).end()
    })
    return
  }
  const body = actors.get(request.url ?? "")
  response.writeHead(body ? 200 : 404, { "content-type": "application/activity+json" }).end(body ?? "")
})
server.keepAliveTimeout = 60_000
server.listen(0, "0.0.0.0", () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on("message", (said: { path?: string; body?: string }) => {
  if (said.path && said.body) actors.set(said.path, said.body)
  process.send?.({ taken })
})
