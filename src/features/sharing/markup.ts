import { escapeHtml } from "#lib/text/escape-html.ts"

/** Escapes text for HTML snippets that people paste into other pages: on one line. */
export function inLine(words: string): string {
  return escapeHtml(words.replaceAll(/[\r\n\u2028\u2029]+/g, " "))
}
