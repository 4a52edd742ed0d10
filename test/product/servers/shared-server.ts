import { inject } from "vitest"
import type { Site } from "../../instances/server.ts"

/**
 * The built product with its sample content for all files of this worker, one after the other, each with people and pages of
 * its own: a start costs as much as half a file, and what is asked of it first is slow. Whoever changes or counts what
 * everybody sees, the first event of the agenda say, takes `dedicatedServer`.
 */
export async function sharedServer(): Promise<Site> {
  const answer = await fetch(`${inject("sharedServers")}/${process.env.VITEST_POOL_ID}`)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Site
}
