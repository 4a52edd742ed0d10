import { expect, test } from "vitest"
import { concurrencyLimit } from "./concurrency.ts"

const bounds = { most: 3, mostOfHost: 2, mostWaiting: 4, mostWaitingOfHost: 2, patience: 60_000 }

/** Work for several hosts that ends on request, and what has begun, in order. */
function road(more: Partial<typeof bounds> = {}) {
  const inLane = concurrencyLimit({ ...bounds, ...more })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string) =>
    inLane(name.slice(0, 1), async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.set(name, end))
      return name
    })
  /** Ends one piece of work, and lets the one that waits for it begin. */
  const end = async (name: string, its: Promise<string | undefined>) => {
    ends.get(name)?.()
    expect(await its).toBe(name)
    await new Promise((done) => setImmediate(done))
  }
  return { begun, start, end, inLane }
}

test("requests beyond the limits wait in order of arrival, and one host does not wait for another", async () => {
  const { begun, start, end } = road()
  const [a1, a2, a3, b1] = ["a1", "a2", "a3", "b1"].map(start) as Promise<string | undefined>[]
  const [b2] = [start("b2")]
  expect(begun).toEqual(["a1", "a2", "b1"])

  await end("b1", b1 as Promise<string>)
  expect(begun).toEqual(["a1", "a2", "b1", "b2"])
  await end("a1", a1 as Promise<string>)
  expect(begun).toEqual(["a1", "a2", "b1", "b2", "a3"])
  for (const [name, its] of [
    ["a2", a2],
    ["a3", a3],
    ["b2", b2],
  ] as const)
    await end(name, its as Promise<string>)
})

test("a request behind too many others, or that waits too long, is not run", async () => {
  const { begun, start, inLane } = road({ patience: 0 })
  void start("a1")
  void start("a2")
  const waiting = [start("a3"), start("a4")]
  expect(await start("a5")).toBeUndefined()
  expect(await Promise.all(waiting)).toEqual([undefined, undefined])
  expect(begun).toEqual(["a1", "a2"])
  // Other hosts get their turn nevertheless.
  expect(await inLane("b", async () => "b")).toBe("b")
})

test("a failing request frees its place", async () => {
  const { inLane } = road({ most: 1 })
  const fails = inLane("a", () => Promise.reject(new Error("no")))
  const next = inLane("a", async () => "done")
  await expect(fails).rejects.toThrow("no")
  expect(await next).toBe("done")
})
