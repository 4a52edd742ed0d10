import type { Messages as Catalogue } from "@lingui/core"
import { defaultLanguage, isLanguage, type Language } from "./languages.ts"

/** The words of the document's language as far as they are loaded: those of all screens, then those of some. */
export const browserWords: Catalogue = {}

/** The language that the document was rendered in. */
export function documentLanguage(): Language {
  const written = document.documentElement.lang
  return isLanguage(written) ? written : defaultLanguage
}

/** A clock of the present moment. One that is days off from the day the document was made on is put right. */
export function documentClock(): () => number {
  const made = Date.parse(`${document.documentElement.dataset.day}T12:00:00Z`)
  const behind = made - Date.now()
  return Math.abs(behind) > 3 * 86_400_000 ? () => Date.now() + behind : Date.now
}

/** Adds words in the document's language. The server knows all of them already. */
export async function loadWords(catalogues: Record<Language, () => Promise<{ messages: Catalogue }>>): Promise<void> {
  if (typeof document === "undefined") return
  const { messages } = await catalogues[documentLanguage()]()
  Object.assign(browserWords, messages)
}
