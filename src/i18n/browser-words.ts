import type { Messages as Catalogue } from "@lingui/core"
import { defaultLanguage, isLanguage, type Language } from "./languages.ts"

/** The loaded messages in the document's language: those of all screens, then those of single screens. */
export const browserWords: Catalogue = {}

/** Returns the language that the document was rendered in. */
export function documentLanguage(): Language {
  const written = document.documentElement.lang
  return isLanguage(written) ? written : defaultLanguage
}

/** Returns a clock. A device clock that differs by days from the day the document was rendered on is corrected. */
export function documentClock(): () => number {
  const made = Date.parse(`${document.documentElement.dataset.day}T12:00:00Z`)
  const behind = made - Date.now()
  return Math.abs(behind) > 3 * 86_400_000 ? () => Date.now() + behind : Date.now
}

/** Loads messages in the document's language. The server has all of them already. */
export async function loadWords(catalogues: Record<Language, () => Promise<{ messages: Catalogue }>>): Promise<void> {
  if (typeof document === "undefined") return
  const { messages } = await catalogues[documentLanguage()]()
  Object.assign(browserWords, messages)
}
