import { isbot } from "isbot"

/** Programs that people run themselves, which isbot counts as crawlers. */
const runByPeople = /^(curl|wget|node|undici|axios|python|okhttp|go-http|java|ruby|php|httpie|postman)|HeadlessChrome/i

/** Returns whether a user agent is a crawler, of a search engine or the like. */
export function isCrawler(userAgent: string | undefined) {
  return isbot(userAgent) && !runByPeople.test(userAgent ?? "")
}

/**
 * Makes the answer a crawler gets instead of the error page.
 * @param absent sentence of that page naming what is missing, where an event or an actor was requested
 */
export function plainError(status: number, path: string, absent?: string) {
  const words = status === 404 ? (absent ?? `Page Not Found: ${path}`) : "Error"
  return new Response(`${status} ${words}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } })
}
