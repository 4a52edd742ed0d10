import { spawn } from "node:child_process"
import { once } from "node:events"
import { copyFileSync, mkdirSync, rmSync, symlinkSync } from "node:fs"
import { Agent, type IncomingMessage, request } from "node:http"
import { join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { expect, inject, test } from "vitest"
import { relay } from "../../instances/relay.ts"
import { freePort, startServer } from "../../instances/server.ts"
import { signsUp } from "../../worlds/signed-up.ts"
import { copyData, temporaryDirectory } from "../../temporary.ts"
import { newName } from "../people/accounts-people.ts"
import { dedicatedDatabase, dedicatedServer } from "../servers/dedicated-server.ts"
import { soon } from "../browser/waiting.ts"

/**
 * Starts the server as Node runs it, with these settings, without waiting for it. The town names are left out: loading them takes
 * longer than everything tested here.
 */
const starts = (settings: Record<string, string>, stderr: "pipe" | "ignore" = "ignore") =>
  spawn(process.execPath, ["--single-threaded", "src/server.ts"], {
    env: { ...process.env, NODE_ENV: "production", GAZETTEER: "none", LOG_LEVEL: "silent", ...settings },
    stdio: ["ignore", "ignore", stderr],
  })

test("an address that cannot be decoded is answered with 404 and prints no warning", async () => {
  const server = await dedicatedServer()
  const page = await fetch(`${server.url}/en/events/%E0%A4%A?q=%E0%A4%A`)
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining("/events/%E0%A4%A<")])
  expect((await fetch(`${server.url}/api/actors/%E0%A4%A/`)).status).toBe(404)
  await server.stop()
  expect(server.output()).not.toMatch(/decoded|malformed/)
})

test("a start after kill -9 serves the same events, and sessions stay valid", async () => {
  // The sample data is that of a first start which was stopped; this is the second start.
  const dataDir = temporaryDirectory("process")
  copyData(inject("sampleData"), dataDir)
  const first = await startServer({ DATA_DIR: dataDir })
  const before = await (await fetch(`${first.url}/api/contents/events/`)).json()
  expect(before.length).toBeGreaterThan(100)
  const { cookie, name } = await signsUp(first.url, newName())
  const killed = new Promise((done) => first.process.once("exit", done))
  first.process.kill("SIGKILL")
  await killed

  const second = await startServer({ DATA_DIR: dataDir })
  const after = await (await fetch(`${second.url}/api/contents/events/`)).json()
  expect(after.map((event: { id: number }) => event.id)).toEqual(before.map((event: { id: number }) => event.id))
  expect(await (await fetch(`${second.url}/api/me/`, { headers: { cookie } })).json()).toMatchObject({ username: name })
  await second.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test("two first starts at once create one database, and both serve it", async () => {
  const dataDir = temporaryDirectory("process")
  const [one, two] = await Promise.all([startServer({ DATA_DIR: dataDir }), startServer({ DATA_DIR: dataDir })])
  const [here, there] = await Promise.all(
    [one, two].map(async ({ url }) => (await (await fetch(`${url}/api/actors/?limit=5`)).json()) as { fid: string }[]),
  )
  expect(here?.map((actor) => actor.fid)).toEqual(there?.map((actor) => actor.fid))
  await one.stop()
  // The other process still has its database.
  expect((await fetch(`${two.url}/readyz`)).status).toBe(200)
  await two.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Requests a page as a signed-in reader. `taken` resolves once the server handles the request: it then sends 100 Continue. */
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

test("after SIGTERM running requests are answered, then the process exits with 0", async () => {
  const server = await dedicatedServer({})
  const running = Array.from({ length: 20 }, () => asks(`${server.url}/events`))
  await Promise.all(running.map(({ taken }) => taken))
  const ended = new Promise<number | null>((done) => server.process.once("exit", (code) => done(code)))
  server.process.kill("SIGTERM")
  // systemd signals the whole process group, and the parent process passes the signal on: it arrives twice.
  server.process.kill("SIGTERM")

  const statuses = await Promise.all(running.map(({ status }) => status))
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 200))
  expect(await ended).toBe(0)
  await server.stop()
})

test("after SIGTERM no request under load fails if clients leave once /readyz is no longer 200", async () => {
  const server = await dedicatedServer({ DRAIN_SECONDS: "4" })
  const agent = new Agent({ keepAlive: true })
  const outcomes: string[] = []
  let isReady = true
  const ask = (path: string) =>
    new Promise<string>((resolve) => {
      request(`${server.url}${path}`, { agent }, (answer) => {
        answer.resume().on("end", () => resolve(String(answer.statusCode)))
      })
        .on("error", ({ code }: NodeJS.ErrnoException) => resolve(String(code)))
        .end()
    })
  const watching = (async () => {
    for (; isReady; await pause(500)) isReady = (await ask("/readyz")) === "200"
  })()
  const asking = Array.from({ length: 16 }, async () => {
    while (isReady) outcomes.push(await ask("/api/contents/events/"))
  })
  await soon(() => outcomes.length).toBeGreaterThan(50)
  const before = outcomes.length
  const ended = new Promise<number | null>((done) => server.process.once("exit", (code) => done(code)))
  server.process.kill("SIGTERM")
  await Promise.all([watching, ...asking])

  expect(new Set(outcomes)).toEqual(new Set(["200"]))
  expect(outcomes.length).toBeGreaterThan(before)
  expect(await ended).toBe(0)
  await server.stop()
})

test("a migration that fails ends the start with a message that names it and the reason", async () => {
  const database = await dedicatedDatabase()
  const named = (name: string) => Object.assign(new URL(database.url), { pathname: `/${name}` }).href
  const query = async (name: string, text: string) => {
    const client = new pg.Client({ connectionString: named(name) })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await query("postgres", "create database occupied")
  await query("occupied", "create table actors (id int)")

  const child = starts({ PORT: String(await freePort()), DATABASE_URL: named("occupied") }, "pipe")
  let printed = ""
  child.stderr?.on("data", (chunk) => (printed += chunk))
  expect(await new Promise((done) => child.once("exit", done))).toBe(1)
  expect(printed).toContain(
    'Foyer could not start: the migration 0001_network failed: relation "actors" already exists',
  )
  await database.stop()
})

/** Polls for as long as a start may take on a busy machine. */
// oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits it
const eventually = <Value>(read: () => Value | Promise<Value>) => expect.poll(read, { timeout: 110_000 })

test("npm start restarts a server that is killed, and ends with it on SIGTERM", async () => {
  const [dataDir, port] = [temporaryDirectory("process"), await freePort()]
  copyData(inject("sampleData"), dataDir)
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DRAIN_SECONDS: "1", GAZETTEER: "none" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let printed = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk))
  const status = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status
  const pids = () => [...new Set([...printed.matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid)))]
  await eventually(status).toBe(200)
  await eventually(pids).toHaveLength(1)
  process.kill(pids()[0] as number, "SIGKILL")
  await eventually(async () => [await status(), pids().length]).toEqual([200, 2])
  expect(printed).toContain("Foyer was ended by SIGKILL; it is started again in 250 ms.")

  const ended = new Promise((done) => child.once("exit", done))
  child.kill("SIGTERM")
  expect(await ended).toBe(0)
  expect(await status()).toBe(undefined)
  rmSync(dataDir, { recursive: true, force: true })
})

test("a wrong setting stops the start with a sentence that names it", async () => {
  // src/config/config.test.ts tests each wrong setting alone; the folder is only checked once the settings are right.
  const tries: Record<string, string>[] = [
    { PORT: "seventy", PUBLIC_URL: "foyer.example", SITE_TIMEZONE: "Mars/Olympus" },
    { DATA_DIR: join(import.meta.dirname, "process.test.ts") },
  ]
  for (const wrong of tries) {
    const child = starts(wrong, "pipe")
    let printed = ""
    child.stderr?.on("data", (chunk) => (printed += chunk))
    const code = await new Promise((done) => child.once("exit", done))
    expect(code).toBe(1)
    for (const name of Object.keys(wrong)) expect(printed).toContain(name)
    expect(printed).not.toContain("    at ")
  }
})

test("without a build the server does not start, and names the command that builds it", async () => {
  const folder = temporaryDirectory("unbuilt")
  mkdirSync(join(folder, "src"))
  copyFileSync("src/server.ts", join(folder, "src/server.ts"))
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"))
  const child = spawn(process.execPath, [join(folder, "src/server.ts")], { cwd: folder, stdio: "pipe" })
  let printed = ""
  child.stderr.on("data", (chunk) => (printed += chunk))
  expect(await new Promise((done) => child.once("exit", done))).toBe(1)
  expect(printed).toBe("Foyer could not start: there is no build yet; run `npm run build`\n")
  rmSync(folder, { recursive: true, force: true })
})

test("a request that arrives during start-up is held and then answered", async () => {
  const database = await dedicatedDatabase()
  const port = await freePort()
  const child = starts({ PORT: String(port), DATA_DIR: database.dataDir, DATABASE_URL: database.url })
  const first = async () => (await fetch(`http://127.0.0.1:${port}/events`).catch(() => undefined))?.status
  let status: number | undefined
  while (child.exitCode === null && status === undefined) status = await first()
  expect(status).toBe(200)

  const ended = new Promise((done) => child.once("exit", done))
  child.kill("SIGTERM")
  await ended
  await database.stop()
})

test("a server started while the database is down answers 503 and recovers by itself", async () => {
  const real = await dedicatedDatabase()
  const [databasePort, port] = [await freePort(), await freePort()]
  const reached = Object.assign(new URL(real.url), { port: String(databasePort) }).href
  const child = starts({ PORT: String(port), DATA_DIR: real.dataDir, DATABASE_URL: reached })
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined))?.status
  await eventually(() => status("/healthz")).toBe(200)
  expect(await status("/readyz")).toBe(503)
  expect(await status("/events")).toBe(503)

  const between = relay(databasePort, Number(new URL(real.url).port))
  await between.begin()
  await soon(() => status("/readyz")).toBe(200)
  expect(await status("/events")).toBe(200)

  const ended = new Promise((done) => child.once("exit", done))
  child.kill("SIGTERM")
  await ended
  await between.end()
  await real.stop()
})
