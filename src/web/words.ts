import type { Messages } from "#i18n/messages.ts"

// What is done outside of components (a client action) speaks too. One document has one language, for as long as it lives.
let words: Messages | undefined

/** Keeps the words of the document. */
export function keepWords(messages: Messages): void {
  words = messages
}

/** The words of the document, in the browser. */
export function documentWords(): Messages {
  if (!words) throw new Error("the page has not taken over yet")
  return words
}
