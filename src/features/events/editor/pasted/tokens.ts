// A pasted text in words, numbers and signs, each with its place in it. All that reads it walks along these, never back.

export type Token = {
  /** In small letters, without accents. */
  word: string
  from: number
  to: number
  /** Something blank stands before it. */
  isSpaced: boolean
  /** It begins a line. */
  isFirst: boolean
}

/** The words, numbers and signs of a text, in its order. */
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

/** In small letters, without accents. */
export function folded(words: string): string {
  return words.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
}

/** The number that a token is, of so many digits at most; undefined when it is none. */
export function numberAt(tokens: readonly Token[], at: number, digits: number): number | undefined {
  const word = tokens[at]?.word ?? ""
  return word.length <= digits && /^\d+$/.test(word) ? Number(word) : undefined
}

/** Words that mean the same, found by the first of each: a text is compared with hundreds of them at each of its words. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>

/** What can be looked for, between points: `gratis · free entry`, of which the second is one word after the other. */
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

/** Where the longest of these ends that stands here; undefined when none does. */
export function oneAt(tokens: readonly Token[], at: number, wanted: Phrases): number | undefined {
  const found = wanted
    .get(tokens[at]?.word ?? "")
    ?.find((words) => words.every((part, index) => tokens[at + index]?.word === part))
  return found && at + found.length
}

/** Is there nothing blank before this token? */
export function isJoined(tokens: readonly Token[], at: number): boolean {
  return tokens[at] !== undefined && !tokens[at].isSpaced
}
