/** Words inside HTML, in text or in an attribute between double quotes. */
export function escapeHtml(words: string): string {
  return words
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\r\n\u2028\u2029]+/g, " ")
}
