/** Puts text on one line, for mail headers and titles: names and subjects come from people and may contain anything. */
export function onOneLine(words: string): string {
  return words.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()
}

/** Embeddings, overrides and isolates: an unclosed one reverses the text after it, such as the date and place of an event. */
const directions = /[\u202A-\u202E\u2066-\u2069]/g

/** Removes the invisible characters that set the direction of letters. Right-to-left scripts do not need them on one line. */
export function withoutDirections(words: string): string {
  return words.replaceAll(directions, "")
}

const shows = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Returns the text unchanged, or an empty string when none of its characters is visible. */
export function blankIfInvisible(words: string): string {
  return shows.test(words) ? words : ""
}
