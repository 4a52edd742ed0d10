import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { retryAfter, unavailableBody } from "../errors/problem.ts"
import { standalonePage, standalonePolicy } from "../errors/standalone-page.ts"

/**
 * Answers while nothing can be read, not even the session (503, `Retry-After`): a page without dependencies for people, JSON for
 * programs.
 */
export async function unavailable(request: Request, language: Language, why: "errors.starting" | "errors.unavailable") {
  const words = messagesIn(language)
  const headers = { "Retry-After": retryAfter, "Cache-Control": "no-store" }
  if (!request.headers.get("accept")?.includes("text/html"))
    return Response.json(unavailableBody(why, words), { status: 503, headers })

  const page = await standalonePage({
    language,
    title: `503 · ${words(why)}`,
    heading: words(why),
    text: words("errors.again_soon"),
    // A form could be sent again only by reloading, for which the browser asks for confirmation, so no link is offered.
    again: request.method === "GET" ? words("ui.retry") : undefined,
  })
  return new Response(page, {
    status: 503,
    headers: { ...headers, "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": standalonePolicy },
  })
}
