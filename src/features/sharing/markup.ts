import { escapeHtml } from "#lib/escape-html.ts"

/** Words inside HTML that somebody pastes elsewhere: on one line. */
export function inLine(words: string): string {
  return escapeHtml(words.replaceAll(/[\r\n\u2028\u2029]+/g, " "))
}
