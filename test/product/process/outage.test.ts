import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { relay } from "../../instances/relay.ts"
import { freePort, type RunningServer, startServer } from "../../instances/server.ts"
import { dedicatedDatabase, dedicatedServer } from "../servers/dedicated-server.ts"
import { soon } from "../browser/waiting.ts"

/** Each request has its own connection: a pooled one may have been closed during the outage. */
const json = { accept: "application/json", connection: "close" }
const people = { accept: "text/html,*/*", "accept-language": "en" }
const session = { cookie: `sessionid=${"a".repeat(43)}` }

function postmasterOf({ dataDir }: Pick<RunningServer, "dataDir">) {
  const [pid, , , port] = readFileSync(join(dataDir, "pg/postmaster.pid"), "utf8").split("\n").map(Number)
  return { pid: pid as number, port: port as number }
}

test("without its database the server serves cached answers, answers 503 to the rest, and then recovers", async () => {
  const database = await dedicatedDatabase()
  const databasePort = await freePort()
  const between = relay(databasePort, Number(new URL(database.url).port))
  await between.begin()
  const server = await startServer({
    DATABASE_URL: Object.assign(new URL(database.url), { port: String(databasePort) }).href,
    LOG_LEVEL: "debug",
    LIMITS: "0",
  })
  const ask = (path: string, headers: Record<string, string> = people) => fetch(server.url + path, { headers })
  const statuses = async (path: string, headers?: Record<string, string>) => (await ask(path, headers)).status
  for (let times = 0; times < 3; times++) {
    expect(await statuses("/en/events")).toBe(200)
    expect(await statuses("/api/contents/events/", json)).toBe(200)
  }

  // The database goes away while many requests are running.
  const underWay = Array.from({ length: 60 }, (_, at) => statuses(`/api/contents/events/?q=jazz${at}`, json))
  await between.end()
  for (const status of await Promise.all(underWay)) expect([200, 503]).toContain(status)

  const api = await ask("/api/actors/?q=nobody", { ...json, "accept-language": "nl" })
  expect([api.status, api.headers.get("retry-after")]).toEqual([503, "5"])
  expect(await api.json()).toEqual({
    detail: "De site kan nu even niet antwoorden. Probeer het zo meteen opnieuw.",
    code: "unavailable",
  })
  for (const [path, headers] of [
    ["/en/actors?q=nobody", people],
    ["/en/me", { ...people, ...session }],
  ] as const) {
    const page = await ask(path, headers)
    expect([path, page.status, page.headers.get("retry-after")]).toEqual([path, 503, "5"])
    expect(page.headers.get("content-type")).toContain("text/html")
    const html = await page.text()
    for (const words of ["The site cannot answer just now.", "Try again in a moment."]) expect(html).toContain(words)
  }
  expect(await statuses("/sitemap.xml")).toBe(503)
  expect(await statuses("/en/events")).toBe(200)
  expect((await (await ask("/api/contents/events/", json)).json()).length).toBeGreaterThan(10)
  expect([await statuses("/healthz"), await statuses("/readyz")]).toEqual([200, 503])

  await between.begin()
  await soon(() => statuses("/readyz")).toBe(200)
  expect(await statuses("/api/actors/?q=nobody", json)).toBe(200)
  expect(await statuses("/en/actors?q=nobody")).toBe(200)
  expect(server.process.exitCode).toBe(null)

  // Each answer has its own request id, cached answers too, and the log has the same id.
  const ids = await Promise.all(
    ["/en/events", "/en/events", "/api/actors/?q=other"].map(async (path) =>
      (await ask(path)).headers.get("x-request-id"),
    ),
  )
  ids.push(api.headers.get("x-request-id"))
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) await soon(() => server.output()).toContain(`"requestId":"${id}"`)
  const lines = server.output().split("\n")
  const about = lines.filter((line) => line.includes(`"${api.headers.get("x-request-id")}"`)).join("\n")
  expect(about).toContain("database away")

  await server.stop()
  await between.end()
  await database.stop()
})

test("the embedded database is restarted when it is killed, and the server process survives", async () => {
  const server = await dedicatedServer()
  const url = `${server.url}/api/contents/events/?q=trompette`
  const before = postmasterOf(server)
  for (let kill = 0; kill < 2; kill++) {
    const { pid } = postmasterOf(server)
    const asked = Array.from({ length: 20 }, async () => (await fetch(url, { headers: json })).status)
    process.kill(pid, "SIGKILL")
    for (const status of await Promise.all(asked)) expect([200, 503]).toContain(status)
    // The pid file names the killed process until another is started.
    await soon(() => postmasterOf(server).pid).not.toBe(pid)
    await soon(async () => (await fetch(`${server.url}/readyz`, { headers: json })).status).toBe(200)
    expect(postmasterOf(server)).toMatchObject({ port: before.port })
    expect((await fetch(url, { headers: json })).status).toBe(200)
  }
  expect(server.output()).toContain("the database server has ended; starting it again")
  expect(server.process.exitCode).toBe(null)
  await server.stop()
})
