// Writes every published event to a file, as the API represents it, one per line; see `npm run export -- --help`.
import { createWriteStream } from "node:fs"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { readConfig } from "#config/config.ts"
import { withDatabase } from "#db/with-database.ts"
import { allEvents } from "#features/events/export/queries.server.ts"
import { parseArguments, runCommand, UsageError } from "./command.ts"

const usage = `npm run export -- FILE.jsonl

  Every published event with all its dates, one JSON object a line, as GET /api/contents/events/{id}/ answers it.
  "-" writes to the terminal. \`npm run import -- FILE.jsonl\` reads it into another instance: the same dates, states and
  zones; pages (hosts, venues, artists) are named, but they belong to the instance they are of.

  --help`

async function main(): Promise<number> {
  const file = fileGiven()
  if (file === undefined) {
    console.log(usage)
    return 0
  }
  const config = readConfig(process.env)
  const count = await withDatabase(config, 1, async (db) => {
    let written = 0
    async function* lines() {
      for await (const event of allEvents(db, config)) {
        written++
        yield `${JSON.stringify(event)}\n`
      }
    }
    // Standard output belongs to the process: the export must not end it.
    if (file === "-") await pipeline(Readable.from(lines()), process.stdout, { end: false })
    else await pipeline(Readable.from(lines()), createWriteStream(file))
    return written
  })
  console.error(`${count} → ${file}`)
  return 0
}

/** Returns the path of the output file; undefined for `--help`. */
function fileGiven(): string | undefined {
  const { values, positionals } = parseArguments(
    { allowPositionals: true, options: { help: { type: "boolean", short: "h", default: false } } },
    usage,
  )
  if (values.help) return undefined
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new UsageError(usage)
  return file
}

await runCommand(main)
