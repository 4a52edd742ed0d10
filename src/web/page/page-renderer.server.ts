import { createRequestHandler, matchRoutes, RouterContextProvider, type ServerBuild } from "react-router"
import * as build from "virtual:react-router/server-build"
import type { Viewer } from "#features/accounts/viewer.ts"
import { answerOf } from "#http/caching/whole-body.ts"
import { isSameOrigin, isSafe, originOf } from "#http/security/csrf.ts"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type Language, languages } from "#i18n/languages.ts"
import { processApi, type ReadShared } from "../api/process-api.server.ts"
import { refusalsIn } from "./refusals.server.ts"
import { type PageRequest, pageRequest } from "./request.ts"

const mode = import.meta.env.PROD ? "production" : "development"

/** The context a page is rendered in. A page that is shared with everyone has no viewer. */
export type Rendering = { language: Language; basename: string; nonce: string; viewer: Viewer }

/** How a page calls the API, and how it reports failures. */
export type PageApi = {
  /** @param isSame returns whether the session is still the one of the page's request */
  call: (request: Request, isSame: boolean) => Promise<Response>
  /** Returns whether there is a call at a literal address. */
  isCall: (path: string) => boolean
  readShared: ReadShared | undefined
  report: (error: unknown) => void
  letFormsLeadAway: () => void
}

/** Every screen's path and methods; the router requests the data of a screen at `<path>.data`. */
const screens = Object.values((build as unknown as ServerBuild).routes).flatMap((screen) =>
  screen && (screen.path || screen.index)
    ? [{ path: screen.path, methods: screen.module.action ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"] }]
    : [],
)

/** Returns the methods of the screen at a path without prefix: those to read it, and POST if it has forms. */
export function methodsAt(path: string): readonly string[] {
  return matchRoutes(screens, path.replace(/\.data$/, ""))?.at(-1)?.route.methods ?? ["GET", "HEAD"]
}

/** Returns the canonical path of a screen that was requested with capitals or encoded letters; undefined when it is canonical. */
export function canonicalPath(path: string): string | undefined {
  if (!/[A-Z%]/.test(path)) return undefined // matching a screen takes a millisecond
  const [, screen = path, data = ""] = /^(.*?)(\.data)?$/.exec(path) ?? []
  const names = matchRoutes(screens, screen)?.at(-1)?.route.path?.split("/") ?? ["*"]
  const parts = screen.slice(1).split("/")
  if (names.length !== parts.length || names.includes("*")) return undefined
  const written = `/${parts.map((part, at) => (names[at]?.startsWith(":") ? part : names[at])).join("/")}${data}`
  return written === path ? undefined : written
}

/**
 * Makes one request handler for each language prefix: the same build with another basename, which links and the client router
 * follow.
 */
export function pageRenderer({ config, version }: World) {
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
    build: version,
    contact: config.contact,
    donation: config.donation,
    hasHandles: config.federation.reaches,
    map: config.map.style || config.map.pmtiles ? mapOf(config.map) : undefined,
  }

  return async (
    request: Request,
    { language, basename, nonce, viewer }: Rendering,
    { call, isCall, readShared, report, letFormsLeadAway }: PageApi,
  ): Promise<Response> => {
    let isAway = false
    const noted = <Answer extends { status: number }>(answer: Answer) => {
      isAway ||= answer.status === 503
      return answer
    }
    const { api, setCookies } = processApi(
      request,
      config.publicUrl,
      async (asked, isSame) => noted(await call(asked, isSame)),
      isCall,
      (address) => {
        const read = readShared?.(address)
        return read && (async (make) => noted(await read(make)))
      },
    )
    const context = new RouterContextProvider()
    const isFromHere = isSafe(request.method) || isSameOrigin(originOf(request.headers), config.publicUrl)
    const asked: PageRequest = {
      api,
      language,
      messages: messagesIn(language),
      viewer,
      isFromHere,
      refusalOf: refusalsIn(messagesIn(language)),
      nonce,
      site,
      report,
      letFormsLeadAway,
    }
    context.set(pageRequest, asked)
    const handler = handlers.get(basename) as ReturnType<typeof createRequestHandler>
    const bare = await handler(request, context)
    // Some pages are rendered without data that could not be read; they are incomplete, and must not be cached.
    const status = isAway && bare.status === 200 ? 503 : bare.status
    const { headers } = bare
    const answer = asked.html ? answerOf(asked.html, { status, headers }) : new Response(bare.body, { status, headers })
    for (const line of setCookies) answer.headers.append("Set-Cookie", line)
    return answer
  }
}

function mapOf({ style, pmtiles, attribution }: World["config"]["map"]) {
  return { style, pmtiles, attribution }
}
