import { expect, test, vi } from "vitest"
import { contentVersion } from "#http/caching/content-version.ts"
import { publicLists } from "./public-lists.server.ts"

const page = { start: 0, limit: 20 }
const asking = (q: string) => ({ filters: { q }, page })
const list = { events: [], total: 0, more: false, isEstimate: false }

test("simultaneous requests read a list once; it is read again after a change of content or a failure", async () => {
  const content = contentVersion()
  const listOf = publicLists()
  const read = vi.fn(async () => list)
  await Promise.all([listOf(content, asking("a"), read), listOf(content, asking("a"), read)])
  expect(read).toHaveBeenCalledTimes(1)
  await listOf(content, asking("b"), read)
  expect(read).toHaveBeenCalledTimes(2)
  content.changed()
  await listOf(content, asking("b"), read)
  expect(read).toHaveBeenCalledTimes(3)

  const failing = vi.fn(() => Promise.reject(new Error("down")))
  await expect(listOf(content, asking("c"), failing)).rejects.toThrow("down")
  await listOf(content, asking("c"), read)
  expect(read).toHaveBeenCalledTimes(4)
})

test("a list filtered by a personal list is read for each request", async () => {
  const content = contentVersion()
  const listOf = publicLists()
  const read = vi.fn(async () => list)
  for (let times = 0; times < 2; times++) await listOf(content, { filters: { agenda: 7 }, page }, read)
  expect(read).toHaveBeenCalledTimes(2)
})
