import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { standingPage, standingPolicy } from "../standing-page.ts"
import { isOwnOrigin, isSafe } from "./csrf.ts"

/** Does the browser say that the form this comes from is on another site, or nowhere? */
export function isFromElsewhere(request: Request, publicUrl: string): boolean {
  const origin = request.headers.get("origin")
  return !isSafe(request.method) && origin !== null && !isOwnOrigin(origin, publicUrl)
}

/** What such a request is answered, before anything of it is read (403): to people a page, to programs JSON. */
export async function foreignForm(request: Request, language: Language): Promise<Response> {
  const words = messagesIn(language)
  const headers = { "Cache-Control": "no-store" }
  if (!request.headers.get("accept")?.includes("text/html"))
    return Response.json({ detail: words("errors.csrf_failed"), code: "csrf_failed" }, { status: 403, headers })

  const page = await standingPage({
    language,
    title: `403 · ${words("errors.not_allowed")}`,
    heading: words("errors.not_allowed"),
    text: words("errors.csrf_failed"),
    again: undefined,
  })
  return new Response(page, {
    status: 403,
    headers: { ...headers, "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": standingPolicy },
  })
}
