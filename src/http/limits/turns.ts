import { Refusal } from "#lib/refusal.ts"

/** Answers that are made for one network at the same time, and those that wait for it, with nobody signed in. */
const atOnce = 8
const mostWaiting = 500

/**
 * Makes what is not kept for whoever is not signed in, for each network a few at a time: who asks for a thousand new
 * addresses at once waits for themselves, and others wait for a few of them at most. Beyond a queue longer than any house
 * makes it is refused with 429.
 */
export function turnsByNetwork(isLimited: boolean, together = atOnce, most = mostWaiting) {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>() // of networks that wait for something
  return async <Made>(network: string, make: () => Promise<Made>): Promise<Made> => {
    if (!isLimited || network === "") return make()
    let line = lines.get(network)
    if (!line) lines.set(network, (line = { running: 0, waiting: [] }))
    if (line.running >= together) {
      if (line.waiting.length >= most) throw new Refusal("busy", 2)
      const { waiting } = line
      await new Promise<void>((go) => waiting.push(go)) // whoever is done hands the place over
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
