import { guessLanguage, mainLanguage, translatedOf } from "#features/imports/reading/text.ts"
import { defaultLanguage, isLanguage, type Language, type Translated } from "#i18n/languages.ts"
import { decodeEntities, htmlOfText, isHtml, sanitise } from "#lib/html.ts"
import { type Fields, fieldsOf, lineIn, listOf, wordsOf } from "../fields.ts"

/** So many variants of a text are read: one language may have several (fr-BE, fr-CA). */
const mostVariants = 6
/** Characters of a text, with its markup. */
const longestText = 40_000
/** More tags than words: then they say nothing, and the parser of HTML would take long over them. */
const mostTags = 4000

export type RemoteTexts = { language: Language; name: Translated; content: Translated }

/**
 * What something is called (plain words) and says (HTML, sanitised), by language. The main language is the one it names;
 * else that of its texts; else the usual one.
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

/** Foreign HTML as ours: sanitised, bounded; undefined when nothing is left of it. */
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

/** What is shown where there is no text: a summary, which names the date and place with most servers. */
function summaryOf({ summary }: Fields, isPlain: boolean) {
  return htmlOf(wordsOf(summary), isPlain)
}

/** The languages there are here, and one other at most. */
function byLanguage(map: unknown): [string, unknown][] {
  const all = Object.entries(fieldsOf(map) ?? {})
  const isOurs = ([language]: [string, unknown]) => isLanguage(language.slice(0, 2).toLowerCase())
  const ours = all.filter(isOurs).slice(0, mostVariants)
  return ours.length > 0 ? ours : all.slice(0, 1)
}

/** `@language` of the context (Mobilizon, Friendica); "und" is none. */
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
