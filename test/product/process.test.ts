import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, rmSync } from "node:fs"
import { type IncomingMessage, request } from "node:http"
import { connect, createServer } from "node:net"
import { join } from "node:path"
import { expect, test } from "vitest"
import { freePort, startServer } from "../server.ts"
import { temporaryDirectory } from "../temporary.ts"
import { soon } from "./waiting.ts"

test("a second start is quick and keeps everything; what kill -9 left behind is taken up again", async () => {
  const dataDir = temporaryDirectory("process")
  const first = await startServer({ DATA_DIR: dataDir })
  const before = await (await fetch(`${first.url}/api/contents/events/`)).json()
  expect(before.length).toBeGreaterThan(100)
  const killed = new Promise((done) => first.process.once("exit", done))
  first.process.kill("SIGKILL")
  await killed

  const second = await startServer({ DATA_DIR: dataDir })
  const after = await (await fetch(`${second.url}/api/contents/events/`)).json()
  expect(after.map((event: { id: number }) => event.id)).toEqual(before.map((event: { id: number }) => event.id))
  await second.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test("two first starts at once make one database, and both serve it", async () => {
  const dataDir = temporaryDirectory("process")
  const [one, two] = await Promise.all([startServer({ DATA_DIR: dataDir }), startServer({ DATA_DIR: dataDir })])
  const [here, there] = await Promise.all(
    [one, two].map(async ({ url }) => (await (await fetch(`${url}/api/actors/?limit=5`)).json()) as { fid: string }[]),
  )
  expect(here?.map((actor) => actor.fid)).toEqual(there?.map((actor) => actor.fid))
  await one.stop()
  // The other one still has its database.
  expect((await fetch(`${two.url}/readyz`)).status).toBe(200)
  await two.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Asks somebody's page. It is `taken` once the server has it in its hands: that is when it tells us to go on. */
function asks(address: string) {
  const asking = request(address, { headers: { cookie: "sessionid=x", expect: "100-continue" } })
  const taken = once(asking, "continue")
  const status = once(asking, "response").then(([answer]: IncomingMessage[]) => {
    answer?.resume()
    return answer?.statusCode
  })
  asking.end()
  return { taken, status }
}

test("SIGTERM answers what runs, then ends with 0", async () => {
  const server = await startServer({ SAMPLE: "none" })
  const running = Array.from({ length: 20 }, () => asks(`${server.url}/events`))
  await Promise.all(running.map(({ taken }) => taken))
  const ended = new Promise<number | null>((done) => server.process.once("exit", (code) => done(code)))
  server.process.kill("SIGTERM")

  const statuses = await Promise.all(running.map(({ status }) => status))
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 200))
  expect(await ended).toBe(0)
  await server.stop()
})

test("a wrong setting stops the start with a sentence that names it", async () => {
  for (const [name, value] of [
    ["PORT", "seventy"],
    ["PUBLIC_URL", "foyer.example"],
    ["SITE_TIMEZONE", "Mars/Olympus"],
  ] as const) {
    const child = spawn(process.execPath, ["src/server.ts"], { env: { ...process.env, [name]: value }, stdio: "pipe" })
    let printed = ""
    child.stderr.on("data", (chunk) => (printed += chunk))
    const code = await new Promise((done) => child.once("exit", done))
    expect(code).toBe(1)
    expect(printed).toContain(name)
    expect(printed).not.toContain("    at ")
  }
})

test("while the database is down the process lives, says it is not ready, and recovers by itself", async () => {
  const owner = await startServer({ SAMPLE: "none" })
  const secret = readFileSync(join(owner.dataDir, "pg.secret"), "utf8").trim()
  const real = Number(readFileSync(join(owner.dataDir, "pg/postmaster.pid"), "utf8").split("\n")[3])
  const [databasePort, port] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, ["src/server.ts"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      DATABASE_URL: `postgres://app:${secret}@127.0.0.1:${databasePort}/postgres`,
      LOG_LEVEL: "silent",
    },
    stdio: "ignore",
  })
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined))?.status
  await soon(() => status("/healthz")).toBe(200)
  expect(await status("/readyz")).toBe(503)
  expect(await status("/events")).toBe(503)

  const database = createServer((socket) => {
    const there = connect(real, "127.0.0.1")
    socket.pipe(there).pipe(socket)
    socket.on("error", () => there.destroy())
    there.on("error", () => socket.destroy())
  }).listen(databasePort, "127.0.0.1")
  await soon(() => status("/readyz")).toBe(200)
  expect(await status("/events")).toBe(200)

  const ended = new Promise((done) => child.once("exit", done))
  child.kill("SIGTERM")
  await ended
  database.close()
  await owner.stop()
})
