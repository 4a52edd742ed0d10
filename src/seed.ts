import { isGazetteerFilled } from "#features/places/gazetteer/commands.server.ts"
import type { World } from "#http/world.ts"
import { enqueue } from "#queue/enqueue.ts"

/** Fills a new database as configured: sample content, and the names of towns with a job. */
export async function seed({ config, db, log }: World): Promise<void> {
  if (config.sample === "auto") {
    const { loadSample } = await import("#sample/load.server.ts")
    const loaded = await loadSample(db, new Date(), config.timezone)
    if (loaded) log.info(loaded, "sample content put in")
  }
  // It takes half a minute, while visitors are served already.
  if (config.gazetteer === "auto" && !(await isGazetteerFilled(db))) await enqueue(db, "places.fill-gazetteer", {})
}
