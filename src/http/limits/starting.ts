import { setTimeout as pause } from "node:timers/promises"
import type { World } from "#http/world.ts"

/** Milliseconds that requests wait for the start, counted from when the server listens. */
const patience = 10_000

/**
 * Holds requests that arrive while the process is starting, instead of refusing them: this lasts a second or two, behind a proxy
 * that does not check readiness. A longer start (a long migration, a database that is down) is reported to the visitor.
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
  let waiting: Promise<boolean> | undefined // shared by all waiting requests
  return async () => {
    if (world.phase() !== "starting") return true
    return (waiting ??= wait().finally(() => (waiting = undefined)))
  }
}
