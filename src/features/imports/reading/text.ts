import type { ImportedEvent } from "./record.ts"
import { isLanguage, type Language, type Translated } from "#i18n/languages.ts"
import { decodeEntities, htmlOfText, isHtml, plainText } from "#lib/text/html.ts"
import { blankIfInvisible, withoutDirections } from "#lib/text/one-line.ts"

/** Returns a foreign value as clean text: no NUL, no halves of characters, no control characters; undefined when empty. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (typeof value !== "string") return undefined
  const clean = value
    .replaceAll("\r\n", "\n")
    // oxlint-disable-next-line no-control-regex -- they are what is to go
    .replaceAll(/[\0-\u0008\u000b-\u001f\u007f\ufeff\ufffe\uffff]/g, "")
    .replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")
    .trim()
  return clean === "" ? undefined : clean
}

/** Most characters that are searched for a single line; the rest is ignored. */
const mostOfLine = 20_000

/** Returns one line of plain text of at most `longest` characters, with markup and entities resolved. */
export function lineOf(value: unknown, longest: number): string | undefined {
  const text = textOf(typeof value === "string" ? value.slice(0, mostOfLine) : value)
  if (text === undefined) return undefined
  const words = isHtml(text) ? plainText(text) : decodeEntities(decodeEntities(text))
  return textOf(shortened(blankIfInvisible(withoutDirections(words).replaceAll(/\s+/g, " ").trim()), longest))
}

/** Converts foreign text to the HTML of descriptions, which is sanitised when it is written. */
export function descriptionOf(value: unknown): string | undefined {
  const text = textOf(typeof value === "string" ? value.slice(0, 200_000) : value)
  if (text === undefined) return undefined
  const short = shortened(text, 60_000)
  return isHtml(short) ? short : htmlOfText(decodeEntities(short))
}

/** Returns the texts in the languages supported here; when there are none, the first text becomes `main`. */
export function translatedOf(
  texts: Iterable<[language: string, text: unknown]>,
  main: Language,
  read: (value: unknown) => string | undefined,
): Translated {
  const found: Translated = {}
  let other: string | undefined
  for (const [language, value] of texts) {
    const text = read(Array.isArray(value) ? value[0] : value)
    const known = language.toLowerCase().slice(0, 2)
    if (text && isLanguage(known)) found[known] ??= text
    else other ??= text
  }
  return Object.keys(found).length === 0 && other ? { [main]: other } : found
}

/** Returns the language an event is written in: the wanted one if its title has it, else the first one present. */
export function mainLanguage(title: Translated, wanted: Language): Language {
  return title[wanted] ? wanted : ((Object.keys(title)[0] as Language | undefined) ?? wanted)
}

const common: Record<Language, RegExp> = {
  fr: /\b(?:le|la|les|des|du|une|et|est|dans|pour|avec|sur|au|aux|vous|qui|à|où)\b/gi,
  nl: /\b(?:de|het|een|van|en|voor|met|op|zijn|wordt|naar|bij|uit|deze|niet|door|je|te)\b/gi,
  en: /\b(?:the|and|of|to|in|for|with|on|is|are|at|from|this|you|by|will)\b/gi,
}

/** Guesses which of our languages a text is in, by its commonest words. */
export function guessLanguage(text: string, longest = 2000): Language | undefined {
  const sample = text.slice(0, longest)
  const counts = Object.entries(common).map(([language, words]) => ({
    language: language as Language,
    count: sample.match(words)?.length ?? 0,
  }))
  const [best, next] = counts.sort((a, b) => b.count - a.count)
  return best && next && best.count >= 3 && best.count > next.count * 1.3 ? best.language : undefined
}

const cancelled = "annul[ée]e?s?|geannuleerd|afgelast|cancell?ed|abgesagt"
const postponed = "report[ée]e?s?|postponed|uitgesteld|verplaatst"

/** Finds a status in a title: « ANNULÉ : … », « … (geannuleerd) ». A word inside a sentence does not count. */
export function statusInTitle(title: string): ImportedEvent["status"] {
  const says = (words: string) =>
    new RegExp(
      `^[\\s\\p{P}\\p{S}]*(?:${words})(?=[\\s\\p{P}\\p{S}]|$)|[([{/*|–—-]\\s*(?:${words})\\s*[\\p{P}\\p{S}]*\\s*$|[([*](?:${words})[)\\]*]`,
      "iu",
    ).test(title)
  if (says(cancelled)) return "cancelled"
  return says(postponed) ? "postponed" : undefined
}

/** Returns tags as they are stored: short, each once, at most 30. */
export function tagsOf(values: unknown[]): string[] {
  const tags = values.flatMap((value) => lineOf(value, 60)?.split(/\s*[,;|]\s*/) ?? []).filter(Boolean)
  return [...new Set(tags)].slice(0, 30)
}

/** Returns an http(s) address, or undefined. */
export function urlOf(value: unknown): string | undefined {
  const text = textOf(Array.isArray(value) ? value[0] : value)
  if (!text || text.length > 1800) return undefined
  try {
    const url = new URL(/^www\./i.test(text) ? `https://${text}` : text)
    return (url.protocol === "https:" || url.protocol === "http:") && url.href.length <= 2000 ? url.href : undefined
  } catch {
    return undefined
  }
}

function shortened(text: string, longest: number) {
  if (text.length <= longest) return text
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`
}
