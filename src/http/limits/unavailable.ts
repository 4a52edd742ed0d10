import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { retryAfter, unavailableBody } from "../problem.ts"
import { standingPage, standingPolicy } from "../standing-page.ts"

/**
 * What is answered while nothing can be read, not even who asks (503, `Retry-After`): to people a page that needs
 * nothing else, to programs JSON.
 */
export async function unavailable(request: Request, language: Language, why: "errors.starting" | "errors.unavailable") {
  const words = messagesIn(language)
  const headers = { "Retry-After": retryAfter, "Cache-Control": "no-store" }
  if (!request.headers.get("accept")?.includes("text/html"))
    return Response.json(unavailableBody(why, words), { status: 503, headers })

  const page = await standingPage({
    language,
    title: `503 · ${words(why)}`,
    heading: words(why),
    text: words("errors.again_soon"),
    // What was sent with a form would be sent again only by reloading, of which the browser asks whether it is meant.
    again: request.method === "GET" ? words("ui.retry") : undefined,
  })
  return new Response(page, {
    status: 503,
    headers: { ...headers, "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": standingPolicy },
  })
}
