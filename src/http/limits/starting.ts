import { setTimeout as pause } from "node:timers/promises"
import type { World } from "#http/world.ts"

/** From when the door is open requests wait for so long until there is something to answer (milliseconds). */
const patience = 10_000

/**
 * Holds requests that come while the process is starting, which is a second or two behind a proxy that does not ask for
 * readiness, instead of turning them away. A start that takes longer (a long migration, a database that is down) is said.
 * @returns whether it has started
 */
export function waitingForStart(world: Pick<World, "phase">, longest = patience): () => Promise<boolean> {
  const from = performance.now()
  const wait = async () => {
    while (world.phase() === "starting") {
      if (performance.now() - from >= longest) return false
      await pause(50)
    }
    return true
  }
  let waiting: Promise<boolean> | undefined // all wait together
  return async () => {
    if (world.phase() !== "starting") return true
    return (waiting ??= wait().finally(() => (waiting = undefined)))
  }
}
