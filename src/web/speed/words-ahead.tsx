import { preloadModule } from "react-dom"
import { useMatches } from "react-router"
import { wordsOfScreens } from "virtual:words-of-screens"
import { useMessages } from "#i18n/messages-context.ts"

/** Names in the document the words its screens wait for, so that they come with the modules and not after them. The server's part alone. */
export function WordsAhead() {
  const { language } = useMessages()
  for (const { id } of useMatches())
    for (const file of wordsOfScreens[id]?.[language] ?? []) preloadModule(file, { as: "script" })
  return null
}
