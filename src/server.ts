import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { getRequestListener } from "@hono/node-server"
import { pino } from "pino"

import type { Kysely } from "kysely"
import { ConfigError, readConfig } from "#config/config.ts"
import { openDb, openPool } from "#db/connection.ts"
import { type EmbeddedServer, startEmbedded } from "#db/embedded.ts"
import { listen } from "#db/listen.ts"
import { migrate } from "#db/migrate.ts"
import { otherConnections } from "#db/other-connections.ts"
import { contentVersion } from "#http/content-version.ts"
import { boundSockets, socketLimits } from "#http/sockets.ts"
import type { World } from "#http/world.ts"
import { startJobs } from "./jobs.ts"

// Starts and stops the process. Run by Node itself; the application it serves is the bundle of app.ts.

const root = resolve(import.meta.dirname, "..")
const isDevelopment = process.argv.includes("--dev")
process.env.NODE_ENV ||= isDevelopment ? "development" : "production"

/** How long new requests are still answered after the order to stop (milliseconds). */
const stillAnswering = 1_500

const config = configOrExit()
const log = pino({ level: config.logLevel })
const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, (line) => log.info(line))
const databaseUrl = config.databaseUrl ?? (embedded as EmbeddedServer).url
const pool = openPool(databaseUrl, config.databasePool, (error) =>
  log.warn({ err: error }, "a database connection was lost"),
)
const db = openDb(pool)
const content = contentVersion()
const state = { isMigrated: false, isStopping: false }

const world: World = {
  config,
  db,
  log,
  content,
  version: isDevelopment ? "development" : readFileSync(resolve(root, "build/version"), "utf8").trim(),
  release: JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")).version,
  phase: () => (state.isStopping ? "draining" : state.isMigrated ? "serving" : "starting"),
}

const { listener, close: closeApp } = isDevelopment ? await developmentApp() : await builtApp()
const server = createServer(socketLimits, listener)
boundSockets(server)
await new Promise<void>((ready, failed) => {
  server.once("error", failed)
  server.listen(config.port, config.host, ready)
}).catch((error: NodeJS.ErrnoException) => {
  const why = error.code === "EADDRINUSE" ? `port ${config.port} is taken; set PORT to another` : error.message
  console.error(`Foyer could not start: ${why}`)
  process.exit(1)
})

const listening = listen(databaseUrl, "content_changed", () => content.changed())
let jobs: ReturnType<typeof workOnJobs> | undefined
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal))

await prepare()
if (!state.isStopping) jobs = workOnJobs()

async function prepare() {
  for (let wait = 200; !state.isStopping; wait = Math.min(wait * 2, 5_000)) {
    try {
      const applied = await migrate(db as unknown as Kysely<unknown>)
      if (applied.length > 0) log.info({ applied }, "migrated")
      if (config.sample === "auto") await putSample()
      state.isMigrated = true
      console.log(`${config.siteName} is ready: ${config.publicUrl}`)
      return
    } catch (error) {
      log.error({ err: error }, "the database cannot be used yet; trying again")
      await pause(wait)
    }
  }
}

/** Pages are served whether jobs can run or not. */
async function workOnJobs() {
  return startJobs(world, databaseUrl).catch((error: unknown) => {
    log.error({ err: error }, "jobs could not be started")
    return undefined
  })
}

async function putSample() {
  const { loadSample } = await import("#features/site/sample/load.server.ts")
  const loaded = await loadSample(db, new Date(), config.timezone)
  if (loaded) log.info(loaded, "sample content put in")
}

/** Stops being ready, answers what runs, then lets go of everything in order. */
async function stop(signal: string) {
  if (state.isStopping) process.exit(1)
  state.isStopping = true
  log.info({ signal }, "stopping")
  // Whoever asks /readyz hears of it; connections are ended as their answers go out, and only then is the door closed.
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"))
  await pause(stillAnswering)
  const closed = new Promise<void>((done) => server.close(() => done()))
  setTimeout(() => server.closeAllConnections(), 10_000).unref()
  await closed
  await closeApp()
  await (await jobs)?.stop()
  await listening.stop()
  await db.destroy()
  if (embedded && (await isLeftAlone(embedded.url))) await embedded.stop()
  log.info("stopped")
  process.exit(0)
}

type App = { fetch(request: Request, env?: object): Response | Promise<Response> }

/** Nobody else uses the database. Connections that were just closed take a moment to be gone. */
async function isLeftAlone(url: string) {
  for (let tries = 0; tries < 20; tries++) {
    if ((await otherConnections(url)) === 0) return true
    await pause(100)
  }
  return false
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

async function builtApp(): Promise<{ listener: Listener; close(): Promise<void> }> {
  const { createApp } = (await import(resolve(root, "build/server/index.js"))) as { createApp(world: World): App }
  const app = createApp(world)
  return { listener: getRequestListener(app.fetch), close: async () => {} }
}

/** Vite in middleware mode: pages reload on save. */
async function developmentApp(): Promise<{ listener: Listener; close(): Promise<void> }> {
  const { createServer: createVite } = await import("vite")
  const vite = await createVite({ root, server: { middlewareMode: true }, appType: "custom" })
  const answer = getRequestListener(async (request) => {
    const { createApp } = (await vite.ssrLoadModule("/src/app.ts")) as { createApp(world: World): App }
    return createApp(world).fetch(request)
  })
  return {
    listener: (request, response) => vite.middlewares(request, response, () => void answer(request, response)),
    close: () => vite.close(),
  }
}

function configOrExit() {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(`Foyer could not start. The configuration has to be mended:\n${error.message}`)
    process.exit(1)
  }
}
