import { createContext, useContext, useState } from "react"
import { isLanguage, type Language } from "#i18n/languages.ts"
import type { Fields } from "#web/editing/edit-values.ts"

type Titles = {
  /** Main language of the event. */
  main: Language
  /** Titles since another language became the main one; undefined until then. */
  titles: Record<Language, string> | undefined
}

const mainOf = ({ language }: Fields): Language => (isLanguage(language) ? language : "fr")
const titleIn = (fields: Fields, language: Language) => fields[`title.${language}`]?.trim() ?? ""

/** Returns the titles after a change of the main language: the title moves along, unless the new language has its own. */
export function titlesIn(fields: Fields, before: Language, main: Language): Record<Language, string> {
  const titles = { fr: titleIn(fields, "fr"), en: titleIn(fields, "en"), nl: titleIn(fields, "nl") }
  return titles[main] === "" ? { ...titles, [main]: titles[before], [before]: "" } : titles
}

/**
 * Returns the main language and the titles as they move when the main language changes during typing.
 * @param round number of times the titles were filled from elsewhere: they start again then
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

/** Returns the main language, and the titles moved by a change of it. */
export function useMainTitles(): Titles {
  return useContext(TitlesContext)
}
