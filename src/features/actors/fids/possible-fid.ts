/** Tells whether a text may be the fid of a page. No other text is looked up: PostgreSQL refuses null characters and lone surrogates. */
export function isPossibleFid(text: string): boolean {
  return text.length <= 400 && text.isWellFormed() && !text.includes("\0")
}
