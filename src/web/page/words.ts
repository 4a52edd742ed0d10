import type { Messages } from "#i18n/messages.ts"

// Code outside components (a client action) needs messages too. A document has one language for as long as it exists.
let words: Messages | undefined

/** Stores the messages of the document. */
export function setDocumentWords(messages: Messages): void {
  words = messages
}

/** Returns the messages of the document, in the browser. */
export function documentWords(): Messages {
  if (!words) throw new Error("the page has not taken over yet")
  return words
}
