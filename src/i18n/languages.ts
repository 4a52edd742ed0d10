/** The languages of the interface, French first: it is the default. */
export const languages = ["fr", "en", "nl"] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = "fr"

/** Prefixes recognised in addresses. `de` and `es` redirect to the visitor's own language. */
export const recognisedPrefixes = ["fr", "en", "nl", "de", "es"] as const

/** Each language's name in that language. */
export const languageNames: Record<Language, string> = { fr: "Français", en: "English", nl: "Nederlands" }

/** The cookie with a reader's language: 365 days, path `/`. */
export const localeCookie = { name: "locale", days: 365, path: "/" } as const

/** A text in several languages; a missing one falls back to the main language. */
export type Translated = Partial<Record<Language, string>>

/** Returns whether a value is a language of the interface. */
export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

/** Chooses the text for a reader of `wanted`, and its language; empty when there is no text at all. */
export function inLanguage(texts: Translated, wanted: Language, main: Language): { text: string; language: Language } {
  for (const language of [wanted, main, ...languages]) {
    const text = texts[language]
    if (text) return { text, language }
  }
  return { text: "", language: main }
}

/** Returns a title with French punctuation tied to the word beside it, for where it is shown: no line begins with a colon. */
export const unbroken = (title: string) => title.replaceAll(/ (?=[:;!?»])|(?<=«) /g, "\u00A0")
