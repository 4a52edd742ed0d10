// npm run import -- FILE|URL [--as FID] [--language fr] [--timezone Europe/Brussels] [--format ical|json|csv|html] [--dry-run]
import { parseArgs } from "node:util"
import { ConfigError, readConfig } from "#config/config.ts"
import { openDb, openPool } from "#db/connection.ts"
import { startEmbedded } from "#db/embedded.ts"
import { migrate } from "#db/migrate.ts"
import {
  type ImportOptions,
  importEvents,
  type ImportProgress,
  type ImportReport,
} from "#features/imports/commands.server.ts"
import { sayReason } from "#features/imports/words.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { isLanguage, type Language } from "#i18n/languages.ts"
import { Refusal } from "#lib/refusal.ts"
import { isTimezone } from "#lib/time.ts"

const usage =
  "npm run import -- FILE|URL [--as FID] [--language fr|en|nl] [--timezone ZONE] [--format ical|json|csv|html] [--dry-run]"

class UsageError extends Error {}

async function main(): Promise<number> {
  const { source, options } = argumentsGiven()
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, console.error)
  const url = config.databaseUrl ?? (embedded?.url as string)
  const db = openDb(openPool(url, 3, (error) => console.error(error.message)))
  try {
    if (embedded) await migrate(url) // a first start may be this one
    const began = performance.now()
    const importing = importEvents(db, "operator", source, { timezone: config.timezone, ...options })
    let step = await importing.next()
    while (!step.done) {
      show(step.value, performance.now() - began)
      step = await importing.next()
    }
    const words = messagesIn(systemLanguage())
    return print(step.value, performance.now() - began, words)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(messagesIn(systemLanguage())(`errors.${error.code}`))
    return 2
  } finally {
    if (process.stdout.isTTY) process.stdout.write("\r\u001b[K")
    await db.destroy()
    if (embedded && !embedded.adopted) await embedded.stop()
  }
}

function argumentsGiven(): { source: string; options: ImportOptions } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      as: { type: "string" },
      language: { type: "string" },
      timezone: { type: "string" },
      format: { type: "string" },
      "dry-run": { type: "boolean", default: false },
    },
  })
  const [source, ...others] = positionals
  const { language, timezone, format } = values
  if (!source || others.length > 0) throw new UsageError(usage)
  if (language !== undefined && !isLanguage(language)) throw new UsageError(`--language: fr, en, nl\n${usage}`)
  if (timezone !== undefined && !isTimezone(timezone)) throw new UsageError(`--timezone: ${timezone}?\n${usage}`)
  if (format !== undefined && !/^(ical|json|csv|html)$/.test(format))
    throw new UsageError(`--format: ${format}?\n${usage}`)
  return {
    source,
    options: {
      ...(values.as !== undefined && { as: values.as }),
      ...(language !== undefined && { language: language as Language }),
      ...(timezone !== undefined && { timezone }),
      ...(format !== undefined && { format: format as ImportOptions["format"] }),
      dryRun: values["dry-run"],
    },
  }
}

/** The language of the terminal; the report is for whoever reads it there. */
function systemLanguage(): Language {
  const wanted = (process.env.LC_ALL || process.env.LANG || "en").slice(0, 2)
  return isLanguage(wanted) ? wanted : "en"
}

let shown = 0
function show(progress: ImportProgress, milliseconds: number) {
  const line = `${progress.read} read, ${progress.created} +, ${progress.updated} ~, ${progress.unchanged} =, ${progress.refused} !, ${Math.round((progress.read * 1000) / milliseconds)}/s`
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}`)
  else if (Date.now() - shown > 2000) {
    if (shown > 0) console.log(line)
    shown = Date.now()
  }
}

function print(report: ImportReport, milliseconds: number, words: ReturnType<typeof messagesIn>): number {
  if (process.stdout.isTTY) process.stdout.write("\r\u001b[K")
  for (const list of [report.notes, report.refused]) {
    for (const { position, title, reason } of list) {
      const said = sayReason(words, reason)
      console.log(
        position === 0
          ? said
          : words("imports.report_line", { position, title: title ?? words("imports.untitled"), reason: said }),
      )
    }
  }
  const { created, updated, unchanged } = report
  const rate = Math.round((report.read * 1000) / milliseconds)
  const counts = words("imports.report_counts", { created, updated, unchanged, refused: report.refused.length })
  console.log(`${counts} (${report.formats.join(", ") || "–"}; ${(milliseconds / 1000).toFixed(1)} s, ${rate}/s)`)
  return created + updated + unchanged > 0 ? 0 : 1
}

process.exitCode = await main().catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof UsageError) console.error(error.message)
  else console.error(error)
  return 2
})
