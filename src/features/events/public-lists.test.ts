import { expect, test, vi } from "vitest"
import { contentVersion } from "#http/content-version.ts"
import { publicLists } from "./counting.server.ts"

const list = { events: [], total: 0, more: false, isEstimate: false }

test("a list is read once for all who ask at the same time, anew after a change, and again when it failed", async () => {
  const content = contentVersion()
  const listOf = publicLists()
  const read = vi.fn(async () => list)
  await Promise.all([listOf(content, { q: "a" }, read), listOf(content, { q: "a" }, read)])
  expect(read).toHaveBeenCalledTimes(1)
  await listOf(content, { q: "b" }, read)
  expect(read).toHaveBeenCalledTimes(2)
  content.changed()
  await listOf(content, { q: "b" }, read)
  expect(read).toHaveBeenCalledTimes(3)

  const failing = vi.fn(() => Promise.reject(new Error("down")))
  await expect(listOf(content, { q: "c" }, failing)).rejects.toThrow("down")
  await listOf(content, { q: "c" }, read)
  expect(read).toHaveBeenCalledTimes(4)
})
