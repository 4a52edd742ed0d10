import { randomBytes } from "node:crypto"
import { serveStatic } from "@hono/node-server/serve-static"
import { type Context, Hono } from "hono"
import { oauthPaths } from "#features/accounts/programs/program.ts"
import { oauthEndpoints } from "#features/accounts/programs/tokens/endpoints.server.ts"
import { actorCards } from "#features/actors/card.server.ts"
import { activityFeeds } from "#features/activities/feeds.server.ts"
import { agendaFeeds } from "#features/agendas/feeds.server.ts"
import { mediaFiles } from "#features/documents/file/media.server.ts"
import { podcastFeeds } from "#features/documents/sound/feeds.server.ts"
import { eventCards } from "#features/events/card.server.ts"
import { personalCalendarFeeds } from "#features/events/calendar/address/feeds.server.ts"
import { calendarFiles } from "#features/events/icalendar/calendar-files.server.ts"
import { feedFiles } from "#features/events/feeds/feed-files.server.ts"
import { fediverseFiles } from "#features/fediverse/serving/feeds.server.ts"
import { signedReads } from "#features/fediverse/serving/gate.server.ts"
import { negotiateRequest } from "#features/fediverse/serving/negotiation.ts"
import { inboxFiles } from "#features/fediverse/inbox/feeds.server.ts"
import { eventFeeds } from "#features/events/icalendar/feeds.server.ts"
import { qrCodes } from "#features/sharing/codes.server.ts"
import { embeds } from "#features/sharing/embeds.server.tsx"
import { mapRegion } from "#features/map/region.server.ts"
import { staticMaps } from "#features/map/static-maps.server.ts"
import { siteFiles } from "#features/site/files.server.ts"
import { workerFiles } from "#features/notices/push/worker-files.server.ts"
import { sourceFile } from "#features/site/source.server.ts"
import { isAvailable, isOutOfRoom, isUnavailable } from "#db/unavailable.ts"
import { requestedLanguage } from "#http/requested-language.ts"
import { isAnonymousRead, socketAddress, requestedForm } from "#http/request.ts"
import { ignoreUnknownRange } from "#http/files/byte-range.ts"
import { answerCache } from "#http/caching/answer-cache.ts"
import { keyOf, pathOf } from "#http/caching/cache-key.ts"
import { compressed } from "#http/files/compression.ts"
import { anonymised, isAnonymous } from "#http/caching/anonymous.ts"
import type { CallContext } from "#http/environment.ts"
import { type FileRequest, fileRefused } from "#http/files/file-answers.ts"
import { loggedPath } from "#http/logged-path.ts"
import { callerNetwork, clientAddress } from "#http/limits/client-address.ts"
import { isCrawler } from "#http/limits/crawlers.ts"
import { heavyWork } from "#http/limits/heavy-work.ts"
import { waitingForStart } from "#http/limits/starting.ts"
import { queueByNetwork } from "#http/limits/queue-by-network.ts"
import { unavailable } from "#http/limits/unavailable.ts"
import { discardRest } from "#http/limits/unread-body.ts"
import { retryAfter } from "#http/errors/problem.ts"
import { commonHeaders } from "#http/security/security-headers.ts"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { Refusal } from "#lib/refusal.ts"
import { devMail } from "#mail/dev-mail.ts"
import { languageOfPrefix, withoutPrefix } from "#web/paths.ts"
import { canonicalAddresses, decodableAddress } from "./addresses.ts"
import { createApi } from "./api.ts"
import { inboxHandlers } from "./inbox.ts"
import { pages } from "./pages.ts"

// The other parts that server.ts runs, exported here because the build makes one bundle of everything.
export { startJobs } from "./jobs.ts"
export { run } from "./process.ts"
export { seed } from "./seed.ts"

type Environment = { Variables: { requestId: string } }

const clientFiles = "./build/client"
/** Files of earlier builds, for pages that were opened before this one was made (scripts/former-builds.mjs). */
const formerFiles = "./build/former"

/**
 * Creates the application that every request passes through, in order: cached answers, health, files, the API, then pages in
 * their language.
 */
export function createApp(world: World) {
  const { config, log } = world
  const api = createApi(world)
  const cache = answerCache(world.content)
  const complete = commonHeaders(config.publicUrl)
  const work = heavyWork(config.limits)
  const inTurn = queueByNetwork(config.limits)
  const networkOf = (c: Context) =>
    callerNetwork(clientAddress(socketAddress(c), c.req.header("x-forwarded-for"), config.trustProxy))
  const machineRead = new Set(api.described.map(({ path }) => path.split("/")[1]))
  const isMachineRead = (path: string) => machineRead.has(path.split(/[/?]/, 2)[1] ?? "")
  /** Returns the language of a request: a page's address states it; otherwise it is negotiated. */
  const languageOf = (c: Context) => {
    const said = isMachineRead(c.req.path) ? undefined : languageOfPrefix(withoutPrefix(c.req.path).prefix)
    return said ?? requestedLanguage(c.req.raw.headers)
  }

  const withKnown = canonicalAddresses(api.described)
  const idOf = requestIds(config.trustProxy > 0)
  /** Serves cached answers at once, before anything else about a request is examined. */
  const fetch = (asked: Request, env?: object): Response | Promise<Response> => {
    const requestId = idOf(asked)
    const readable = decodableAddress(asked)
    const request = withKnown(config.federation.isOn ? negotiateRequest(readable) : readable)
    const ready = config.cache ? readyAnswer(request, requestId) : undefined
    if (!ready) return app.fetch(request, { ...env, requestId, asked: asked.url })
    log.debug({ requestId, url: request.url, status: ready.status }, "request answered from the cache")
    return ready
  }
  const readyAnswer = (request: Request, requestId: string) => {
    if (request.method !== "GET" || !isAnonymous(request.headers)) return undefined
    const path = pathOf(request)
    // Crawlers get errors in another form.
    if (!isMachineRead(path) && isCrawler(request.headers.get("user-agent") ?? undefined)) return undefined
    const isNegotiated = isMachineRead(path) || /^\/(\?|$)/.test(path)
    const language = isNegotiated ? requestedLanguage(request.headers) : "fr"
    if (isNegotiated && !isMachineRead(path) && language !== "fr") return undefined
    const wanted = requestedForm(request)
    return cache.now(keyOf(request, isMachineRead(path) ? language : "page"), wanted, { "X-Request-Id": requestId })
  }

  const app = new Hono<Environment>()
  app.use(async (c, next) => {
    const from = performance.now()
    const { requestId } = c.env as { requestId: string }
    c.set("requestId", requestId)
    await next()
    complete(c.res.headers)
    if (c.res.status === 503 && !c.res.headers.has("retry-after")) c.res.headers.set("Retry-After", retryAfter)
    // A renamed page may get its former address back. Browsers keep permanent redirects for ever unless told otherwise, and those
    // of the two addresses would lead to each other.
    const isMoved = c.res.status === 301 || c.res.status === 308
    if (isMoved && !c.res.headers.has("cache-control")) c.res.headers.set("Cache-Control", "no-cache")
    c.res.headers.set("X-Request-Id", requestId)
    if (!(await discardRest(c))) c.res.headers.set("Connection", "close")
    const ms = Math.round(performance.now() - from)
    log.info({ requestId, method: c.req.method, path: loggedPath(c.req.path), status: c.res.status, ms }, "request")
  })
  app.onError((error, c) => {
    const [requestId, path] = [c.get("requestId"), loggedPath(c.req.path)]
    if (isUnavailable(error)) {
      log.warn({ requestId, path, why: error.message }, "database away")
      return unavailable(c.req.raw, languageOf(c), "errors.unavailable")
    }
    log.error({ err: error, requestId, path }, "request failed")
    const words = messagesIn(requestedLanguage(c.req.raw.headers))
    return isOutOfRoom(error) ? c.text(words("errors.storage_full"), 507) : c.text(words("errors.server"), 500)
  })

  app.get("/healthz", (c) => c.json({ status: "ok" }))
  app.get("/readyz", async (c) => {
    const isReady = world.phase() === "serving" && (await isAvailable(world.db))
    return c.json({ status: isReady ? "ready" : "not ready" }, isReady ? 200 : 503)
  })

  if (import.meta.env.PROD) {
    for (const root of [clientFiles, formerFiles])
      for (const files of ["/assets/*", "/map/*"])
        app.use(
          files,
          ignoreUnknownRange,
          serveStatic({ root, precompressed: true, onFound: (_path, c) => keep(c, 31_536_000, true) }),
        )
    app.use(
      "/:file{[a-z0-9-]+\\.(js|css|svg|png|ico|webmanifest)}",
      ignoreUnknownRange,
      serveStatic({
        root: clientFiles,
        precompressed: true,
        onFound: (path, c) => keep(c, path.endsWith(".ico") ? 604_800 : 3600, false),
      }),
    )
  }
  const isStarted = waitingForStart(world)
  app.use(async (c, next) => {
    if (await isStarted()) return next()
    return unavailable(c.req.raw, languageOf(c), "errors.starting")
  })

  app.route("/", mediaFiles(world))
  app.route("/", mapRegion(world))
  app.route("/", sourceFile(world))
  app.route("/", workerFiles(world))
  /** Files drawn on request, a few at a time for each network. */
  const drawn = new Hono()
    .route("/", siteFiles(world))
    .route("/", eventCards(world))
    .route("/", actorCards(world))
    .route("/", staticMaps(world))
  drawn.onError(fileRefused)
  app.get("*", async (c, next) => {
    if (!answers(drawn, c.req.path)) return next()
    return inTurn(networkOf(c), async () => drawn.fetch(c.req.raw)).catch((error: Error) => fileRefused(error, c))
  })
  /** Files made from published content, the same for everybody: calendars, feeds, cards for other sites, QR codes. */
  const calendar = calendarFiles(world, work)
  const feed = feedFiles(world, work)
  const shared = new Hono()
    .route("/", eventFeeds(world, calendar, feed))
    .route("/", agendaFeeds(world, calendar, feed))
    .route("/", activityFeeds(world, work))
    .route("/", podcastFeeds(world))
    .route("/", embeds(world))
    .route("/", qrCodes(world, work))
    .route("/", fediverseFiles(world))
  shared.onError(fileRefused)
  /** Fediverse documents for servers that sign their requests, never from the shared cache. */
  const readSigned = signedReads(
    world,
    (c, read) => inTurn(networkOf(c), read).catch((error: Error) => fileRefused(error, c)),
    (c, read) => shared.fetch(c.req.raw, { network: networkOf(c), ...read }),
  )
  app.get("/ap/*", async (c, next) => (answers(shared, c.req.path) ? readSigned(c, next) : next()))
  app.get("*", async (c, next) => {
    if (!answers(shared, c.req.path)) return next()
    const network = networkOf(c)
    if (!config.cache) return openToScripts(await shared.fetch(c.req.raw, { network }))
    const wanted = requestedForm(c.req.raw)
    const conditions: FileRequest = { network, ifNoneMatch: wanted.ifNoneMatch }
    const make = async () => shared.fetch(anonymised(c.req.raw), conditions)
    const prepare = (_body: Buffer, headers: Headers) => complete(headers)
    return cache
      .answer(keyOf(c.req.raw, "page"), wanted, make, prepare, (work) => inTurn(network, work))
      .catch((error: Error) => fileRefused(error, c))
      .then(openToScripts)
  })
  /** Deliveries from other servers, a few at a time for each network. */
  const inbox = inboxFiles(world, inboxHandlers)
  app.post("/ap/*", async (c, next) => {
    if (inbox.router.match("POST", c.req.path)[0].length === 0) return next()
    return inTurn(networkOf(c), async () => inbox.fetch(c.req.raw)).catch((error: Error) => fileRefused(error, c))
  })
  /** Endpoints where third-party programs exchange codes for tokens. */
  const oauth = oauthEndpoints(world, inTurn)
  for (const path of [oauthPaths.token, oauthPaths.revoke])
    app.all(path, (c) => oauth.fetch(c.req.raw, { network: networkOf(c) }))
  /** Calendars at addresses that only one person has, never cached for others. */
  const personal = personalCalendarFeeds(world, work)
  app.get("/calendars/*", async (c, next) => {
    if (!answers(personal, c.req.path)) return next()
    const network = networkOf(c)
    return inTurn(network, async () => personal.fetch(c.req.raw, { network })).catch((error: Error) =>
      fileRefused(error, c),
    )
  })
  if (config.mode !== "production") app.route("/", devMail(config))

  app.all("*", async (c, next) => {
    if (!isMachineRead(c.req.path)) return next()
    const language = requestedLanguage(c.req.raw.headers)
    const known: CallContext = { language, address: socketAddress(c), requestId: c.get("requestId") }
    const isShared = isAnonymousRead(c.req.raw) && api.callAt(c.req.raw)?.cache === "shared"
    if (!config.cache || !isShared)
      return compressed(await api.fetch(c.req.raw, known), c.req.path, c.req.header("accept-encoding"))
    // The tag covers the whole answer, so the API must make it whole.
    const make = async () => api.fetch(anonymised(c.req.raw), known)
    const prepare = (_body: Buffer, headers: Headers) => {
      if (!headers.has("cache-control")) headers.set("Cache-Control", "public, max-age=0, must-revalidate")
      complete(headers)
    }
    return cache
      .answer(keyOf(c.req.raw, language), requestedForm(c.req.raw), make, prepare, (work) => inTurn(networkOf(c), work))
      .catch((error: Error) => {
        if (!(error instanceof Refusal)) throw error
        c.header("Retry-After", String(error.retryAfter ?? 1))
        return c.json({ detail: messagesIn(language)(`errors.${error.code}`), code: error.code }, error.status)
      })
  })

  app.all("*", pages(world, { api, cache, complete, inTurn, networkOf }))
  return { fetch }
}

/** Makes ids of requests, for the answer and for each line of the log about it. A trusted proxy may have sent one. */
function requestIds(isTrusted: boolean) {
  const start = randomBytes(4).toString("hex")
  let requests = 0
  return ({ headers }: Request) => {
    const given = isTrusted ? headers.get("x-request-id") : null
    return given && /^[\w.-]{1,64}$/.test(given) ? given : `${start}-${(++requests).toString(36)}`
  }
}

/** Lets scripts of other sites see that a file has moved, is missing or is refused, as they may read the file itself. */
function openToScripts(answer: Response): Response {
  if (answer.status > 299 && !answer.headers.has("access-control-allow-origin"))
    answer.headers.set("Access-Control-Allow-Origin", "*")
  return answer
}

/** Returns whether one of these files is at this path. */
function answers({ router }: Pick<Hono, "router">, path: string) {
  return router.match("GET", path)[0].length > 0
}

function keep(c: Context, seconds: number, immutable: boolean) {
  c.header("Cache-Control", `public, max-age=${seconds}${immutable ? ", immutable" : ""}`)
}
