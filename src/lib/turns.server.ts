import { setImmediate as othersFirst } from "node:timers/promises"

/** Milliseconds that one piece of work goes on before others have their turn. */
const inARow = 8

/** For work of many small steps: called at each, it lets others have their turn every now and then. */
export function takingTurns(): () => Promise<void> | undefined {
  let since = performance.now()
  const next = async () => {
    await othersFirst()
    since = performance.now()
  }
  return () => (performance.now() - since < inARow ? undefined : next())
}
