const references: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/** Words inside HTML, in text or in a quoted attribute. */
export function escapeHtml(words: string): string {
  return words.replaceAll(/[&<>"']/g, (sign) => references[sign] as string)
}
