import { isbot } from "isbot"

/** Programs that people run are not crawlers, though isbot counts them. */
const runByPeople = /^(curl|wget|node|undici|axios|python|okhttp|go-http|java|ruby|php|httpie|postman)|HeadlessChrome/i

/** Is it a program that reads for a search engine or the like? */
export function isCrawler(userAgent: string | undefined) {
  return isbot(userAgent) && !runByPeople.test(userAgent ?? "")
}

/**
 * What a crawler is told instead of the error page.
 * @param absent in the words of that page, what is not there, where an event or somebody's page was looked for
 */
export function plainError(status: number, path: string, absent?: string) {
  const words = status === 404 ? (absent ?? `Page Not Found: ${path}`) : "Error"
  return new Response(`${status} ${words}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } })
}
