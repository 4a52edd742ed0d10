const references: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/** Escapes text for HTML, between tags or in a quoted attribute. */
export function escapeHtml(words: string): string {
  return words.replaceAll(/[&<>"']/g, (sign) => references[sign] as string)
}
