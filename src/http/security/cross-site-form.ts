import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { standalonePage, standalonePolicy } from "../errors/standalone-page.ts"
import { isSameOrigin, isSafe } from "./csrf.ts"

/** Returns whether the browser says that a form was on another site, or that its origin is hidden. */
export function isCrossSite(request: Request, publicUrl: string): boolean {
  const origin = request.headers.get("origin")
  return !isSafe(request.method) && origin !== null && !isSameOrigin(origin, publicUrl)
}

/** Answers such a request before anything of it is read (403): a page for people, JSON for programs. */
export async function crossSiteRefusal(request: Request, language: Language): Promise<Response> {
  const words = messagesIn(language)
  const headers = { "Cache-Control": "no-store" }
  if (!request.headers.get("accept")?.includes("text/html"))
    return Response.json({ detail: words("errors.csrf_failed"), code: "csrf_failed" }, { status: 403, headers })

  const page = await standalonePage({
    language,
    title: `403 · ${words("errors.not_allowed")}`,
    heading: words("errors.not_allowed"),
    text: words("errors.csrf_failed"),
    again: undefined,
  })
  return new Response(page, {
    status: 403,
    headers: { ...headers, "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": standalonePolicy },
  })
}
