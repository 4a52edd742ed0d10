import { preloadModule } from "react-dom"
import { useMatches } from "react-router"
import { wordsOfScreens } from "virtual:words-of-screens"
import { useMessages } from "#i18n/messages-context.ts"

/**
 * Preloads the messages that the document's screens wait for, so that they arrive with the modules and not after them. On the
 * server only.
 */
export function WordsAhead() {
  const { language } = useMessages()
  for (const { id } of useMatches())
    for (const file of wordsOfScreens[id]?.[language] ?? []) preloadModule(file, { as: "script" })
  return null
}
