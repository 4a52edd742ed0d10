// PostgreSQL is killed in four ways while eight people write and eight read: the product survives and works again within five
// seconds, nothing acknowledged is lost, and requests that cannot be answered get 503. npm run faults:database [-- KILLS]
import { execFileSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { startServer } from "../instances/server.ts"
import { temporaryDirectory } from "../temporary.ts"
import { writersAt } from "./writers.ts"

const kills = Number(process.argv[2] ?? 20)
/** Longest allowed outage in milliseconds. */
const longest = 5_000
const dataDir = temporaryDirectory("kill-database")
const server = await startServer({ DATA_DIR: dataDir, LIMITS: "0" })
const postmaster = () => readFileSync(join(dataDir, "pg/postmaster.pid"), "utf8").split("\n").map(Number)
const secret = readFileSync(join(dataDir, "pg.secret"), "utf8").trim()
const database = `postgres://app:${secret}@127.0.0.1:${postmaster()[3]}/postgres`

const writers = await writersAt(server.url, 8)
const statuses = new Map<string, number>()
let isOver = false
const reading = Array.from({ length: 8 }, async (_, reader) => {
  for (let turn = 0; !isOver; turn++) {
    // A cached page, and a search that is not cached.
    const path = reader % 2 ? "/en/events" : `/api/contents/events/?q=${reader}x${turn}`
    const answer = await fetch(server.url + path).catch(() => undefined)
    await answer?.arrayBuffer()
    const key = `${reader % 2 ? "page" : "search"} ${answer?.status ?? "failed"}`
    statuses.set(key, (statuses.get(key) ?? 0) + 1)
    await pause(5)
  }
})

const ways = {
  "kill -9 of the server": () => process.kill(postmaster()[0] as number, "SIGKILL"),
  "kill -9 of a connection": () => {
    const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(postmaster()[0])], { encoding: "utf8" })
    const connections = children.split("\n").filter((line) => line.includes("postgres: app"))
    process.kill(Number.parseInt(connections[Math.floor(Math.random() * connections.length)] as string, 10), "SIGKILL")
  },
  "fast restart": () => process.kill(postmaster()[0] as number, "SIGINT"),
  pg_terminate_backend: async () => {
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    await client.end()
  },
}

const slow: string[] = []
for (const [way, kill] of Object.entries(ways)) {
  const times: number[] = []
  for (let at = 0; at < (way === "kill -9 of the server" ? kills : Math.ceil(kills / 4)); at++) {
    await pause(500 + Math.random() * 1500)
    const from = performance.now()
    await kill()
    await pause(20)
    while ((await fetch(`${server.url}/readyz`).catch(() => undefined))?.status !== 200) {
      if (server.process.exitCode !== null || performance.now() - from > 60_000)
        throw new Error(`${way}: the end\n${server.output().slice(-5000)}`)
      await pause(20)
    }
    times.push(Math.round(performance.now() - from))
  }
  const worst = Math.max(...times)
  if (worst > longest) slow.push(`${way}: away for ${worst} ms`)
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
  console.log(`${way}: ${times.length} times, back after ${median} ms (median), ${worst} ms (at most)`)
}
isOver = true
await Promise.all(reading)
const lost = await writers.end()
const wrong = [...statuses].filter(([key]) => !/ (200|503)$/.test(key)).map(([key, count]) => `${count} × ${key}`)
await server.stop()
rmSync(dataDir, { recursive: true, force: true })

console.log(`${writers.acknowledged()} events acknowledged, ${lost.length} lost; ${writers.failed()} attempts failed`)
console.log(`read: ${[...statuses].map(([key, count]) => `${count} × ${key}`).join(", ")}`)
const faults = [...slow, ...wrong, ...lost]
for (const line of faults.slice(0, 20)) console.error(line)
if (faults.length > 0) process.exit(1)
