// Moves stored files from the disk to an object store, or back; see `npm run storage:move -- --help`.
import { readConfig } from "#config/config.ts"
import { exclusively } from "#db/exclusive.ts"
import { withDatabase } from "#db/with-database.ts"
import { type Moved, moveSets } from "#storage/moving.ts"
import { placesOf } from "#storage/storage.ts"
import { parseArguments, runCommand, UsageError } from "./command.ts"

const usage = `npm run storage:move -- --to s3|disk

  Brings what people brought from DATA_DIR/media to the object store that S3_* name, or back: each set of files is
  copied, read back and compared, and then removed where it was. Stop it when you like (Ctrl-C) and run it again.

  The site goes on meanwhile, and reads both places. First set STORAGE to where you are going (s3 is the rule with
  S3_BUCKET) and restart, so that new files go there; then run this. Run it again at the end: it must say 0 sets.

  --help`

async function main(): Promise<number> {
  const to = whereTo()
  if (to === undefined) {
    console.log(usage)
    return 0
  }
  const config = readConfig(process.env)
  const { disk, store } = placesOf(config)
  if (!store) throw new UsageError("S3_BUCKET: is needed, with S3_KEY_ID and S3_SECRET")
  if (config.storage !== to) throw new UsageError(`STORAGE: new files go to ${config.storage}; set it to ${to} first`)
  const stopping = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort())
  let told = 0
  const onSet = (moved: Moved) => {
    if (Date.now() - told < 2000) return
    told = Date.now()
    console.error(lineOf(moved))
  }
  const [from, there] = to === "s3" ? [disk, store] : [store, disk]
  // Two runs at once would remove each other's copies.
  const done = await withDatabase(config, 1, (db) =>
    exclusively(db, "storage:move", () => moveSets(from, there, { onSet, signal: stopping.signal })),
  )
  if (!done) {
    console.error("it is running already")
    return 1
  }
  const moved = done.result
  for (const { key, why } of moved.failed.slice(0, 20)) console.error(`${key}: ${why}`)
  console.log(lineOf(moved))
  if (stopping.signal.aborted) console.log("stopped; run it again to go on")
  return moved.failed.length > 0 || stopping.signal.aborted ? 1 : 0
}

function lineOf({ sets, bytes, found, failed }: Moved) {
  const parts = [`${sets} sets, ${(bytes / 1e6).toFixed(1)} MB moved`]
  if (found > 0) parts.push(`${found} of them were there already`)
  if (failed.length > 0) parts.push(`${failed.length} failed and stay where they are`)
  return parts.join("; ")
}

/** Returns the target; undefined for `--help`. */
function whereTo(): "s3" | "disk" | undefined {
  const { values } = parseArguments(
    { options: { to: { type: "string" }, help: { type: "boolean", short: "h", default: false } } },
    usage,
  )
  if (values.help) return undefined
  if (values.to !== "s3" && values.to !== "disk") throw new UsageError(usage)
  return values.to
}

await runCommand(main)
