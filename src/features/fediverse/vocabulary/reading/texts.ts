import { guessLanguage, mainLanguage, translatedOf } from "#features/imports/reading/text.ts"
import { defaultLanguage, isLanguage, type Language, type Translated } from "#i18n/languages.ts"
import { decodeEntities, htmlOfText, isHtml, sanitise } from "#lib/text/html.ts"
import { type Fields, fieldsOf, lineIn, listOf, wordsOf } from "../fields.ts"

/** Most variants of a text that are read: one language may have several (fr-BE, fr-CA). */
const mostVariants = 6
/** Longest text in characters, including its markup. */
const longestText = 40_000
/** Text with more tags than this is reduced to plain text, as the HTML parser would take long over it. */
const mostTags = 4000

export type RemoteTexts = { language: Language; name: Translated; content: Translated }

/**
 * Reads name (plain text) and content (sanitised HTML) by language. The main language is the one that the object names,
 * otherwise that of its texts, otherwise the default.
 */
export function textsOf(thing: Fields, usual: Language = defaultLanguage): RemoteTexts {
  const names = byLanguage(thing.nameMap)
  const contents = byLanguage(thing.contentMap)
  const said = [...listOf(thing.inLanguage).slice(0, 10), contextLanguage(thing), contents[0]?.[0], names[0]?.[0]]
    .map((one) => (typeof one === "string" ? one.slice(0, 2).toLowerCase() : undefined))
    .find((one): one is Language => isLanguage(one))
  const line = (value: unknown) => lineIn(value, 300)
  const language = said ?? guessed(thing) ?? usual
  const name = translatedOf(names, language, line)
  const only = line(thing.name)
  const title: Translated = Object.keys(name).length > 0 || only === undefined ? name : { [language]: only }
  const main = mainLanguage(title, language)
  const isPlain = /^text\/plain/i.test(wordsOf(thing.mediaType) ?? "")
  const body = (value: unknown) => htmlOf(wordsOf(value), isPlain)
  const mapped = translatedOf(contents, main, body)
  const text = Object.keys(mapped).length > 0 ? undefined : (body(thing.content) ?? summaryOf(thing, isPlain))
  return { language: main, name: title, content: text === undefined ? mapped : { [main]: text } }
}

/** Converts remote HTML to ours, sanitised and cut to a length; undefined when nothing is left of it. */
export function htmlOf(text: string | undefined, isPlain = false): string | undefined {
  if (text === undefined) return undefined
  const short = text.length > longestText ? `${text.slice(0, longestText - 1).toWellFormed()}…` : text
  const isMarked = !isPlain && isHtml(short)
  const clean = !isMarked
    ? htmlOfText(decodeEntities(short))
    : short.split("<").length > mostTags
      ? htmlOfText(decodeEntities(withoutTags(short)))
      : sanitise(short)
  return withoutTags(clean).trim() === "" ? undefined : clean
}

function withoutTags(html: string): string {
  return html.replaceAll(/<[^<>]*>/g, " ")
}

/** Returns the summary, as a substitute for a missing text: on most servers it names date and place. */
function summaryOf({ summary }: Fields, isPlain: boolean) {
  return htmlOf(wordsOf(summary), isPlain)
}

/** Returns the variants in our languages; if there is none, the first other one. */
function byLanguage(map: unknown): [string, unknown][] {
  const all = Object.entries(fieldsOf(map) ?? {})
  const isOurs = ([language]: [string, unknown]) => isLanguage(language.slice(0, 2).toLowerCase())
  const ours = all.filter(isOurs).slice(0, mostVariants)
  return ours.length > 0 ? ours : all.slice(0, 1)
}

/** Returns `@language` of the context (Mobilizon, Friendica); "und" is ignored later. */
function contextLanguage(thing: Fields): unknown {
  return listOf(thing["@context"])
    .slice(0, 20)
    .map((one) => fieldsOf(one)?.["@language"])
    .find((one) => typeof one === "string")
}

function guessed({ name, content, summary }: Fields): Language | undefined {
  const text = [name, content, summary].map((one) => (wordsOf(one) ?? "").slice(0, 4000)).join(" ")
  return guessLanguage(text.replaceAll(/<[^<>]{0,500}>/g, " "))
}
