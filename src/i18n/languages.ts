/** The languages of the interface, French first: it is the default. */
export const languages = ["fr", "en", "nl"] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = "fr"

/** Prefixes recognised in addresses. `de` and `es` lead to the visitor's own language. */
export const recognisedPrefixes = ["fr", "en", "nl", "de", "es"] as const

/** Each language by its own name. */
export const languageNames: Record<Language, string> = { fr: "Français", en: "English", nl: "Nederlands" }

/** The cookie that remembers a reader's language: 365 days, path `/`. */
export const localeCookie = { name: "locale", days: 365, path: "/" } as const

/** A text in several languages; one that is missing falls back to the main one. */
export type Translated = Partial<Record<Language, string>>

/** Is this one of the languages of the interface? */
export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

/** The words to show a reader of `wanted`, and the language they are in; empty when there are none at all. */
export function inLanguage(texts: Translated, wanted: Language, main: Language): { text: string; language: Language } {
  for (const language of [wanted, main, ...languages]) {
    const text = texts[language]
    if (text) return { text, language }
  }
  return { text: "", language: main }
}
