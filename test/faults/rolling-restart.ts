// Two processes on one database behind a proxy that checks /readyz every second and retries nothing, as proxies with health
// checks do. They are restarted in turn under load, and no request fails. npm run faults:restart [-- REQUESTS RESTARTS]
import { rmSync } from "node:fs"
import { Agent, createServer, type IncomingMessage, request } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { startEmbedded } from "#db/embedded.ts"
import { freePort, type RunningServer, startServer } from "../instances/server.ts"
import { temporaryDirectory } from "../temporary.ts"
import { writersAt } from "./writers.ts"

const requests = Number(process.argv[2] ?? 50_000)
const restarts = Number(process.argv[3] ?? 10)
const readers = 16
const directory = temporaryDirectory("restart")
const database = await startEmbedded(directory)
const frontPort = await freePort()
const url = `http://localhost:${frontPort}`
const agent = new Agent({ keepAlive: true, maxSockets: 200 })

type Upstream = { port: number; server: RunningServer; isReady: boolean }
const start = (port: number) =>
  startServer({
    PORT: String(port),
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    PUBLIC_URL: url,
    TRUST_PROXY: "1",
    DRAIN_SECONDS: "5",
    LIMITS: "0",
  })
const upstreams: Upstream[] = []
for (let at = 0; at < 2; at++) {
  const port = await freePort()
  upstreams.push({ port, server: await start(port), isReady: true })
}

let turn = 0
const front = createServer({ keepAliveTimeout: 65_000 }, (asked, answer) => {
  const ready = upstreams.filter(({ isReady }) => isReady)
  const upstream = ready[turn++ % ready.length]
  if (!upstream) return void answer.writeHead(502).end("nobody is ready")
  const headers = { ...asked.headers, "x-forwarded-for": asked.socket.remoteAddress ?? "" }
  const { method, url: path } = asked
  const passed = request({ host: "127.0.0.1", port: upstream.port, agent, method, path, headers }, (given) => {
    const { connection: _, "keep-alive": __, ...kept } = given.headers
    answer.writeHead(given.statusCode ?? 502, kept)
    given.pipe(answer)
  })
  passed.on("error", (error) => answer.headersSent || answer.writeHead(502).end(String(error)))
  asked.pipe(passed)
})
await new Promise<void>((done) => front.listen(frontPort, done))

let isOver = false
const watching = upstreams.map(async (upstream) => {
  while (!isOver) {
    const status = await fetch(`http://127.0.0.1:${upstream.port}/readyz`, { headers: { connection: "close" } })
      .then((answer) => answer.status)
      .catch(() => 0)
    upstream.isReady = status === 200
    await pause(1_000)
  }
})

const failures = new Map<string, number>()
let answered = 0
const clients = new Agent({ keepAlive: true })
const paths = ["/en/events", "/", "/api/contents/events/", "/api/actors/?limit=20", "/nl/actors"]
function ask(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    request(`${url}${path}`, { agent: clients }, (answer: IncomingMessage) => {
      let last = ""
      answer.on("data", (chunk) => (last = String(chunk).slice(0, 100)))
      answer.on("end", () => resolve(Number(answer.statusCode) < 400 ? undefined : `${answer.statusCode} ${last}`))
      answer.on("error", (error) => resolve(String(error)))
    })
      .on("error", (error) => resolve(String(error)))
      .end()
  })
}
const writers = await writersAt(url, 2)
const reading = Array.from({ length: readers }, async (_, reader) => {
  for (let at = reader; !isOver; at++) {
    const path = at % 8 === 0 ? `/api/contents/events/?q=${reader}x${at}` : (paths[at % paths.length] as string)
    const failure = await ask(path)
    if (failure) failures.set(failure, (failures.get(failure) ?? 0) + 1)
    answered++
  }
})

const from = performance.now()
for (let at = 0; at < restarts; at++) {
  const upstream = upstreams[at % upstreams.length] as Upstream
  const since = performance.now()
  const ended = new Promise((done) => upstream.server.process.once("exit", done))
  upstream.server.process.kill("SIGTERM")
  await ended
  const stopped = performance.now()
  upstream.server = await start(upstream.port)
  while (!upstream.isReady) await pause(100)
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)
  console.log(
    `restart ${at + 1}: stopped in ${seconds(stopped - since)} s, back in ${seconds(performance.now() - stopped)} s; ${answered} requests, ${[...failures.values()].reduce((sum, count) => sum + count, 0)} failed`,
  )
}
while (answered < requests) await pause(200)
isOver = true
await Promise.all([...reading, ...watching])
const unwritten = writers.failed()
const lost = await writers.end()

const failed = [...failures.values()].reduce((sum, count) => sum + count, 0)
console.log(
  `${answered} requests in ${Math.round((performance.now() - from) / 1000)} s over ${restarts} restarts, ${failed} failed; ${writers.acknowledged()} events written, ${unwritten} writes failed, ${lost.length} lost`,
)
for (const [failure, count] of failures) console.error(`${count} × ${failure}`)
front.close()
front.closeAllConnections()
for (const one of [agent, clients]) one.destroy()
for (const { server } of upstreams) await server.stop()
await database.stop()
rmSync(directory, { recursive: true, force: true })
process.exit(failed + unwritten + lost.length > 0 ? 1 : 0)
