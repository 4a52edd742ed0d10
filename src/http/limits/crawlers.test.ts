import { expect, test } from "vitest"
import { isCrawler, plainError } from "./crawlers.ts"

test("plainError is one line: a 404 with its message or its path, another error with its status", async () => {
  const told = (...asked: Parameters<typeof plainError>) => plainError(...asked).text()
  expect(await told(404, "/events/7", "No event was found.")).toBe("404 No event was found.\n")
  expect(await told(404, "/nowhere")).toBe("404 Page Not Found: /nowhere\n")
  expect(await told(503, "/events/7", "No event was found.")).toBe("503 Error\n")
})

test("curl and browsers are not crawlers", () => {
  expect(isCrawler("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)")).toBe(true)
  for (const agent of ["curl/8.5.0", "Mozilla/5.0 Firefox/146.0", undefined]) expect(isCrawler(agent)).toBe(false)
})
