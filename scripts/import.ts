// Imports events; see `npm run import -- --help`.
import { readConfig } from "#config/config.ts"
import { withDatabase } from "#db/with-database.ts"
import { type ImportOptions, importEvents } from "#features/imports/commands.server.ts"
import type { ImportProgress, ImportReport } from "#features/imports/report.ts"
import { type Category, categories, isCategory } from "#features/events/categories.ts"
import { plainWord } from "#features/imports/categories/category-map.ts"
import { reasonText } from "#features/imports/reading/reason-text.ts"
import { setConsequences } from "#features/changes/consequences.server.ts"
import { consequences } from "#changes.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { isLanguage, type Language } from "#i18n/languages.ts"
import { Refusal } from "#lib/refusal.ts"
import { isTimezone } from "#lib/time.ts"
import { parseArguments, runCommand, UsageError } from "./command.ts"

const usage = `npm run import -- FILE|URL [options]

  iCalendar, OpenAgenda, schema.org JSON-LD (files and pages), CSV and JSON lists, DATAtourisme, UiTdatabank,
  pentabarf programmes, RSS and Atom feeds that say when things are, and exports of an instance like this one.
  Importing again updates what changed and doubles nothing.

  --as FID                 the page that becomes the host
  --language fr|en|nl      of texts that do not say theirs; else it is guessed
  --timezone ZONE          of times that do not say theirs (IANA, as Europe/Brussels)
  --format ical|json|csv|html|xml    where the content does not tell
  --category "Bal=party"   what a word of the list means here; may be given many times
  --places                 makes a page of each venue that has none: nobody owns it, its venue can claim it
  --dry-run                reads and compares, writes nothing
  --help`

const optionsTaken = {
  as: { type: "string" },
  language: { type: "string" },
  timezone: { type: "string" },
  format: { type: "string" },
  category: { type: "string", multiple: true },
  places: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
} as const

async function main(): Promise<number> {
  if (process.argv.slice(2).some((one) => one === "--help" || one === "-h")) {
    console.log(usage)
    return 0
  }
  const { source, options } = argumentsGiven()
  setConsequences(consequences)
  const config = readConfig(process.env)
  try {
    return await withDatabase(config, 3, async (db) => {
      const began = performance.now()
      const importing = importEvents(db, "operator", source, { timezone: config.timezone, ...options })
      let step = await importing.next()
      while (!step.done) {
        show(step.value, performance.now() - began)
        step = await importing.next()
      }
      const words = messagesIn(systemLanguage())
      return print(step.value, performance.now() - began, words, options)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(messagesIn(systemLanguage())(`errors.${error.code}`))
    return 1
  } finally {
    if (process.stdout.isTTY) process.stdout.write("\r\u001b[K")
  }
}

function argumentsGiven(): { source: string; options: ImportOptions } {
  const { values, positionals } = parseArguments({ allowPositionals: true, options: optionsTaken }, usage)
  const [source, ...others] = positionals
  const { language, timezone, format } = values
  if (!source || others.length > 0) throw new UsageError(usage)
  if (language !== undefined && !isLanguage(language)) throw new UsageError(`--language: fr, en, nl\n${usage}`)
  if (timezone !== undefined && !isTimezone(timezone)) throw new UsageError(`--timezone: ${timezone}?\n${usage}`)
  if (format !== undefined && !/^(ical|json|csv|html|xml)$/.test(format))
    throw new UsageError(`--format: ${format}?\n${usage}`)
  return {
    source,
    options: {
      ...(values.as !== undefined && { as: values.as }),
      ...(language !== undefined && { language: language as Language }),
      ...(timezone !== undefined && { timezone }),
      ...(format !== undefined && { format: format as ImportOptions["format"] }),
      ...(values.category !== undefined && { categories: categoriesIn(values.category) }),
      places: values.places,
      dryRun: values["dry-run"],
    },
  }
}

function categoriesIn(given: string[]): Record<string, Category> {
  const pairs = given.map((each) => {
    const equals = each.lastIndexOf("=")
    const [word, category] = [
      plainWord(each.slice(0, equals)),
      each
        .slice(equals + 1)
        .trim()
        .toLowerCase(),
    ]
    if (equals < 1 || word === "" || !isCategory(category)) {
      const said = messagesIn(systemLanguage())("imports.unknown_category", { category: each })
      throw new UsageError(`--category: ${said} (${categories.join(", ")})`)
    }
    return [word, category] as const
  })
  return Object.fromEntries(pairs)
}

/** Returns the language of the terminal, in which the report is printed. */
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

function print(
  report: ImportReport,
  milliseconds: number,
  words: ReturnType<typeof messagesIn>,
  { places: hasPlaces, dryRun: isPreview }: ImportOptions,
): number {
  if (process.stdout.isTTY) process.stdout.write("\r\u001b[K")
  for (const list of [report.notes, report.refused]) {
    for (const { position, title, reason } of list) {
      const said = reasonText(words, reason)
      console.log(
        position === 0
          ? said
          : words("imports.report_line", { position, title: title ?? words("imports.untitled"), reason: said }),
      )
    }
  }
  const { created, updated, unchanged, places } = report
  if (hasPlaces) console.log(words(isPreview ? "imports.places_new" : "imports.places_made", { count: places }))
  const rate = Math.round((report.read * 1000) / milliseconds)
  const counts = words("imports.report_counts", { created, updated, unchanged, refused: report.refused.length })
  console.log(`${counts} (${report.formats.join(", ") || "–"}; ${(milliseconds / 1000).toFixed(1)} s, ${rate}/s)`)
  return created + updated + unchanged > 0 ? 0 : 1
}

await runCommand(main)
