import { messages as en } from "./gen/en.ts"
import { messages as fr } from "./gen/fr.ts"
import { messages as nl } from "./gen/nl.ts"
import type { Language } from "./languages.ts"
import { makeMessages, type Messages } from "./messages.ts"

// One frozen set per language: requests share nothing but words, so nothing is created per request.
const all: Record<Language, Messages> = {
  fr: makeMessages("fr", fr),
  en: makeMessages("en", en),
  nl: makeMessages("nl", nl),
}

/** Returns the messages of a language, on the server. */
export function messagesIn(language: Language): Messages {
  return all[language]
}
