import { setImmediate as othersFirst } from "node:timers/promises"

/** Milliseconds of continuous work before other tasks may run. */
const inARow = 8

/** Returns a function to call at each small step of long work; every now and then it lets other tasks run. */
export function yieldingRegularly(): () => Promise<void> | undefined {
  let since = performance.now()
  const next = async () => {
    await othersFirst()
    since = performance.now()
  }
  return () => (performance.now() - since < inARow ? undefined : next())
}
