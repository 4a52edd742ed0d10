import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { getRequestListener } from "@hono/node-server"
import { pino } from "pino"

import { ConfigError, readConfig } from "#config/config.ts"
import { openDb, openPool } from "#db/connection.ts"
import { listen } from "#db/listen.ts"
import { migrate } from "#db/migrate.ts"
import { otherConnections } from "#db/other-connections.ts"
import { startSupervised, type SupervisedServer } from "#db/supervised.ts"
import { isUnavailable } from "#db/unavailable.ts"
import { giveConsequences } from "#features/changes/consequences.server.ts"
import { giveBaseMap, type ReadsBaseMap } from "#features/places/static-map/queries.server.ts"
import { isGazetteerFilled } from "#features/places/gazetteer/commands.server.ts"
import { contentVersion } from "#http/caching/content-version.ts"
import { drainable } from "#http/limits/draining.ts"
import { boundSockets, socketLimits } from "#http/limits/sockets.ts"
import type { World } from "#http/world.ts"
import { enqueue } from "#queue/enqueue.ts"
import { consequences } from "./changes.ts"
import { startJobs } from "./jobs.ts"

// Starts and stops the process. Run by Node itself; the application it serves is the bundle of app.ts.

const root = resolve(import.meta.dirname, "..")
const isDevelopment = process.argv.includes("--dev")
process.env.NODE_ENV ||= isDevelopment ? "development" : "production"

/** How many tries a migration is given that fails for no reason that is known to pass. */
const mostTries = 3
/** Whoever stops it from a terminal waits for no longer than this (milliseconds). */
const patience = 1_500
/** And the machine for no longer than this, once no request is answered any more (milliseconds). */
const longestStop = 30_000
/** What the process ends with: it cannot start as things are; it broke, and may be started again. */
const [cannotStart, broke] = [1, 70]

const config = configOrExit()
const log = pino({ level: config.logLevel })
process.on("uncaughtException", (error) => {
  log.fatal({ err: error }, "this should not have happened; the process ends")
  process.exit(broke)
})
const embedded = config.databaseUrl
  ? undefined
  : await startSupervised(config.dataDir, (level, line, error) => log[level](error ? { err: error } : {}, line))
const databaseUrl = config.databaseUrl ?? (embedded as SupervisedServer).url
const pool = openPool(
  databaseUrl,
  config.databasePool,
  // The driver hangs the whole connection on its errors.
  (error) => log.warn({ why: error.message }, "a database connection was lost"),
  { tellsChanges: true },
)
const db = openDb(pool)
giveConsequences(consequences)
const content = contentVersion()
const state = { isMigrated: false, isStopping: false }

const world: World = {
  config,
  db,
  log,
  content,
  version: isDevelopment ? "development" : readFileSync(resolve(root, "build/version"), "utf8").trim(),
  release: JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")).version,
  phase: () => (!state.isMigrated ? "starting" : state.isStopping ? "draining" : "serving"),
}

const { listener, close: closeApp } = isDevelopment ? await developmentApp() : await builtApp()
const server = createServer(socketLimits, listener)
boundSockets(server)
const { drain } = drainable(server)
await new Promise<void>((ready, failed) => {
  server.once("error", failed)
  server.listen(config.port, config.host, ready)
}).catch((error: NodeJS.ErrnoException) => {
  const why = error.code === "EADDRINUSE" ? `port ${config.port} is taken; set PORT to another` : error.message
  console.error(`Foyer could not start: ${why}`)
  process.exit(cannotStart)
})

const listening = listen(
  databaseUrl,
  "content_changed",
  () => content.changed(),
  () => content.doubted(),
)
let jobs: ReturnType<typeof workOnJobs> | undefined
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal))

await prepare()
if (!state.isStopping) jobs = workOnJobs()

async function prepare() {
  let failures = 0
  for (let wait = 200; !state.isStopping; wait = Math.min(wait * 2, 5_000)) {
    try {
      const applied = await migrate(databaseUrl)
      if (applied.length > 0) log.info({ applied }, "migrated")
      if (config.sample === "auto") await putSample()
      // Half a minute, beside whoever visits already.
      if (config.gazetteer === "auto" && !(await isGazetteerFilled(db))) await enqueue(db, "places.fill-gazetteer", {})
      state.isMigrated = true
      console.log(`${config.siteName} is ready: ${config.publicUrl}`)
      return
    } catch (error) {
      if (!passes(error) && ++failures === mostTries) return giveUp(error)
      log.error({ err: error }, "the database cannot be used yet; trying again")
      await pause(wait)
    }
  }
}

/** Is it for want of the database, of a table that others use, or of room: does trying again help? */
function passes(error: unknown) {
  return isUnavailable(error) || /^(55P03|40001|40P01|53...)$/.test(String((error as { code?: unknown }).code))
}

/** A database that this version cannot use is said, in a sentence. Nobody was served yet. */
async function giveUp(error: unknown) {
  state.isStopping = true
  log.fatal({ err: error }, "the database cannot be used")
  console.error(`Foyer could not start: ${error instanceof Error ? error.message : String(error)}`)
  server.close()
  server.closeAllConnections()
  await release()
  process.exit(cannotStart)
}

/** Pages are served whether jobs can run or not; the database may go again just as they begin. */
async function workOnJobs() {
  for (let wait = 1_000; !state.isStopping; wait = Math.min(wait * 2, 5_000)) {
    try {
      return await startJobs(world, databaseUrl)
    } catch (error) {
      log.error({ err: error }, "jobs could not be started; trying again")
      await pause(wait)
    }
  }
  return undefined
}

async function putSample() {
  const { loadSample } = await import("#sample/load.server.ts")
  const loaded = await loadSample(db, new Date(), config.timezone)
  if (loaded) log.info(loaded, "sample content put in")
}

/** Stops being ready, answers whoever has not heard of it yet, then lets go of everything in order. */
async function stop(signal: string) {
  if (state.isStopping) process.exit(1)
  state.isStopping = true
  log.info({ signal }, "stopping")
  const worked = jobs?.then((working) => working?.stop())
  await drain(signal === "SIGTERM" ? config.drainSeconds * 1000 : Math.min(config.drainSeconds * 1000, patience))
  setTimeout(() => process.exit(broke), longestStop).unref()
  await closeApp()
  await worked?.catch((error: unknown) => log.warn({ err: error }, "jobs were left as they are"))
  await release()
  log.info("stopped")
  process.exit(0)
}

async function release() {
  await listening.stop()
  await db.destroy()
  if (embedded && (await isLeftAlone(embedded.url))) await embedded.stop()
}

type App = { fetch(request: Request, env?: object): Response | Promise<Response> }

/** Nobody else uses the database. Connections that were just closed take a moment to be gone. */
async function isLeftAlone(url: string) {
  for (let tries = 0; tries < 20; tries++) {
    if ((await otherConnections(url).catch(() => 0)) === 0) return true
    await pause(100)
  }
  return false
}

/** What the build makes of src/app.ts. */
type Built = { createApp(world: World): App; baseMap: ReadsBaseMap }
type Listener = (request: IncomingMessage, response: ServerResponse) => void

async function builtApp(): Promise<{ listener: Listener; close(): Promise<void> }> {
  const { createApp, baseMap } = (await import(resolve(root, "build/server/index.js"))) as Built
  giveBaseMap(baseMap)
  const app = createApp(world)
  return { listener: getRequestListener(app.fetch), close: async () => {} }
}

/** Vite in middleware mode: pages reload on save. */
async function developmentApp(): Promise<{ listener: Listener; close(): Promise<void> }> {
  const { createServer: createVite } = await import("vite")
  const vite = await createVite({ root, server: { middlewareMode: true }, appType: "custom" })
  const built = () => vite.ssrLoadModule("/src/app.ts") as Promise<Built>
  giveBaseMap(async (language) => (await built()).baseMap(language))
  const answer = getRequestListener(async (request) => {
    const { createApp } = await built()
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
    process.exit(cannotStart)
  }
}
