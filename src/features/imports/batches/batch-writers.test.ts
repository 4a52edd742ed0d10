import { expect, test } from "vitest"
import { batchWriters } from "./batch-writers.ts"

/** Batch writers whose batches stay unfinished until the test ends them, and a log of what happened in order. */
function watched(most: number) {
  const said: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const writers = batchWriters(most)
  const write = (name: string) =>
    writers.write(async () => {
      said.push(`${name} begins`)
      const end = Promise.withResolvers<void>()
      ends.set(name, end)
      await end.promise
      said.push(`${name} ends`)
    })
  return { said, writers, write, end: (name: string) => ends.get(name) }
}

const aMoment = () => new Promise((resolve) => setImmediate(resolve))

test("two batches are written at once, the third waits for one of them", async () => {
  const { said, writers, write, end } = watched(2)
  await write("first")
  await write("second")
  const third = write("third")
  await aMoment()
  expect(said).toEqual(["first begins", "second begins"])
  end("second")?.resolve()
  await third
  expect(said.slice(2)).toEqual(["second ends", "third begins"])
  end("first")?.resolve()
  end("third")?.resolve()
  await writers.end()
  expect(said.slice(4)).toEqual(["first ends", "third ends"])
})

test("a failed batch rejects the next batch and the end, which waits for the running batch", async () => {
  const { said, writers, write, end } = watched(2)
  await write("first")
  await write("second")
  const third = write("third")
  end("first")?.reject(new Error("no disk"))
  await expect(third).rejects.toThrow("no disk")
  end("second")?.resolve()
  await expect(writers.end()).rejects.toThrow("no disk")
  expect(said).toEqual(["first begins", "second begins", "second ends"])
})
