import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import type { World } from "#http/world.ts"
import { waitingForStart } from "./starting.ts"

test("waitingForStart waits until the server serves, at most for a limit that counts from its creation", async () => {
  let phase: ReturnType<World["phase"]> = "starting"
  const world = { phase: () => phase }
  const early = waitingForStart(world)()
  await pause(20)
  phase = "serving"
  expect(await early).toBe(true)
  phase = "draining"
  expect(await waitingForStart(world)()).toBe(true)

  phase = "starting"
  const isStarted = waitingForStart(world, 60)
  expect(await isStarted()).toBe(false)
  const from = performance.now()
  expect(await isStarted()).toBe(false)
  expect(performance.now() - from).toBeLessThan(40)
})
