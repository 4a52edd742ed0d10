import { expect, test } from "vitest"
import { isCrawler, plainError } from "./crawlers.ts"

test("a crawler is told in a line what is not there: an event or somebody's page in words, any other by its path", async () => {
  const told = (...asked: Parameters<typeof plainError>) => plainError(...asked).text()
  expect(await told(404, "/events/7", "No event was found.")).toBe("404 No event was found.\n")
  expect(await told(404, "/nowhere")).toBe("404 Page Not Found: /nowhere\n")
  expect(await told(503, "/events/7", "No event was found.")).toBe("503 Error\n")
})

test("programs that people run are no crawlers", () => {
  expect(isCrawler("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)")).toBe(true)
  for (const agent of ["curl/8.5.0", "Mozilla/5.0 Firefox/146.0", undefined]) expect(isCrawler(agent)).toBe(false)
})
