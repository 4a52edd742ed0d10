import { AsyncLocalStorage } from "node:async_hooks"

const listening = new AsyncLocalStorage<{ hasChanged: boolean }>()

/**
 * Carries something out and says whether it changed what everybody can see. Other processes hear of that by NOTIFY; this
 * one has to know before it answers whoever made the change.
 */
export async function changesContent(something: () => Promise<unknown>): Promise<boolean> {
  const heard = { hasChanged: false }
  await listening.run(heard, something)
  return heard.hasChanged
}

/** What everybody can see is about to change with the present transaction. */
export function noteContentChange(): void {
  const heard = listening.getStore()
  if (heard) heard.hasChanged = true
}
