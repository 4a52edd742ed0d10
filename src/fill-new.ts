import { isGazetteerFilled } from "#features/places/gazetteer/commands.server.ts"
import type { World } from "#http/world.ts"
import { enqueue } from "#queue/enqueue.ts"

/** What a database without anything in it is given, as the configuration says: sample content, and the names of towns by a job. */
export async function fillNew({ config, db, log }: World): Promise<void> {
  if (config.sample === "auto") {
    const { loadSample } = await import("#sample/load.server.ts")
    const loaded = await loadSample(db, new Date(), config.timezone)
    if (loaded) log.info(loaded, "sample content put in")
  }
  // Half a minute, beside whoever visits already.
  if (config.gazetteer === "auto" && !(await isGazetteerFilled(db))) await enqueue(db, "places.fill-gazetteer", {})
}
