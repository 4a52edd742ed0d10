import { Refusal } from "#lib/refusal.ts"

/** Answers without a session made for one network at the same time, and those that wait for it. */
const atOnce = 8
const mostWaiting = 500

/**
 * Makes uncached answers without a session, a few at a time for each network: whoever requests a thousand new addresses at once
 * queues behind themselves, and delays others by a few of them at most. Beyond a queue longer than any house causes it refuses
 * with 429.
 */
export function queueByNetwork(isLimited: boolean, together = atOnce, most = mostWaiting) {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>() // of networks with answers in progress
  return async <Made>(network: string, make: () => Promise<Made>): Promise<Made> => {
    if (!isLimited || network === "") return make()
    let line = lines.get(network)
    if (!line) lines.set(network, (line = { running: 0, waiting: [] }))
    if (line.running >= together) {
      if (line.waiting.length >= most) throw new Refusal("busy", 2)
      const { waiting } = line
      await new Promise<void>((go) => waiting.push(go)) // a finished answer passes its place on
    } else line.running++
    try {
      return await make()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.running === 0) lines.delete(network)
    }
  }
}
