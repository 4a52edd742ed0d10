import type { Category } from "#features/events/categories.ts"
import { ignoredPhrases } from "./category-phrases.ts"
import { type Role, wordLists } from "./category-words.ts"

/** A word or phrase that hints at a category, and how. */
export type Hit = { role: Role; category: Category }
type Term = { words: string[]; language?: string; hit?: Hit }
type Stem = Term & { stem: string }

const longestText = 600
const longestWord = 60
const terms = [
  ...termsOf(ignoredPhrases),
  ...wordLists.flatMap(({ role, category, words }) => termsOf(words, { role, category })),
]
const single = terms.filter(({ words }) => words.length === 1)

// A phrase is looked up by its first word, longest phrase first; a stem by its first or last four letters. So each word of a text
// costs a few look-ups, however many words the lists have.
const phrases = Map.groupBy(
  terms.filter(({ words }) => words.length > 1).sort((a, b) => b.words.length - a.words.length),
  ({ words }) => words[0] as string,
)
const whole = Map.groupBy(
  single.filter(({ words: [word = ""] }) => !word.includes("*")),
  ({ words }) => words[0] as string,
)
const beginnings = Map.groupBy(stemsOf(/[^*]\*$/), ({ stem }) => stem.slice(0, 4))
const endings = Map.groupBy(stemsOf(/^\*[^*]/), ({ stem }) => stem.slice(-4))

function termsOf(list: string, hit?: Hit): Term[] {
  return list
    .replaceAll(/\s+/g, " ")
    .split(",")
    .map((term) => term.trim())
    .filter(Boolean)
    .map((term) => {
      const [, language, text = ""] = /^(?:([a-z]{2}):)?(.*)$/.exec(term) ?? []
      return { words: text.split(" "), language, hit }
    })
}

function stemsOf(pattern: RegExp): Stem[] {
  return single
    .flatMap((term) => {
      const [word = ""] = term.words
      return pattern.test(word) ? [Object.assign({ stem: word.replace("*", "") }, term)] : []
    })
    .sort((a, b) => b.stem.length - a.stem.length)
}

/** Returns the category hints in a text, in order. Only the beginning of the text is read. */
export function hitsIn(text: string, language: string | undefined): Hit[] {
  const plain = text
    .slice(0, longestText)
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const isSpoken = (term: Term) => !term.language || term.language === language
  const hits: Hit[] = []
  for (let at = 0; at < words.length;) {
    const word = words[at] as string
    const phrase = phrases
      .get(word)
      ?.find((term) => isSpoken(term) && term.words.every((each, ahead) => words[at + ahead] === each))
    const term = phrase ?? whole.get(word)?.find(isSpoken) ?? stemOf(word, isSpoken)
    if (term?.hit) hits.push(term.hit)
    at += phrase ? phrase.words.length : 1
  }
  return hits
}

function stemOf(word: string, isSpoken: (term: Term) => boolean): Term | undefined {
  if (word.length < 4 || word.length > longestWord) return undefined
  return (
    beginnings.get(word.slice(0, 4))?.find((term) => word.startsWith(term.stem) && isSpoken(term)) ??
    endings.get(word.slice(-4))?.find((term) => word.endsWith(term.stem) && isSpoken(term))
  )
}
