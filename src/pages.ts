import { randomBytes } from "node:crypto"
import type { Context } from "hono"
import { authenticate } from "#features/accounts/sessions/commands.server.ts"
import { playerOrigins } from "#features/documents/film/film.ts"
import { activityPathOf } from "#features/fediverse/serving/negotiation.ts"
import { isAnonymousRead, socketAddress, requestedForm } from "#http/request.ts"
import type { answerCache } from "#http/caching/answer-cache.ts"
import { keyOf } from "#http/caching/cache-key.ts"
import { anonymised } from "#http/caching/anonymous.ts"
import { compressed } from "#http/files/compression.ts"
import type { CallContext } from "#http/environment.ts"
import { fileRefused } from "#http/files/file-answers.ts"
import { isCrawler, plainError } from "#http/limits/crawlers.ts"
import type { queueByNetwork } from "#http/limits/queue-by-network.ts"
import { loggedPath } from "#http/logged-path.ts"
import { requestedLanguage } from "#http/requested-language.ts"
import { crossSiteRefusal, isCrossSite } from "#http/security/cross-site-form.ts"
import { contentSecurityPolicy } from "#http/security/security-headers.ts"
import { sessionCookie, sessionOf, sessionSetCookie } from "#http/security/session.ts"
import { signed } from "#http/security/signed-scripts.ts"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { canonicalPath, methodsAt, pageRenderer } from "#web/page/page-renderer.server.ts"
import { absentHeader } from "#web/api/header-names.ts"
import { basenameOf, languageOfPrefix, withoutPrefix } from "#web/paths.ts"
import type { ReadShared } from "#web/api/process-api.server.ts"
import { firstScreen } from "#web/speed/first-screen.server.ts"
import { isSharedPage } from "./addresses.ts"
import type { createApi } from "./api.ts"

type Environment = { Bindings: { asked: string }; Variables: { requestId: string } }

/** What pages share with the other answers. */
type Common = {
  api: ReturnType<typeof createApi>
  cache: ReturnType<typeof answerCache>
  /** Adds the headers that every answer has. */
  complete(headers: Headers): void
  inTurn: ReturnType<typeof queueByNetwork>
  /** Returns the network that turns are counted by. */
  networkOf(c: Context): string
}

/** Longest address that we redirect to (characters). */
const longestMove = 4000

/** Handles what remains after files and the API: pages, each in the language of its address. */
export function pages(world: World, { api, cache, complete, inTurn, networkOf }: Common) {
  const { config, log } = world
  const elsewhere = { connect: config.map.origins, frames: playerOrigins(config.peertubeHosts) }
  const render = pageRenderer(world)
  const standing = new Set<string>(api.described.map(({ path }) => path).filter((path) => !path.includes("{")))
  /** Reads an API answer for a page without a session from the shared cache. */
  const readShared =
    (language: Language): ReadShared =>
    (address) => {
      const isShared = api.callAt(new Request(new URL(address, config.publicUrl)))?.cache === "shared"
      if (!isShared) return undefined
      return (make) => cache.read(`${language} ${address}`, make, (_body, headers) => complete(headers))
    }
  return async (c: Context<Environment>) => {
    const { path } = c.req
    // HEAD is rendered as GET; the server omits the body when sending (RFC 9110 §9.3.2).
    const raw = c.req.method === "HEAD" ? new Request(c.req.raw, { method: "GET" }) : c.req.raw
    const found = withoutPrefix(path)
    // Not decoded, since decoded text may be invalid in a header.
    const { search: known, pathname } = new URL(raw.url)
    // A redirect keeps the whole query, although pages themselves receive only the parameters they know.
    const { search: all } = new URL(c.env.asked)
    const query = all.length < longestMove / 2 ? all : known
    if (raw.method === "GET" && found.path.length > 1 && pathname.endsWith("/"))
      return moved(c, `${withoutSlashes(pathname)}${query}`, 301)
    const written = raw.method === "GET" ? canonicalPath(withoutPrefix(pathname).path) : undefined
    if (written) return moved(c, `${found.prefix ? `/${found.prefix}` : ""}${written}${query}`, 301)
    if (found.prefix === "de" || found.prefix === "es")
      return moved(c, `${basenameOf(requestedLanguage(raw.headers))}${plainPath(withoutPrefix(pathname).path)}${query}`)
    if (path === "/") {
      const wanted = requestedLanguage(raw.headers)
      c.header("Vary", "Accept-Language, Cookie")
      if (wanted !== "fr") return moved(c, `${basenameOf(wanted)}${query}`)
    }
    const language = languageOfPrefix(found.prefix) ?? "fr"
    if (isCrossSite(raw, config.publicUrl)) return crossSiteRefusal(raw, language)
    const basename = found.prefix ? `/${found.prefix}` : "/"
    const nonce = randomBytes(16).toString("base64")
    const requestId = c.get("requestId")
    let doFormsLeadAway = false
    const page = (request: Request, viewer: CallContext["viewer"] = null) =>
      render(
        request,
        { language, basename, nonce, viewer },
        {
          call: async (asked, isSame) =>
            api.fetch(asked, { language, viewer: isSame ? viewer : null, address: socketAddress(c), requestId }),
          isCall: (address) => standing.has(address),
          readShared: config.cache ? readShared(language) : undefined,
          report: (error) => log.error({ err: error, requestId, path: loggedPath(path) }, "page failed"),
          letFormsLeadAway: () => (doFormsLeadAway = true),
        },
      )
    const askedWith = (method: string) => new Request(raw.url, { method, headers: raw.headers })
    /** Answers an unsupported method: not found where there is no page, otherwise with the allowed methods (RFC 9110 §15.5.6). */
    const refused = async (viewer: CallContext["viewer"]) => {
      const there = await page(askedWith("GET"), viewer)
      if (there.status !== 200) return there
      const answer = await page(askedWith("OPTIONS"), viewer)
      answer.headers.set("Allow", methodsAt(found.path).join(", "))
      return answer
    }
    const personalPage = async () => {
      const session = sessionOf(c.req.header("cookie"))
      const { viewer, isProlonged } = await authenticate(world.db, { session, token: undefined })
      const isAnswered = raw.method === "GET" || methodsAt(found.path).includes(raw.method)
      const answer = await (isAnswered ? page(raw, viewer) : refused(viewer))
      // A session that the page itself opened or ended is not prolonged again.
      const isSettled = answer.headers.getSetCookie().some((line) => line.startsWith(`${sessionCookie}=`))
      if (session && isProlonged && !isSettled) answer.headers.append("Set-Cookie", sessionSetCookie(session, config))
      answer.headers.set(
        "Content-Security-Policy",
        contentSecurityPolicy([`'nonce-${nonce}'`], [], { ...elsewhere, doFormsLeadAway }),
      )
      answer.headers.set("Cache-Control", "private, no-store")
      if (isNegotiated(found.path)) answer.headers.append("Vary", "Accept")
      return compressed(answer, found.path, c.req.header("accept-encoding"))
    }
    const make = async () => {
      const whole = await page(anonymised(raw))
      return signed(import.meta.env.PROD ? await firstScreen(whole, nonce) : whole, nonce, elsewhere)
    }
    const prepare = (_body: Buffer, headers: Headers) => {
      headers.set("Cache-Control", "public, max-age=0, must-revalidate")
      headers.set("Vary", `${isNegotiated(found.path)}Accept-Encoding, Cookie, Accept-Language`)
      complete(headers)
    }
    const sharedPage = () =>
      cache
        .answer(keyOf(raw, "page"), requestedForm(raw), make, prepare, (work) => inTurn(networkOf(c), work))
        .catch((error: Error) => fileRefused(error, c, messagesIn(language)("errors.busy")))
    const isShared = config.cache && isAnonymousRead(raw) && isSharedPage(found.path, raw.url)
    const answer = await (isShared ? sharedPage() : personalPage())
    if (answer.status < 400 || !isCrawler(c.req.header("user-agent"))) return answer
    const absent = answer.headers.get(absentHeader) as "event_not_found" | "actor_not_found" | null
    return plainError(answer.status, path, absent ? messagesIn(language)(`errors.${absent}`) : undefined)
  }
}

/** Returns the beginning of `Vary` for a page that servers may also request as ActivityStreams; empty for other pages. */
const isNegotiated = (path: string) => (activityPathOf(path) === undefined ? "" : "Accept, ")

/** Redirects within this site; slashes that would lead to another host are folded. */
function moved(c: Context, address: string, status: 301 | 302 = 302) {
  if (address.length > longestMove) return c.text("414 URI Too Long\n", 414)
  c.header("Cache-Control", "no-store")
  return c.redirect(address.replace(/^[/\\]+/, "/") || "/", status)
}

function withoutSlashes(path: string) {
  let end = path.length
  while (path.charAt(end - 1) === "/") end--
  return path.slice(0, end)
}

function plainPath(path: string) {
  return path === "/" ? "" : path.replaceAll(/[/\\]{2,}/g, "/")
}
