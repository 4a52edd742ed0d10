import { AsyncLocalStorage } from "node:async_hooks"

const listening = new AsyncLocalStorage<{ hasChanged: boolean }>()

/**
 * Runs a function and returns whether it changed content that everybody can see. Other processes learn of it by NOTIFY; this
 * process has to know before it answers the request that made the change.
 */
export async function detectContentChange(something: () => Promise<unknown>): Promise<boolean> {
  const heard = { hasChanged: false }
  await listening.run(heard, something)
  return heard.hasChanged
}

/** Notes that the present transaction is about to change content that everybody can see. */
export function noteContentChange(): void {
  const heard = listening.getStore()
  if (heard) heard.hasChanged = true
}
