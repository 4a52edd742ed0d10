import type { ActorDraft } from "#features/actors/draft.ts"
import type { Language, Translated } from "#i18n/languages.ts"

/** A sentence for lists, and HTML for the page itself. */
type Words = { summary: string; description: string }

/** An invented page with its texts by language, the main one first. */
export type Page = Omit<ActorDraft, "type" | "language" | "summary" | "description" | "status"> & {
  texts: Partial<Record<Language, Words>>
  /** IANA time zone of a place. */
  timezone?: string
  /** Fids of related pages: bands a person plays in, venues a person works at, partners. */
  plays_in?: string[]
  works_at?: string[]
  partners?: string[]
}

/** Returns texts from a sentence and paragraphs. */
export function words(summary: string, ...paragraphs: string[]): Words {
  return { summary, description: html(paragraphs) }
}

/** Converts paragraphs to HTML; a list or a quotation in HTML stays as it is. */
export function html(paragraphs: string[]): string {
  return paragraphs
    .map((each) => each.replaceAll(" & ", " &amp; "))
    .map((each) => (/^<(ul|ol|blockquote)>/.test(each) ? each : `<p>${each}</p>`))
    .join("")
}

/** Returns the text under `key` in every available language, with French spacing. */
export function inAll<Text extends object>(texts: Partial<Record<Language, Text>>, key: keyof Text): Translated {
  const entries = Object.entries(texts).map(([language, text]) => [language, String((text as Text)[key])] as const)
  return Object.fromEntries(entries.map(([language, text]) => [language, language === "fr" ? french(text) : text]))
}

/** Returns the main language: the one written first. */
export function mainLanguage(texts: Partial<Record<Language, unknown>>): Language {
  return Object.keys(texts)[0] as Language
}

/** Replaces French spaces by non-breaking ones: before : ; ! ? » and after «. */
export function french(text: string): string {
  return text.replaceAll(/ (?=[:;!?»])|(?<=«) /g, "\u00a0")
}
