import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { objectStore } from "#test/elsewhere/object-store.ts"
import { diskStorage } from "./disk.ts"
import { moveSets } from "./moving.ts"
import { s3Storage } from "./s3.ts"
import { type Storage, storageOf } from "./storage.ts"

let store: Awaited<ReturnType<typeof objectStore>>
let disk: Storage
let far: Storage
let site: Storage
beforeAll(async () => {
  store = await objectStore()
  const dataDir = mkdtempSync(join(tmpdir(), "foyer-moving-"))
  disk = diskStorage(dataDir)
  far = s3Storage(store.settings, dataDir)
  site = storageOf({ dataDir, storage: "s3", s3: store.settings })
})
afterAll(() => store.close())

const keysOf = async (storage: Storage) => (await Array.fromAsync(storage.olderThan(-10_000))).toSorted()
const textOf = async (storage: Storage, key: string, name: string) =>
  new Response((await storage.open(key, name))?.stream() as unknown as BodyInit).text()

test("files move between disk and object store despite interruptions, and can be read all the time", async () => {
  const keys: string[] = []
  for (let one = 0; one < 12; one++)
    keys.push(await disk.keep({ "a.txt": Buffer.from(`first ${one}`), "b.txt": Buffer.from(`second ${one}`) }))
  const allAreRead = async () => {
    for (const [one, key] of keys.entries()) expect(await textOf(site, key, "b.txt")).toBe(`second ${one}`)
  }

  const stop = new AbortController()
  const first = await moveSets(disk, far, {
    signal: stop.signal,
    onSet: ({ sets }) => {
      if (sets === 3) stop.abort()
    },
  })
  expect(first).toMatchObject({ sets: 3, failed: [] })
  await allAreRead()

  // The store goes down in the middle of a set: half of it has arrived.
  let puts = 0
  store.before = (method) => {
    if (method === "PUT" && ++puts === 4) store.mood = "down"
  }
  const second = await moveSets(disk, far)
  store.before = undefined
  store.mood = "well"
  expect(second.sets).toBe(1)
  expect(second.failed).toHaveLength(8)
  await allAreRead()

  // A set copied by a run that was killed before it could remove the original.
  const [left = ""] = await keysOf(disk)
  await far.keep(
    {
      "a.txt": Buffer.from(await textOf(disk, left, "a.txt")),
      "b.txt": Buffer.from(await textOf(disk, left, "b.txt")),
    },
    left,
  )
  // A set that arrived damaged.
  const [, wrong = ""] = await keysOf(disk)
  await far.keep({ "a.txt": Buffer.from("first ?"), "b.txt": Buffer.from("second ?") }, wrong)

  const third = await moveSets(disk, far)
  expect(third).toMatchObject({ sets: 8, found: 1, failed: [] })
  expect(await keysOf(disk)).toEqual([])
  expect(await keysOf(far)).toEqual(keys.toSorted())
  await allAreRead()
  expect(await moveSets(disk, far)).toMatchObject({ sets: 0, bytes: 0 })

  expect(await moveSets(far, disk)).toMatchObject({ sets: 12, failed: [] })
  expect(await keysOf(far)).toEqual([])
  await allAreRead()
})

test("a set that is gone since it was listed is no failure, and its copy in the other place stays", async () => {
  const key = await far.keep({ "a.txt": Buffer.from("moved by then") })
  const listing: Storage = {
    ...disk,
    async *olderThan() {
      yield key
    },
  }
  expect(await moveSets(listing, far)).toMatchObject({ sets: 0, failed: [] })
  expect(await textOf(far, key, "a.txt")).toBe("moved by then")
  await far.remove(key)
})
