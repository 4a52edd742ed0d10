import { createContext, useContext, useState } from "react"
import { isLanguage, type Language } from "#i18n/languages.ts"
import type { Fields } from "#web/editing/edit-values.ts"

type Titles = {
  /** The language the event is in first of all. */
  main: Language
  /** What the titles are since another language became that one; undefined as long as none did. */
  titles: Record<Language, string> | undefined
}

const mainOf = ({ language }: Fields): Language => (isLanguage(language) ? language : "fr")
const titleIn = (fields: Fields, language: Language) => fields[`title.${language}`]?.trim() ?? ""

/** The titles once another language is the main one: what was written goes along, unless that one has its own. */
export function titlesIn(fields: Fields, before: Language, main: Language): Record<Language, string> {
  const titles = { fr: titleIn(fields, "fr"), en: titleIn(fields, "en"), nl: titleIn(fields, "nl") }
  return titles[main] === "" ? { ...titles, [main]: titles[before], [before]: "" } : titles
}

/**
 * Where each title stands, as the language that comes first changes while one types.
 * @param round how often the titles were filled from elsewhere: they begin anew then
 */
export function useTitles(live: Fields, round: number): Titles {
  const [state, setState] = useState<Titles & { round: number }>(() => ({
    main: mainOf(live),
    titles: undefined,
    round,
  }))
  const main = mainOf(live)
  if (round !== state.round) {
    setState({ ...state, titles: undefined, round })
    return { main: state.main, titles: undefined }
  }
  if (main === state.main) return state
  const next = { main, titles: titlesIn(live, state.main, main), round }
  setState(next)
  return next
}

export const TitlesContext = createContext<Titles>({ main: "fr", titles: undefined })

/** The language that comes first, and what a title begins with in it. */
export function useMainTitles(): Titles {
  return useContext(TitlesContext)
}
