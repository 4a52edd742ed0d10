import { isGazetteerFilled } from "#features/places/gazetteer/commands.server.ts"
import type { World } from "#http/world.ts"
import { enqueue } from "#queue/enqueue.ts"

/** What a database begins with, as the configuration says, where it is missing: sample content; the names of towns, by a job. */
export async function seed({ config, db, log }: World): Promise<void> {
  if (config.sample === "auto") {
    const { loadSample } = await import("#sample/load.server.ts")
    const loaded = await loadSample(db, new Date(), config.timezone)
    if (loaded) log.info(loaded, "sample content put in")
  }
  // Half a minute, beside whoever visits already.
  if (config.gazetteer === "auto" && !(await isGazetteerFilled(db))) await enqueue(db, "places.fill-gazetteer", {})
}
