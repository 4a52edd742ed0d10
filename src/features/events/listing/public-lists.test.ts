import { expect, test, vi } from "vitest"
import { contentVersion } from "#http/caching/content-version.ts"
import { publicLists } from "./public-lists.server.ts"

const page = { start: 0, limit: 20 }
const asking = (q: string) => ({ filters: { q }, page })
const list = { events: [], total: 0, more: false, isEstimate: false }

test("a list is read once for all who ask at the same time, anew after a change, and again when it failed", async () => {
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

test("one of somebody’s agenda is read each time: what changes it raises no version", async () => {
  const content = contentVersion()
  const listOf = publicLists()
  const read = vi.fn(async () => list)
  for (let times = 0; times < 2; times++) await listOf(content, { filters: { agenda: 7 }, page }, read)
  expect(read).toHaveBeenCalledTimes(2)
})
