import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { objectStore } from "#test/elsewhere/object-store.ts"
import { diskStorage } from "./disk.ts"
import { s3Storage } from "./s3.ts"
import { type OpenFile, type Storage, storageOf } from "./storage.ts"

const folder = () => mkdtempSync(join(tmpdir(), "foyer-storage-"))
let store: Awaited<ReturnType<typeof objectStore>>
beforeAll(async () => {
  store = await objectStore()
})
afterAll(() => store.close())

const textOf = async (file: OpenFile | undefined, range?: { first: number; last: number }) =>
  file && new Response(file.stream(range) as unknown as BodyInit).text()
const fileWith = (words: string | Uint8Array) => {
  const path = join(folder(), "brought")
  writeFileSync(path, words)
  return path
}
const keysOf = async (storage: Storage, age = -10_000) => (await Array.fromAsync(storage.olderThan(age))).toSorted()

describe.each(["disk", "object store"] as const)("on %s", (place) => {
  let storage: Storage
  beforeAll(() => {
    storage = place === "disk" ? diskStorage(folder()) : s3Storage(store.settings, folder())
  })

  test("a stored set returns its files, from memory or disk, whole and in ranges", async () => {
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
    expect(await textOf(file, { first: 0, last: 1 })).toBe("li")
    expect(await textOf(file, { first: 11, last: 11 })).toBe("k")
    expect(await storage.open(key, "c.txt")).toBeUndefined()
    expect(await storage.open("0".repeat(40), "a.txt")).toBeUndefined()
    expect(await storage.open(key, "../a.txt")).toBeUndefined()
  })

  test("a file of nine megabytes is read back unchanged, and reading can be cancelled", async () => {
    const bytes = Buffer.alloc(9_000_000, "0123456789abcdef!")
    const key = await storage.keep({ "large.bin": { path: fileWith(bytes) } })
    const file = (await storage.open(key, "large.bin")) as OpenFile
    const hash = createHash("sha256")
    for await (const piece of file.stream()) hash.update(piece)
    expect(hash.digest("hex")).toBe(createHash("sha256").update(bytes).digest("hex"))
    const reader = file.stream().getReader()
    expect((await reader.read()).value?.length).toBeGreaterThan(0)
    await reader.cancel()
    expect(await textOf(file, { first: 8_999_990, last: 8_999_999 })).toBe(bytes.subarray(-10).toString())
  })

  test("storing a file leaves the original, and removing one set leaves the other", async () => {
    const path = fileWith("twice")
    const [first, second] = [await storage.keep({ "a.txt": { path } }), await storage.keep({ "a.txt": { path } })]
    expect(first).not.toBe(second)
    await storage.remove(first)
    await storage.remove(first)
    expect(readFileSync(path, "utf8")).toBe("twice")
    expect(await textOf(await storage.open(second, "a.txt"))).toBe("twice")
    expect(await storage.list(first)).toEqual([])
  })

  test("onDisk gives a program the path of a file, and does nothing for a missing file", async () => {
    const key = await storage.keep({ "a.txt": Buffer.from("for a program") })
    let read = ""
    const work = async (path: string) => ((read = path), readFileSync(path, "utf8"))
    expect(await storage.onDisk(key, "a.txt", work)).toBe("for a program")
    expect(existsSync(read)).toBe(place === "disk")
    expect(await storage.onDisk(key, "b.txt", async () => "worked")).toBeUndefined()
  })

  test("a set with a file that cannot be stored is not stored at all", async () => {
    const before = await keysOf(storage)
    expect(before.length).toBeGreaterThan(2)
    await expect(storage.keep({ "a.txt": Buffer.from("x"), "b.txt": { path: "/nowhere" } })).rejects.toThrow("ENOENT")
    await expect(storage.keep({ "../a.txt": Buffer.from("x") })).rejects.toThrow("no name")
    expect(await keysOf(storage)).toEqual(before)
  })

  test("olderThan lists only sets that are older than a given age", async () => {
    const key = await storage.keep({ "a.txt": Buffer.from("x"), "b.txt": Buffer.from("y") })
    expect(await keysOf(storage)).toContain(key)
    expect(await keysOf(storage, 60_000)).toEqual([])
  })

  test("a set can be stored under a given key", async () => {
    const key = "ab".repeat(20)
    expect(await storage.keep({ "a.txt": Buffer.from("moved") }, key)).toBe(key)
    expect(await textOf(await storage.open(key, "a.txt"))).toBe("moved")
  })
})

describe("an object store that fails", () => {
  const bytes = { "a.txt": Buffer.from("bytes") }
  test.each([
    ["down", "storage_unavailable", 6_000],
    ["broken", "storage_unavailable", 6_000],
    ["full", "storage_full", 6_000],
  ] as const)(
    "%s: storing and removing fail within six seconds and leave nothing behind",
    async (mood, code, within) => {
      const storage = s3Storage(store.settings, folder())
      const key = await storage.keep(bytes)
      const before = await keysOf(storage)
      const from = Date.now()
      store.mood = mood
      await expect(storage.keep(bytes)).rejects.toMatchObject({ code })
      await expect(storage.keep({ "a.txt": { path: fileWith("from disk") } })).rejects.toMatchObject({ code })
      await expect(storage.remove(key)).rejects.toMatchObject({ code: "storage_unavailable", status: 503 })
      store.mood = "well"
      expect(Date.now() - from).toBeLessThan(within)
      expect(await keysOf(storage)).toEqual(before)
      expect(await textOf(await storage.open(key, "a.txt"))).toBe("bytes")
    },
  )

  test("an object store that never answers fails after a timeout", async () => {
    const storage = s3Storage(store.settings, folder(), { connect: 500, answer: 500, still: 500 })
    const key = await storage.keep(bytes)
    store.mood = "slow"
    const from = Date.now()
    await Promise.all([
      expect(storage.open(key, "a.txt")).rejects.toMatchObject({ code: "storage_unavailable" }),
      expect(storage.keep(bytes)).rejects.toMatchObject({ code: "storage_unavailable" }),
    ])
    store.mood = "well"
    expect(Date.now() - from).toBeLessThan(3_000)
  })

  test("an upload that fails once is tried again", async () => {
    const storage = s3Storage(store.settings, folder())
    let puts = 0
    store.before = (method) => {
      store.mood = method === "PUT" && ++puts === 1 ? "down" : "well"
    }
    const key = await storage.keep({ "a.txt": { path: fileWith("second time") } })
    store.before = undefined
    expect(puts).toBe(2)
    expect(await textOf(await storage.open(key, "a.txt"))).toBe("second time")
  })

  test("a wrong secret fails as storage_unavailable", async () => {
    const storage = s3Storage({ ...store.settings, secret: "wrong" }, folder())
    await expect(storage.keep(bytes)).rejects.toMatchObject({ code: "storage_unavailable" })
  })
})

test("files on disk and in the object store are both read, and new files go to the configured storage", async () => {
  const dataDir = folder()
  const [disk, far] = [diskStorage(dataDir), s3Storage(store.settings, dataDir)]
  const [near, away] = [
    await disk.keep({ "a.txt": Buffer.from("near") }),
    await far.keep({ "a.txt": Buffer.from("far") }),
  ]
  for (const storage of ["disk", "s3"] as const) {
    // New settings each time, because the storage is cached by its settings.
    const both = storageOf({ dataDir, storage, s3: { ...store.settings } })
    expect(await textOf(await both.open(near, "a.txt"))).toBe("near")
    expect(await textOf(await both.open(away, "a.txt"))).toBe("far")
    expect(await both.list(away)).toEqual([{ name: "a.txt", size: 3 }])
    expect(await both.onDisk(away, "a.txt", async (path) => readFileSync(path, "utf8"))).toBe("far")
    const key = await both.keep({ "a.txt": Buffer.from("new") })
    expect((await disk.list(key)).length).toBe(storage === "disk" ? 1 : 0)
    expect(await keysOf(both)).toEqual(expect.arrayContaining([near, away, key]))
    await both.remove(key)
    expect(await both.list(key)).toEqual([])
  }
})
