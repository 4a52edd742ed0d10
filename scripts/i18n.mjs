// Compiles ICU messages (src/i18n/messages/<language>/<file>.json, key "file.key") to catalogues, so that no parser is sent to
// the browser, and to a typed map of ids and their arguments, so that a missing message fails the type check.
import fs from "node:fs"
import path from "node:path"
import { compileMessage } from "@lingui/message-utils/compileMessage"

const root = path.resolve(import.meta.dirname, "../src/i18n")
const languages = ["fr", "en", "nl"]
const base = "fr"
/** Files used only by mails, the API and the import command: they are not sent to the browser. */
const serverOnly = new Set(["mail", "imports", "accounts", "contact-mails", "contact-questions", "notices"])
/** Files that every screen may use; the browser loads them first. The other files are loaded with the screens that use them. */
const everywhere = new Set(["layout", "ui"])
/**
 * Refusals are worded by the API; the browser needs only those its own code names, and first those that any call can end with.
 */
const named = "errors"
const ofAnyCall = new Set(
  ["default", "no_connection", "not_allowed", "not_found", "page_not_found", "server", "validation"].map(
    (key) => `errors.${key}`,
  ),
)

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
  fs.mkdirSync(path.join(generated, "screens"), { recursive: true })
  const files = new Set(Object.keys(compiled[base]).map(fileOf))
  const withScreens = [...files].filter((file) => ![...serverOnly, ...everywhere].includes(file))
  const isNamed = idsNamedIn(path.join(root, ".."))
  const isLater = (id) => !ofAnyCall.has(id) && (fileOf(id) !== named || isNamed(id))
  const only = (language, holds) => Object.fromEntries(Object.entries(compiled[language]).filter(([id]) => holds(id)))
  for (const language of languages) {
    const first = only(language, (id) => everywhere.has(fileOf(id)) || ofAnyCall.has(id))
    write(path.join(generated, `${language}.ts`), moduleOf(compiled[language]))
    write(path.join(generated, `${language}.browser.ts`), moduleOf(first))
    for (const file of withScreens)
      write(
        path.join(generated, "screens", `${file}.${language}.ts`),
        moduleOf(only(language, (id) => fileOf(id) === file && isLater(id))),
      )
  }
  for (const file of withScreens) write(path.join(generated, "screens", `${file}.ts`), loaderOf(file))
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

/** Returns the module that loads a file's messages in the document's language before any module that uses them runs. */
function loaderOf(file) {
  const lines = languages.map((language) => `  ${language}: () => import("./${file}.${language}.ts"),`)
  return `import { loadWords } from "../../browser-words.ts"\n\nawait loadWords({\n${lines.join("\n")}\n})\n`
}

/** Returns the message files that a module uses, which must be loaded before it runs in the browser. */
export function wordFilesOf(code) {
  const files = fs.readdirSync(path.join(root, "gen/screens")).filter((file) => file.split(".").length === 2)
  const says = (file) =>
    [...code.matchAll(new RegExp(`["'\`]${file}\\.(?:[a-z_]+|\\$\\{)`, "g"))].some(
      ([id]) => !ofAnyCall.has(id.slice(1)),
    )
  return files.map((file) => file.slice(0, -3)).filter(says)
}

/** Returns a test whether browser code contains this id, or the beginning of a template that builds it. */
function idsNamedIn(source) {
  const elsewhere = /(^|\/)(i18n\/gen|http|lib|db|mail|queue|config|net|storage)\/|\.server\.tsx?$|\.test\.tsx?$/
  const ids = new Set()
  for (const file of fs.readdirSync(source, { recursive: true })) {
    if (!/\.tsx?$/.test(file) || elsewhere.test(file)) continue
    for (const [, id] of fs
      .readFileSync(path.join(source, file), "utf8")
      .matchAll(new RegExp(`${named}\\.([a-z_]+)`, "g")))
      ids.add(`${named}.${id}`)
  }
  return (id) => ids.has(id)
}

function fileOf(id) {
  return id.slice(0, id.indexOf("."))
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
  // A process reading the file at the same time, such as a build, gets the old or the new content, never a part.
  fs.writeFileSync(`${file}.${process.pid}`, text)
  fs.renameSync(`${file}.${process.pid}`, file)
}

if (process.argv[1] === import.meta.filename)
  console.log(`${compileMessages()} messages in ${languages.length} languages`)
