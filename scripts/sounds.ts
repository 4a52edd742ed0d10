// Queues the conversion of all stored sounds again; see `npm run sounds -- --help`. The running product does the work.
import { readConfig } from "#config/config.ts"
import { withDatabase } from "#db/with-database.ts"
import { remakeSounds } from "#features/documents/sound/commands.server.ts"
import { parseArguments, runCommand, UsageError } from "./command.ts"

const usage = `npm run sounds -- failed|original|all

  failed     those that could not be made
  original   those that are played as they came, since there was no ffmpeg
  all        every one: loudness, waveform and renditions anew, from the file that is stored

They are queued; the running product makes one after the other, and each is played as before until then.`

const options = { help: { type: "boolean", short: "h" } } as const
await runCommand(async () => {
  const { values, positionals } = parseArguments({ allowPositionals: true, options }, usage)
  if (values.help) {
    console.log(usage)
    return
  }
  const which = (["failed", "original", "all"] as const).find((one) => one === positionals[0])
  if (!which || positionals.length > 1) throw new UsageError(usage)
  const count = await withDatabase(readConfig(process.env), 2, (db) => remakeSounds(db, which))
  console.log(`${count} sounds are queued`)
})
