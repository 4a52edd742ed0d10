import { execFile } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import autocannon from "autocannon"
import { temporaryDirectory } from "../../test/temporary.ts"

export type Load = {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Milliseconds of server CPU time per request. */
  cpu: number
  /** Transferred bytes of a response. */
  bytes: number
}

export type Target = {
  /** One address, or several requested in turn. */
  paths: string[]
  /**
   * Sends an invalid `Authorization` and accepts no compression, so that each response is rendered for this request and not taken
   * from the cache.
   */
  isNew?: boolean
  /** Request body; sent by POST unless `method` says otherwise. */
  body?: object
  method?: "POST" | "PUT"
  /** Another accepted status besides 200: 429 where a queue is bounded. */
  alsoGood?: number
  headers?: Record<string, string>
  connections?: number
  seconds?: number
  /** Requests per second; as many as possible when absent. */
  rate?: number
}

/**
 * Sends requests as fast as the server answers, or at a rate, and reads the server's CPU time from the kernel. Fails on a failed
 * connection, on a status of 400 or more, and, in a first trial request, on any status but 200. A load generator written for Node
 * takes longer to read an answer than the server to give it, so wrk is used without a rate; wrk cannot keep a rate, so autocannon
 * is used with one.
 */
export async function load(url: string, pid: number, target: Target): Promise<Load> {
  const run = target.rate ? atRate : atFullSpeed
  if (!target.body) await asked(url, target)
  await run(url, target, 3) // warm-up: frequent code is compiled, and large lists are counted
  const before = cpuSeconds(pid)
  const { good, bad, lost, seconds, p50, p99, bytes } = await run(url, target, target.seconds ?? 4)
  const used = cpuSeconds(pid) - before
  if (lost > 0) throw new Error(`${target.paths[0]}: ${lost} connections failed`)
  if (bad > 0 && !target.alsoGood) throw new Error(`${target.paths[0]}: ${bad} answers were no good`)
  return {
    requestsPerSecond: Math.round(good / seconds),
    p50,
    p99,
    cpu: Math.round((used / good) * 100_000) / 100,
    bytes: Math.round(bytes / (good + bad)),
  }
}

/** Requests every address once and expects 200, or 206 for a range. */
async function asked(url: string, { paths, headers }: Target) {
  for (const path of paths) {
    const { status } = await fetch(url + path, { headers: { ...encodings, ...headers } })
    if (status !== (headers?.range ? 206 : 200)) throw new Error(`${path} answered ${status}`)
  }
}

type Run = { good: number; bad: number; lost: number; seconds: number; p50: number; p99: number; bytes: number }

const encodings = { "accept-encoding": "br, gzip" }

/** Headers that bypass the cache. */
const forItself = { "accept-encoding": "identity", authorization: "None" }

async function atRate(
  url: string,
  { paths, headers, body, method, rate, connections, isNew }: Target,
  seconds: number,
): Promise<Run> {
  const result = await autocannon({
    url,
    connections: connections ?? 16,
    duration: seconds,
    overallRate: rate,
    requests: paths.map((path) => ({
      method: body ? (method ?? "POST") : "GET",
      path,
      headers: { ...(isNew ? forItself : encodings), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })),
  })
  return {
    good: result.requests.total - result.non2xx,
    bad: result.non2xx,
    lost: result.errors,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: result.throughput.total,
  }
}

async function atFullSpeed(url: string, target: Target, seconds: number): Promise<Run> {
  const folder = temporaryDirectory("wrk")
  const script = join(folder, "ask.lua")
  writeFileSync(script, asking(target))
  const connections = target.connections ?? 16
  const { stdout } = await promisify(execFile)("wrk", [
    "--threads=1",
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    "--timeout=20s",
    `--script=${script}`,
    url,
  ])
  rmSync(folder, { recursive: true, force: true })
  const said = JSON.parse(stdout.slice(stdout.indexOf("{"))) as Record<keyof Run | "all", number>
  return { ...said, good: said.all - said.bad }
}

/** Returns the script with which wrk requests each address in turn and reports its results. */
function asking({ paths, headers, body, method = "POST", isNew }: Target) {
  const lua = (text: string) => `"${text.replaceAll(/["\\\n]/g, (sign) => `\\${sign}`)}"`
  const fields = Object.entries({ ...(isNew ? forItself : encodings), ...headers }).map(
    ([name, value]) => `[${lua(name)}] = ${lua(value)}`,
  )
  return `
    local paths, turn = { ${paths.map(lua).join(", ")} }, 0
    local headers = { ${fields.join(", ")} }
    request = function()
      turn = turn % #paths + 1
      return wrk.format(${body ? `"${method}"` : '"GET"'}, paths[turn], headers${body ? `, ${lua(JSON.stringify(body))}` : ""})
    end
    done = function(summary, latency)
      local errors = summary.errors
      io.write(string.format(
        '{"all":%d,"bad":%d,"lost":%d,"seconds":%f,"p50":%.2f,"p99":%.2f,"bytes":%d}',
        summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
        summary.duration / 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000, summary.bytes))
    end
  `
}

/** Returns the user and system time of a process so far in seconds (proc(5): fields 14 and 15, in ticks of 10 ms). */
export function cpuSeconds(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Returns the resident memory of a process in megabytes. */
export function memory(pid: number) {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024)
}
