import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { freePort } from "#test/instances/server.ts"
import { drainable } from "./draining.ts"

async function served() {
  const server = createServer((_request, response) => setTimeout(() => response.end("there"), 5))
  const draining = drainable(server)
  const port = await freePort()
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready))
  return { server, ...draining, port: (server.address() as AddressInfo).port }
}

/** Sends a request over a connection of the agent; resolves to its status and its Connection header. */
function ask(port: number, agent: Agent, path = "/") {
  return new Promise<string>((resolve) => {
    request({ port, agent, path, host: "127.0.0.1" }, (answer) => {
      answer.resume().on("end", () => resolve(`${answer.statusCode} ${answer.headers.connection}`))
    })
      .on("error", (error: NodeJS.ErrnoException) => resolve(String(error.code)))
      .end()
  })
}

test("requests during draining are answered with Connection: close, and none is cut off", async () => {
  const { server, drain, port } = await served()
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const answers: string[] = []
  const told = () => answers.filter((answer) => answer === "200 close").length
  const asking = Array.from({ length: 20 }, async () => {
    // Until the sender has noticed that it should send its requests elsewhere.
    while (told() < 200) answers.push(await ask(port, agent))
  })
  await pause(200)
  await drain(50_000)
  await Promise.all(asking)

  expect(new Set(answers)).toEqual(new Set(["200 keep-alive", "200 close"]))
  expect(server.listening).toBe(false)
  agent.destroy()
})

test("draining an unused server ends early; a readiness probe or an open connection makes it last its full time", async () => {
  const took = async (drain: (longest: number) => Promise<void>, longest: number) => {
    const from = performance.now()
    await drain(longest)
    return performance.now() - from
  }
  const alone = await served()
  expect(await took(alone.drain, 60_000)).toBeLessThan(30_000)

  const watched = await served()
  await ask(watched.port, new Agent({ keepAlive: false }), "/readyz")
  expect(await took(watched.drain, 3_000)).toBeGreaterThanOrEqual(3_000)

  const left = await served()
  const agent = new Agent({ keepAlive: true })
  await ask(left.port, agent)
  expect(await took(left.drain, 3_000)).toBeGreaterThanOrEqual(3_000)
  agent.destroy()
})
