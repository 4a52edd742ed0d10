import { randomBytes } from "node:crypto"
import { serveStatic } from "@hono/node-server/serve-static"
import { type Context, Hono } from "hono"
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router"
import * as build from "virtual:react-router/server-build"
import { mediaFiles } from "#features/documents/media.server.ts"
import { actorCards } from "#features/actors/card.server.ts"
import { eventCards } from "#features/events/card.server.ts"
import { agendaFeeds } from "#features/agendas/feeds.server.ts"
import { calendarFiles } from "#features/events/icalendar/calendar-files.server.ts"
import { eventFeeds } from "#features/events/icalendar/feeds.server.ts"
import { qrCodes } from "#features/sharing/codes.server.ts"
import { embeds } from "#features/sharing/embeds.server.tsx"
import { siteFiles } from "#features/site/files.server.ts"
import { isAvailable, isUnavailable } from "#db/unavailable.ts"
import { answerCache } from "#http/caching/answer-cache.ts"
import { askedLanguage } from "#http/asked-language.ts"
import { keyOf, pathOf } from "#http/caching/cache-key.ts"
import { compressed } from "#http/compression.ts"
import { isCrawler, plainError } from "#http/limits/crawlers.ts"
import { fromNobody, isForEverybody } from "#http/caching/for-everybody.ts"
import { retryAfter } from "#http/problem.ts"
import { sessionCookie, sessionOf, whoAsks } from "#http/security/session.ts"
import { contentSecurityPolicy, isOfThisSiteAlone, securityHeaders } from "#http/security/security-headers.ts"
import { signed } from "#http/security/signed-scripts.ts"
import { answerOf } from "#http/caching/whole-body.ts"
import { unavailable } from "#http/limits/unavailable.ts"
import { callerNetwork, clientAddress } from "#http/limits/client-address.ts"
import { type FileRequest, fileRefused } from "#http/file-answers.ts"
import { heavyWork } from "#http/limits/heavy-work.ts"
import { turnsByNetwork } from "#http/limits/turns.ts"
import type { World } from "#http/world.ts"
import { Refusal } from "#lib/refusal.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { devMail } from "#mail/dev-mail.ts"
import { type Language, languages } from "#i18n/languages.ts"
import { basenameOf, languageOfPrefix, withoutPrefix } from "#web/paths.ts"
import { processApi, type ReadShared } from "#web/process-api.server.ts"
import { firstScreen } from "#web/speed/first-screen.server.ts"
import { type PageRequest, pageRequest } from "#web/request.ts"
import { knownAddresses } from "./addresses.ts"
import { createApi, type Known } from "./api.ts"

const mode = import.meta.env.PROD ? "production" : "development"
const clientFiles = "./build/client"
/** What earlier builds named, for pages that were opened before this one was made (scripts/former-builds.mjs). */
const formerFiles = "./build/former"
/** Answers here are one person's, and writes change nothing that others see. */
const personal = /^\/api\/(auth|me|contact)\/|^\/api\/actors\/[^/]+\/(contact|messages|claims)\//
/** A page that holds a challenge to be answered once is never given twice. */
const madeEachTime = /^\/actors\/contact\//
/** Files made from what is published, the same for everybody: calendars, cards for other sites, QR codes. */
const shared =
  /^(\/(fr|en|nl))?\/(embed\/.+|agendas\/[^/]+\.ics|(events|actors)(\/[^/]+)?\/(calendar\.ics|qr\.(svg|png)))$/
const machineRead = /^\/(api|nodeinfo|\.well-known|builds)(\/|$)/

type Rendering = { language: Language; basename: string; nonce: string; viewer: Viewer }
type ReadKept = (language: Language) => ReadShared

/** Nobody is sent to an address that is longer than any of ours (characters). */
const longestMove = 4000

/** What every request passes through, in order: health, files, the API, then pages in their language. */
export function createApp(world: World) {
  const { config, log } = world
  const api = createApi(world)
  const cache = answerCache(world.content)
  const common = Object.entries(securityHeaders(config.publicUrl))
  const noPages = contentSecurityPolicy([])
  const complete = (headers: Headers) => {
    const isFramed = headers.get("content-security-policy")?.includes("frame-ancestors *")
    for (const [name, value] of common) {
      if (isFramed && name === "X-Frame-Options") continue
      if (name !== "Referrer-Policy" || !headers.has(name)) headers.set(name, value)
    }
    if (!headers.has("content-security-policy")) headers.set("Content-Security-Policy", noPages)
    const isOpen = headers.has("cross-origin-resource-policy")
    if (!isOpen && isOfThisSiteAlone(headers.get("content-type")))
      headers.set("Cross-Origin-Resource-Policy", "same-origin")
  }
  /** Of a visitor without a session, for a page: what others are told, and as lately. */
  const readKept: ReadKept = (language) => (address) =>
    isKept(address)
      ? (make) => cache.read(`${language} ${address}`, make, (_body, headers) => complete(headers))
      : undefined
  const render = pageRenderer(world, api, config.cache ? readKept : undefined)
  let requests = 0
  const start = randomBytes(4).toString("hex")
  /** In the answer and in each line of the log about it. A proxy that is trusted may have given one. */
  const idOf = ({ headers }: Request) => {
    const given = config.trustProxy > 0 ? headers.get("x-request-id") : null
    return given && /^[\w.-]{1,64}$/.test(given) ? given : `${start}-${(++requests).toString(36)}`
  }

  const app = new Hono()
  app.use(async (c, next) => {
    const from = performance.now()
    const { requestId } = c.env as { requestId: string }
    c.set("requestId" as never, requestId as never)
    await next()
    complete(c.res.headers)
    if (c.res.status === 503 && !c.res.headers.has("retry-after")) c.res.headers.set("Retry-After", retryAfter)
    c.res.headers.set("X-Request-Id", requestId)
    log.info(
      {
        requestId,
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(performance.now() - from),
      },
      "request",
    )
  })

  app.get("/healthz", (c) => c.json({ status: "ok" }))
  app.get("/readyz", async (c) => {
    const isReady = world.phase() === "serving" && (await isAvailable(world.db))
    return c.json({ status: isReady ? "ready" : "not ready" }, isReady ? 200 : 503)
  })

  if (mode === "production") {
    for (const root of [clientFiles, formerFiles])
      app.use("/assets/*", serveStatic({ root, precompressed: true, onFound: (_path, c) => keep(c, 31_536_000, true) }))
    app.use(
      "/:file{[a-z0-9-]+\\.(js|css|svg|png|ico|webmanifest)}",
      serveStatic({ root: clientFiles, precompressed: true, onFound: (_path, c) => keep(c, 3600, false) }),
    )
  }
  app.use(async (c, next) => {
    if (world.phase() !== "starting") return next()
    return unavailable(c.req.raw, pageLanguageOf(c), "errors.starting")
  })
  app.route("/", siteFiles(world))
  app.route("/", eventCards(world)).route("/", actorCards(world))
  app.route("/", mediaFiles(world))
  const work = heavyWork(config.limits)
  const inTurn = turnsByNetwork(config.limits)
  const networkOf = (c: Context) =>
    callerNetwork(clientAddress(socketAddress(c), c.req.header("x-forwarded-for"), config.trustProxy))
  const calendar = calendarFiles(world, work)
  const files = new Hono()
    .route("/", eventFeeds(world, calendar))
    .route("/", agendaFeeds(world, calendar))
    .route("/", embeds(world))
    .route("/", qrCodes(world, work))
  files.onError(fileRefused)
  app.get("*", async (c, next) => {
    if (!shared.test(c.req.path)) return next()
    const request = { acceptEncoding: c.req.header("accept-encoding"), ifNoneMatch: c.req.header("if-none-match") }
    const network = { network: networkOf(c) }
    if (!config.cache) return files.fetch(c.req.raw, network)
    const conditions: FileRequest = { ...network, ifNoneMatch: request.ifNoneMatch }
    const make = () =>
      inTurn(network.network, async () => files.fetch(fromNobody(c.req.raw), conditions)).catch((error: Error) =>
        fileRefused(error, c),
      )
    return cache.answer(keyOf(c.req.raw, "page"), request, make, (_body, headers) => complete(headers))
  })
  if (config.mode !== "production") app.route("/", devMail(config))

  app.all("*", async (c) => {
    const { method, path } = c.req
    const isAnonymousRead = config.cache && method === "GET" && isForEverybody(c.req.raw.headers)
    const request = { acceptEncoding: c.req.header("accept-encoding"), ifNoneMatch: c.req.header("if-none-match") }

    if (machineRead.test(path)) {
      const language = askedLanguage(c.req.raw.headers)
      const known: Known = { language, address: socketAddress(c), requestId: requestIdOf(c) }
      const call = () => Promise.resolve(api.fetch(c.req.raw, known))
      if (!isAnonymousRead || !isKept(path)) {
        const answer = await call()
        const isWrite = method !== "GET" && method !== "HEAD"
        if (isWrite && answer.ok && !personal.test(path)) world.content.changed()
        return compressed(answer, path, request.acceptEncoding)
      }
      // The tag is of the whole answer, so the API must make it whole.
      const plain = () =>
        inTurn(networkOf(c), async () => api.fetch(fromNobody(c.req.raw), known)).catch((error: Error) => {
          if (!(error instanceof Refusal)) throw error
          c.header("Retry-After", String(error.retryAfter ?? 1))
          return c.json({ detail: messagesIn(language)(`errors.${error.code}`), code: error.code }, error.status)
        })
      return cache.answer(keyOf(c.req.raw, language), request, plain, (_body, headers) => complete(headers))
    }

    const found = withoutPrefix(path)
    if (found.prefix === "de" || found.prefix === "es") {
      return moved(
        c,
        `${basenameOf(askedLanguage(c.req.raw.headers))}${plainPath(found.path)}${new URL(c.req.url).search}`,
      )
    }
    if (path === "/") {
      const wanted = askedLanguage(c.req.raw.headers)
      c.header("Vary", "Accept-Language, Cookie")
      if (wanted !== "fr") return moved(c, `${basenameOf(wanted)}${new URL(c.req.url).search}`)
    }
    const language = languageOfPrefix(found.prefix) ?? "fr"
    const basename = found.prefix ? `/${found.prefix}` : "/"
    const nonce = randomBytes(16).toString("base64")
    const personalPage = async () => {
      const session = sessionOf(c.req.header("cookie"))
      const { viewer, setCookie } = await whoAsks(world.db, config, { session, authorization: undefined })
      const answer = await render(c, c.req.raw, { language, basename, nonce, viewer })
      // A session that the page itself opened or ended is not prolonged over again.
      const isSettled = answer.headers.getSetCookie().some((line) => line.startsWith(`${sessionCookie}=`))
      if (setCookie && !isSettled) answer.headers.append("Set-Cookie", setCookie)
      answer.headers.set("Content-Security-Policy", contentSecurityPolicy([`'nonce-${nonce}'`]))
      answer.headers.set("Cache-Control", "private, no-store")
      return compressed(answer, found.path, request.acceptEncoding)
    }
    const sharedPage = () =>
      cache.answer(
        keyOf(c.req.raw, "page"),
        request,
        async () =>
          signed(
            await inTurn(networkOf(c), async () => {
              const page = await render(c, fromNobody(c.req.raw), { language, basename, nonce, viewer: null })
              return mode === "production" ? firstScreen(page, nonce) : page
            }).catch((error: Error) => fileRefused(error, c, messagesIn(language)("errors.busy"))),
            nonce,
          ),
        (_body, headers) => {
          headers.set("Cache-Control", "public, max-age=0, must-revalidate")
          headers.set("Vary", "Accept-Encoding, Cookie, Accept-Language")
          complete(headers)
        },
      )
    const isShared = isAnonymousRead && !madeEachTime.test(found.path)
    const answer = await (isShared ? sharedPage() : personalPage())
    return answer.status >= 400 && isCrawler(c.req.header("user-agent")) ? plainError(answer.status, path) : answer
  })

  app.onError((error, c) => {
    const [requestId, { path }] = [requestIdOf(c), c.req]
    if (isUnavailable(error)) {
      log.warn({ requestId, path, why: error.message }, "database away")
      return unavailable(c.req.raw, pageLanguageOf(c), "errors.unavailable")
    }
    log.error({ err: error, requestId, path }, "request failed")
    return c.text(messagesIn(askedLanguage(c.req.raw.headers))("errors.server"), 500)
  })
  /** Answers that are ready go out at once, before anything else is asked of a request. */
  const withKnown = knownAddresses(api.openAPIRegistry)
  const fetch = (asked: Request, env?: object): Response | Promise<Response> => {
    const requestId = idOf(asked)
    const request = withKnown(asked)
    const ready = config.cache ? readyAnswer(request, cache, requestId) : undefined
    if (!ready) return app.fetch(request, { ...env, requestId })
    log.debug({ requestId, url: request.url, status: ready.status }, "request answered from the cache")
    return ready
  }
  return { fetch }
}

/** Is what the API answers to visitors without a session the same for all of them? */
function isKept(path: string) {
  return !personal.test(path) && path !== "/builds/latest.json"
}

function readyAnswer(request: Request, cache: ReturnType<typeof answerCache>, requestId: string) {
  if (request.method !== "GET") return undefined
  const { headers } = request
  if (!isForEverybody(headers)) return undefined
  const path = pathOf(request)
  const isNegotiated = machineRead.test(path) || /^\/(\?|$)/.test(path)
  const language = isNegotiated ? askedLanguage(headers) : "fr"
  if (isNegotiated && !machineRead.test(path) && language !== "fr") return undefined
  const wanted = {
    acceptEncoding: headers.get("accept-encoding") ?? undefined,
    ifNoneMatch: headers.get("if-none-match") ?? undefined,
  }
  return cache.now(keyOf(request, machineRead.test(path) ? language : "page"), wanted, { "X-Request-Id": requestId })
}

/** One request handler for each prefix: same build, another basename, which links and the client router follow. */
function pageRenderer(world: World, api: ReturnType<typeof createApi>, readKept?: ReadKept) {
  const { config, log } = world
  const handlers = new Map(
    ["/", ...languages.map((language) => `/${language}`)].map((basename) => [
      basename,
      createRequestHandler(
        { ...(build as unknown as ServerBuild), basename, allowedActionOrigins: [new URL(config.publicUrl).host] },
        mode,
      ),
    ]),
  )
  const site = {
    name: config.siteName,
    url: config.publicUrl,
    timezone: config.timezone,
    build: world.version,
    contact: config.contact,
    donation: config.donation,
  }

  /** @param request what is told of whoever asks: of a page for everybody, nothing */
  return async (c: Context, request: Request, { language, basename, nonce, viewer }: Rendering): Promise<Response> => {
    let isAway = false
    const noted = <Answer extends { status: number }>(answer: Answer) => {
      isAway ||= answer.status === 503
      return answer
    }
    const call = async (asked: Request, isSame: boolean) => {
      const as = { viewer: isSame ? viewer : null, address: socketAddress(c), requestId: requestIdOf(c) }
      const known: Known = { language, ...as }
      const answer = noted(await api.fetch(asked, known))
      if (asked.method !== "GET" && answer.ok && !personal.test(new URL(asked.url).pathname)) world.content.changed()
      return answer
    }
    const shared = readKept?.(language)
    const { api: pageApi, setCookies } = processApi(request, config.publicUrl, call, (address) => {
      const read = shared?.(address)
      return read && (async (make) => noted(await read(make)))
    })
    const context = new RouterContextProvider()
    const asked: PageRequest = {
      api: pageApi,
      language,
      messages: messagesIn(language),
      viewer,
      nonce,
      site,
      report: (error) => log.error({ err: error, requestId: requestIdOf(c), path: c.req.path }, "page failed"),
    }
    context.set(pageRequest, asked)
    const handler = handlers.get(basename) as ReturnType<typeof createRequestHandler>
    const bare = await handler(request, context)
    // Some pages do without what could not be read; but then they are not whole, and nobody is to keep them.
    const status = isAway && bare.status === 200 ? 503 : bare.status
    const { headers } = bare
    const answer = asked.html ? answerOf(asked.html, { status, headers }) : new Response(bare.body, { status, headers })
    for (const line of setCookies) answer.headers.append("Set-Cookie", line)
    return answer
  }
}

function requestIdOf(c: Context) {
  return c.get("requestId") as string
}

/** The address at the other end of the connection; none in tests. */
function socketAddress(c: Context): string | undefined {
  return (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress
}

/** Of a page its address says the language; others are asked. */
function pageLanguageOf(c: Context) {
  const said = machineRead.test(c.req.path) ? undefined : languageOfPrefix(withoutPrefix(c.req.path).prefix)
  return said ?? askedLanguage(c.req.raw.headers)
}

/** A redirect inside this site; slashes that would lead elsewhere are folded. */
function moved(c: Context, address: string) {
  if (address.length > longestMove) return c.text("414 URI Too Long\n", 414)
  c.header("Cache-Control", "no-store")
  return c.redirect(address.replace(/^[/\\]+/, "/") || "/", 302)
}

function plainPath(path: string) {
  return path === "/" ? "" : path.replaceAll(/[/\\]{2,}/g, "/")
}

function keep(c: Context, seconds: number, immutable: boolean) {
  c.header("Cache-Control", `public, max-age=${seconds}${immutable ? ", immutable" : ""}`)
}
