/** Puts text on one line, for mail headers and titles: names and subjects come from people and may contain anything. */
export function onOneLine(words: string): string {
  return words.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()
}

const shows = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Returns the text unchanged, or an empty string when none of its characters is visible. */
export function blankIfInvisible(words: string): string {
  return shows.test(words) ? words : ""
}
