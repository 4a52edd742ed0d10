import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { diskStorage } from "./disk.ts"
import type { OpenFile } from "./storage.ts"

const folder = () => mkdtempSync(join(tmpdir(), "foyer-storage-"))
const storage = diskStorage(folder())
const textOf = async (file: OpenFile | undefined, range?: { first: number; last: number }) =>
  file && new Response(file.stream(range) as unknown as BodyInit).text()
const fileWith = (words: string) => {
  const path = join(folder(), "brought")
  writeFileSync(path, words)
  return path
}

test("a set holds bytes and files from disk, which are given back whole and in pieces", async () => {
  const path = fileWith("lies on disk")
  const key = await storage.keep({ "a.txt": Buffer.from("bytes"), "b.txt": { path } })
  expect(key).toMatch(/^[0-9a-f]{40}$/)
  expect((await storage.list(key)).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: "a.txt", size: 5 },
    { name: "b.txt", size: 12 },
  ])
  const file = await storage.open(key, "b.txt")
  expect(file?.size).toBe(12)
  expect(await textOf(file)).toBe("lies on disk")
  expect(await textOf(file, { first: 5, last: 6 })).toBe("on")
  expect(await storage.open(key, "c.txt")).toBeUndefined()
  expect(await storage.open("0".repeat(40), "a.txt")).toBeUndefined()
  expect(await storage.open(key, "../a.txt")).toBeUndefined()
})

test("a file from disk stays where it is, and removing either leaves the other", async () => {
  const path = fileWith("twice")
  const [first, second] = [await storage.keep({ "a.txt": { path } }), await storage.keep({ "a.txt": { path } })]
  expect(first).not.toBe(second)
  await storage.remove(first)
  await storage.remove(first)
  expect(readFileSync(path, "utf8")).toBe("twice")
  expect(await textOf(await storage.open(second, "a.txt"))).toBe("twice")
  expect(await storage.list(first)).toEqual([])
})

test("a program reads a file at a path; of one that is not there no work is done", async () => {
  const key = await storage.keep({ "a.txt": Buffer.from("for a program") })
  expect(await storage.onDisk(key, "a.txt", async (path) => readFileSync(path, "utf8"))).toBe("for a program")
  expect(await storage.onDisk(key, "b.txt", async () => "worked")).toBeUndefined()
})

test("a set of which one file cannot be had is not kept at all", async () => {
  const before = [] as string[]
  for await (const key of storage.olderThan(-1000)) before.push(key)
  await expect(storage.keep({ "a.txt": Buffer.from("x"), "b.txt": { path: "/nowhere" } })).rejects.toThrow("ENOENT")
  await expect(storage.keep({ "../a.txt": Buffer.from("x") })).rejects.toThrow("no name")
  const after = [] as string[]
  for await (const key of storage.olderThan(-1000)) after.push(key)
  expect(after).toEqual(before)
  expect(existsSync("/nowhere")).toBe(false)
})
