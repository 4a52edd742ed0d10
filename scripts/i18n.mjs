// ICU messages (src/i18n/messages/<language>/<file>.json, key "file.key") -> compiled catalogues, so that no parser is
// shipped to the browser, and a typed map of ids and their arguments, so that a missing message fails the type check.
import fs from "node:fs"
import path from "node:path"
import { compileMessage } from "@lingui/message-utils/compileMessage"

const root = path.resolve(import.meta.dirname, "../src/i18n")
const languages = ["fr", "en", "nl"]
const base = "fr"
/** What only mails, the API and the import command say: the browser is not sent it. */
const serverOnly = new Set(["mail", "imports", "accounts", "contact-mails", "contact-questions", "notices"])

export function compileMessages() {
  const catalogues = Object.fromEntries(languages.map((language) => [language, readCatalogue(language)]))
  const problems = []
  const compiled = {}
  for (const language of languages) {
    const messages = catalogues[language]
    for (const id of Object.keys(catalogues[base])) if (!(id in messages)) problems.push(`${language}: missing "${id}"`)
    compiled[language] = {}
    for (const [id, words] of Object.entries(messages)) {
      if (!(id in catalogues[base])) problems.push(`${language}: "${id}" is not in ${base}`)
      compiled[language][id] = compileMessage(words)
      const here = Object.keys(argumentsOf(compiled[language][id])).sort().join()
      const there = Object.keys(argumentsOf(compileMessage(catalogues[base][id] ?? "")))
        .sort()
        .join()
      if (here !== there) problems.push(`${language}: "${id}" takes {${here}}, ${base} takes {${there}}`)
    }
  }
  if (problems.length > 0) throw new Error(`messages:\n${problems.join("\n")}`)

  const generated = path.join(root, "gen")
  fs.mkdirSync(generated, { recursive: true })
  for (const language of languages) {
    const forBrowser = Object.entries(compiled[language]).filter(([id]) => !serverOnly.has(id.split(".")[0]))
    write(path.join(generated, `${language}.ts`), moduleOf(compiled[language]))
    write(path.join(generated, `${language}.browser.ts`), moduleOf(Object.fromEntries(forBrowser)))
  }
  const lines = Object.entries(compiled[base]).map(([id, tokens]) => {
    const names = Object.entries(argumentsOf(tokens))
    const type = names.length > 0 ? `{ ${names.map(([name, kind]) => `${name}: ${kind}`).join("; ")} }` : "undefined"
    return `  ${JSON.stringify(id)}: ${type}`
  })
  write(path.join(generated, "ids.ts"), `export interface MessageArguments {\n${lines.join("\n")}\n}\n`)
  return Object.keys(catalogues[base]).length
}

function moduleOf(messages) {
  const text = JSON.stringify(JSON.stringify(messages))
  return `import type { Messages } from "@lingui/core"\nexport const messages: Messages = JSON.parse(${text})\n`
}

function readCatalogue(language) {
  const folder = path.join(root, "messages", language)
  const entries = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .flatMap((file) =>
      Object.entries(JSON.parse(fs.readFileSync(path.join(folder, file), "utf8"))).map(([key, words]) => [
        `${file.replace(".json", "")}.${key}`,
        words,
      ]),
    )
  return Object.fromEntries(entries)
}

function argumentsOf(tokens, found = {}) {
  if (!Array.isArray(tokens)) return found
  for (const token of tokens) {
    if (!Array.isArray(token)) continue
    const [name, type, options] = token
    const isNumber = type === "plural" || type === "selectordinal" || type === "number"
    found[name] = isNumber ? "number" : type === "select" ? "string" : (found[name] ?? "string | number")
    if (options && typeof options === "object") for (const option of Object.values(options)) argumentsOf(option, found)
  }
  return found
}

function write(file, text) {
  if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === text) return
  fs.writeFileSync(file, text)
}

if (process.argv[1] === import.meta.filename)
  console.log(`${compileMessages()} messages in ${languages.length} languages`)
