// A pasted text as words, numbers and signs with their positions. All readers move along these tokens, never back.

export type Token = {
  /** Lower case, without accents. */
  word: string
  from: number
  to: number
  /** White space precedes it. */
  isSpaced: boolean
  /** It begins a line. */
  isFirst: boolean
}

/** Splits a text into words, numbers and signs, in order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(/\d+|\p{L}[\p{L}\p{M}]*|\S/gu)) {
    const between = text.slice(end, index)
    const isFirst = tokens.length === 0 || between.includes("\n")
    tokens.push({
      word: folded(found),
      from: index,
      to: index + found.length,
      isSpaced: isFirst || between !== "",
      isFirst,
    })
    end = index + found.length
  }
  return tokens
}

/** Returns the text in lower case, without accents. */
export function folded(words: string): string {
  return words.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
}

/** Returns the number of a token with at most that many digits; undefined when it is none. */
export function numberAt(tokens: readonly Token[], at: number, digits: number): number | undefined {
  const word = tokens[at]?.word ?? ""
  return word.length <= digits && /^\d+$/.test(word) ? Number(word) : undefined
}

/** Phrases with the same meaning, by their first word, since a text is compared with hundreds of them at each of its words. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>

/** Builds phrases from lists separated by points: `gratis · free entry`, of which the second has two words. */
export function phrases(...lists: string[]): Phrases {
  const byFirst = new Map<string, string[][]>()
  for (const words of lists.flatMap((list) => list.split(" · ")).map((one) => one.split(" "))) {
    const first = words[0] ?? ""
    byFirst.set(
      first,
      [...(byFirst.get(first) ?? []), words].toSorted((one, other) => other.length - one.length),
    )
  }
  return byFirst
}

/** Returns the end of the longest phrase at this position; undefined when there is none. */
export function phraseAt(tokens: readonly Token[], at: number, wanted: Phrases): number | undefined {
  const found = wanted
    .get(tokens[at]?.word ?? "")
    ?.find((words) => words.every((part, index) => tokens[at + index]?.word === part))
  return found && at + found.length
}

/** Tells whether no white space precedes the token. */
export function isJoined(tokens: readonly Token[], at: number): boolean {
  return tokens[at] !== undefined && !tokens[at].isSpaced
}
