import type { ActorDraft } from "#features/actors/draft.ts"
import type { Language, Translated } from "#i18n/languages.ts"

/** A sentence for lists and, for the page itself, HTML. */
type Words = { summary: string; description: string }

/** An invented page as it is written down here: its words by language, the main one first. */
export type Page = Omit<ActorDraft, "type" | "language" | "summary" | "description" | "status"> & {
  texts: Partial<Record<Language, Words>>
  /** IANA, for a place. */
  timezone?: string
  /** Whom it belongs to: bands a person plays in, houses a person works in, partners. */
  plays_in?: string[]
  works_at?: string[]
  partners?: string[]
}

/** A sentence, then paragraphs. */
export function words(summary: string, ...paragraphs: string[]): Words {
  return { summary, description: html(paragraphs) }
}

/** Paragraphs as HTML; one that is a list or a quotation already stays as it is. */
export function html(paragraphs: string[]): string {
  return paragraphs
    .map((each) => each.replaceAll(" & ", " &amp; "))
    .map((each) => (/^<(ul|ol|blockquote)>/.test(each) ? each : `<p>${each}</p>`))
    .join("")
}

/** What stands under `key` in every language there is, with the spaces French print has. */
export function inAll<Text extends object>(texts: Partial<Record<Language, Text>>, key: keyof Text): Translated {
  const entries = Object.entries(texts).map(([language, text]) => [language, String((text as Text)[key])] as const)
  return Object.fromEntries(entries.map(([language, text]) => [language, language === "fr" ? french(text) : text]))
}

/** The main language: the one written first. */
export function mainLanguage(texts: Partial<Record<Language, unknown>>): Language {
  return Object.keys(texts)[0] as Language
}

/** No line breaks before : ; ! ? » or after «. */
export function french(text: string): string {
  return text.replaceAll(/ (?=[:;!?»])|(?<=«) /g, "\u00a0")
}
