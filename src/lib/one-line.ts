/** Words on one line, for headers of mails and for titles: names and subjects are people's, and may hold anything. */
export function onOneLine(words: string): string {
  return words.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()
}
