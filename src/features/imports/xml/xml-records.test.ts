import { expect, test } from "vitest"
import { threadTime } from "#test/thread-time.ts"
import { xmlKindOf } from "./xml-records.ts"

test("the kind of a text that begins with very many spaces is found in linear time", () => {
  const from = threadTime()
  expect(xmlKindOf(" ".repeat(50_000))).toBeUndefined()
  expect(xmlKindOf(`${" ".repeat(50_000)}<rss version="2.0">`)).toBe("feed")
  expect(threadTime() - from).toBeLessThan(500)
})
