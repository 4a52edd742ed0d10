import { accessSync, constants, mkdirSync, readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { pino } from "pino"

import { ConfigError, readConfig, warningsOf } from "#config/config.ts"
import { openDb, openPool } from "#db/connection.ts"
import { listen } from "#db/listen.ts"
import { isMigratedElsewhere, migrate } from "#db/migrate.ts"
import { otherConnections } from "#db/other-connections.ts"
import { startSupervised, type SupervisedServer } from "#db/supervised.ts"
import { isUnavailable } from "#db/unavailable.ts"
import { contentVersion } from "#http/caching/content-version.ts"
import { drainable } from "#http/limits/draining.ts"
import { boundSockets, requireSingleHost, socketLimits } from "#http/limits/sockets.ts"
import type { World } from "#http/world.ts"

/** The parts of the domain that the process runs (app.ts). */
type Application = {
  startJobs(world: World, databaseUrl: string): Promise<{ stop(): Promise<void> }>
  seed(world: World): Promise<void>
}
/** The request listener, and the rest of the application in its present version. */
export type Served = {
  listener(request: IncomingMessage, response: ServerResponse): void
  application(): Promise<Application>
  close(): Promise<void>
}

/** Tries of a migration that fails for no reason known to be temporary. */
const mostTries = 3
/** Longest wait in milliseconds when it is stopped from a terminal. */
const patience = 1_500
/** Longest wait in milliseconds for jobs and connections after requests have ended. */
const longestStop = 30_000
/**
 * Connections to the database that stay open while nobody visits: as many as a page reads with at the same time. A new one takes
 * time to connect, and then reads the catalogue anew for each table; an idle one takes some 7 MB of PostgreSQL's memory.
 */
const leastOpen = 5
/** Exit codes: it cannot start in this configuration; it failed, and may be restarted. */
const [cannotStart, broke] = [1, 70]

/**
 * Starts everything and resolves when it is ready; it runs until it is asked to stop, and then ends the process itself. The
 * working directory is the folder of the project.
 * @param version of the build that is served
 * @param serve opens the application
 */
export async function run(version: string, serve: (world: World) => Promise<Served>): Promise<void> {
  const config = configOrExit()
  const log = pino({ level: config.logLevel })
  writableOrExit(config.dataDir)
  for (const warning of warningsOf(config)) log.warn(warning)
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
    // The driver's errors hold the whole connection.
    (error) => log.warn({ why: error.message }, "a database connection was lost"),
    { tellsChanges: true, leastOpen: Math.min(leastOpen, config.databasePool) },
  )
  const db = openDb(pool)
  const content = contentVersion()
  const state = { isMigrated: false, isStopping: false }

  const world: World = {
    config,
    db,
    log,
    content,
    version,
    release: JSON.parse(readFileSync("package.json", "utf8")).version,
    phase: () => (!state.isMigrated ? "starting" : state.isStopping ? "draining" : "serving"),
  }

  const { listener, application, close: closeApp } = await serve(world)
  const server = createServer(socketLimits, requireSingleHost(listener))
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
        const { seed } = await application()
        await seed(world)
        state.isMigrated = true
        console.log(`${config.siteName} is ready: ${config.publicUrl}`)
        return
      } catch (error) {
        if (!passes(error) && ++failures === mostTries) return giveUp(error)
        if (isMigratedElsewhere(error)) log.info("another process migrates the database; waiting for it")
        else log.error({ err: error }, "the database cannot be used yet; trying again")
        await pause(wait)
      }
    }
  }

  /** Reports in a sentence that this version cannot use the database. No request has been served yet. */
  async function giveUp(error: unknown) {
    state.isStopping = true
    log.fatal({ err: error }, "the database cannot be used")
    console.error(`Foyer could not start: ${error instanceof Error ? error.message : String(error)}`)
    server.close()
    server.closeAllConnections()
    await release()
    process.exit(cannotStart)
  }

  /** Starts the jobs. Pages are served whether jobs can run or not; the database may go down again just as they start. */
  async function workOnJobs() {
    for (let wait = 1_000; !state.isStopping; wait = Math.min(wait * 2, 5_000)) {
      try {
        const { startJobs } = await application()
        return await startJobs(world, databaseUrl)
      } catch (error) {
        log.error({ err: error }, "jobs could not be started; trying again")
        await pause(wait)
      }
    }
    return undefined
  }

  /**
   * Stops being ready, answers the requests that still arrive, then releases everything in order. A second Ctrl-C does not wait;
   * a second SIGTERM is the first one, which was sent to the whole process group and was passed on.
   */
  async function stop(signal: string) {
    if (state.isStopping && signal === "SIGTERM") return
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
}

/** Returns whether trying again may help: when the database, a table in use, or disk space was not available. */
function passes(error: unknown) {
  return isUnavailable(error) || /^(55P03|40001|40P01|53...)$/.test(String((error as { code?: unknown }).code))
}

/** Returns whether nobody else uses the database. Connections that were just closed take a moment to disappear. */
async function isLeftAlone(url: string) {
  for (let tries = 0; tries < 20; tries++) {
    if ((await otherConnections(url).catch(() => 0)) === 0) return true
    await pause(100)
  }
  return false
}

/** Checked at the start, rather than by the first upload. */
function writableOrExit(folder: string) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code
    console.error(`Foyer could not start: DATA_DIR: ${folder} cannot be written (${why}) by the user Foyer runs as`)
    process.exit(cannotStart)
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
