import { html } from "hono/html"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { retryAfter } from "../problem.ts"

/**
 * What is answered while nothing can be read, not even who asks (503, `Retry-After`): to people a page that needs
 * nothing else, to programs JSON.
 */
export function unavailable(request: Request, language: Language, why: "errors.starting" | "errors.unavailable") {
  const words = messagesIn(language)
  const headers = { "Retry-After": retryAfter, "Cache-Control": "no-store" }
  if (!request.headers.get("accept")?.includes("text/html"))
    return Response.json({ detail: words(why), code: "unavailable" }, { status: 503, headers })

  // What was sent with a form would be sent again only by reloading, of which the browser asks whether it is meant.
  const again = request.method === "GET" ? html`<p><a href="">${words("ui.retry")}</a></p>` : ""
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>503 · ${words(why)}</title>
      </head>
      <body style="font: 1.25rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 20vh auto; padding: 0 1.5rem">
        <main>
          <h1 style="font-size: 1.75rem">${words(why)}</h1>
          ${again}
        </main>
      </body>
    </html>`
  return new Response(String(page), {
    status: 503,
    headers: { ...headers, "Content-Type": "text/html; charset=utf-8" },
  })
}
