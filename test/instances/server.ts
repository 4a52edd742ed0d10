import { type ChildProcess, spawn } from "node:child_process"
import { rmSync } from "node:fs"
import net from "node:net"
import { resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { serverFlags, serverVariables } from "../../scripts/project.mjs"
import { temporaryDirectory } from "../temporary.ts"

const root = resolve(import.meta.dirname, "../..")
/** One thread in tests, for the same reason as in vitest.config.ts. Benchmarks run the product as it is shipped. */
const oneThread = process.env.VITEST ? ["--single-threaded"] : []

/** The address of a running product, and its data folder. */
export type Site = { url: string; dataDir: string }

export type RunningServer = Site & {
  process: ChildProcess
  /** Everything it has printed so far. */
  output(): string
  stop(): Promise<void>
}

/**
 * Starts the built product as its own process, on a free port below 32768, with its own data; resolves when it is ready.
 * @param folder where it is installed and built
 */
export async function startServer(variables: Record<string, string> = {}, folder = root): Promise<RunningServer> {
  const port = Number(variables.PORT ?? (await freePort()))
  const dataDir = variables.DATA_DIR ?? temporaryDirectory("server")
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [...serverFlags, ...oneThread, "src/server.ts"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...serverVariables,
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      DRAIN_SECONDS: "0", // no requests have to be redirected to another process
      GAZETTEER: "none", // loading it takes half a minute of database time, which only few tests need
      ...variables,
    },
  })
  let printed = ""
  child.stdout.on("data", (chunk) => (printed += chunk))
  child.stderr.on("data", (chunk) => (printed += chunk))

  const deadline = Date.now() + 110_000 // within a test's two minutes: a first start on a busy machine is slow
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the server did not start:\n${printed}`)
    await pause(50)
  }
  return {
    url,
    process: child,
    dataDir,
    output: () => printed,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((done) => child.once("exit", done))
        child.kill("SIGTERM")
        await ended
      }
      if (!variables.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function isReady(url: string) {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

/** Returns a free port below 32768; higher ones may be taken by outgoing connections at any moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const isFree = await new Promise<boolean>((done) => {
      const server = net.createServer()
      server.once("error", () => done(false))
      server.listen(port, "127.0.0.1", () => server.close(() => done(true)))
    })
    if (isFree) return port
  }
}
