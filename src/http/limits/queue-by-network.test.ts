import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { Refusal } from "#lib/refusal.ts"
import { queueByNetwork } from "./queue-by-network.ts"

test("a network's requests run two at a time, and another network does not wait for them", async () => {
  const inTurn = queueByNetwork(true, 2)
  let [running, highest] = [0, 0]
  const make = async () => {
    highest = Math.max(highest, ++running)
    await pause(5)
    running--
    return "made"
  }
  const flood = Array.from({ length: 20 }, () => inTurn("203.0.113.9", make))
  expect(await inTurn("203.0.113.10", async () => `${running} running`)).toBe("2 running")
  expect(new Set(await Promise.all(flood))).toEqual(new Set(["made"]))
  expect(highest).toBe(2)
})

test("a failing request frees its place, and a full queue refuses requests", async () => {
  const inTurn = queueByNetwork(true, 1, 1)
  await expect(inTurn("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no")
  const first = inTurn("a", () => pause(20, 1))
  const second = inTurn("a", () => pause(1, 2))
  await expect(inTurn("a", () => pause(1, 3))).rejects.toBeInstanceOf(Refusal)
  expect(await Promise.all([first, second])).toEqual([1, 2])
  expect(await inTurn("a", async () => 4)).toBe(4)
})
