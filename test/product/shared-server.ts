import { inject } from "vitest"
import type { Site } from "../server.ts"

/**
 * Returns this worker’s built product with sample content. All files of the worker use it one after the other, each with its own
 * people and pages: a start costs as much as half a file, and the first requests are slow. Tests that change or count what
 * everybody sees, such as the first event of the agenda, use `ownServer`.
 */
export async function sharedServer(): Promise<Site> {
  const answer = await fetch(`${inject("sharedServers")}/${process.env.VITEST_POOL_ID}`)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Site
}
