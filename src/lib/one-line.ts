/** Words on one line, for headers of mails and for titles: names and subjects are people's, and may hold anything. */
export function onOneLine(words: string): string {
  return words.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()
}

const shows = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Words as they are; nothing where none of them shows. */
export function inPlainSight(words: string): string {
  return shows.test(words) ? words : ""
}
