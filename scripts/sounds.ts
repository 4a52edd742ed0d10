// Queues the conversion of all stored sounds again; see `npm run sounds -- --help`. The running product does the work.
import { parseArgs } from "node:util"
import { readConfig } from "#config/config.ts"
import { withDatabase } from "#db/with-database.ts"
import { remakeSounds } from "#features/documents/sound/commands.server.ts"
import { runCommand } from "./command.ts"

const usage = `npm run sounds -- failed|original|all

  failed     those that could not be made
  original   those that are played as they came, since there was no ffmpeg
  all        every one: loudness, waveform and renditions anew, from the file that is stored

They are queued; the running product makes one after the other, and each is played as before until then.`

const { positionals } = parseArgs({ allowPositionals: true, options: { help: { type: "boolean", short: "h" } } })
const which = (["failed", "original", "all"] as const).find((one) => one === positionals[0])
if (!which) {
  console.log(usage)
  process.exit(positionals.length > 0 ? 1 : 0)
}
await runCommand(async () => {
  const count = await withDatabase(readConfig(process.env), 2, (db) => remakeSounds(db, which))
  console.log(`${count} sounds are queued`)
})
