import { readFileSync } from "node:fs"
import autocannon from "autocannon"

export type Load = {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Milliseconds of the server's CPU for each request. */
  cpu: number
  /** Bytes of an answer as it travels. */
  bytes: number
}

type Target = {
  /** One address, or several asked in turn. */
  paths: string[]
  /** What is sent; a POST then. */
  body?: object
  /** Another status than 200 that is an answer too: 429 where a queue is bounded. */
  alsoGood?: number
  headers?: Record<string, string>
  connections?: number
  seconds?: number
  /** Requests per second to keep to; as many as possible when absent. */
  rate?: number
}

/** Asks a server as fast as it answers (or at a rate), and reads its CPU time from the kernel. Fails on any other status than 200. */
export async function load(url: string, pid: number, target: Target): Promise<Load> {
  const headers = { "accept-encoding": "br, gzip", ...target.headers }
  const run = (seconds: number) =>
    autocannon({
      url,
      connections: target.connections ?? 16,
      duration: seconds,
      overallRate: target.rate,
      requests: target.paths.map((path) =>
        target.body
          ? { method: "POST" as const, path, headers, body: JSON.stringify(target.body) }
          : { method: "GET" as const, path, headers },
      ),
    })
  await run(1) // warm
  const before = cpuSeconds(pid)
  const result = await run(target.seconds ?? 4)
  const used = cpuSeconds(pid) - before
  const others = target.alsoGood ? 0 : result.non2xx
  if (others > 0 || result.errors > 0) {
    throw new Error(`${target.paths[0]}: ${result.non2xx} other statuses, ${result.errors} errors`)
  }
  const requests = result.requests.total - result.non2xx
  return {
    requestsPerSecond: Math.round(requests / result.duration),
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: Math.round((used / requests) * 100_000) / 100,
    bytes: Math.round(result.throughput.total / requests),
  }
}

/** User and system time of a process so far (proc(5): fields 14 and 15, in ticks of 10 ms). */
function cpuSeconds(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Resident memory of a process, in megabytes. */
export function memory(pid: number) {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024)
}
