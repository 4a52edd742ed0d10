import type { Category } from "#features/events/categories.ts"
import { emptyPhrases, type Role, wordLists } from "./category-words.ts"

/** What a source says of an event, as far as it tells the category. */
export type CategoryEvidence = {
  /** The source's own categories, types or disciplines. */
  kinds?: (string | undefined)[]
  tags?: string[]
  title: string
  /** A summary, or how the description begins: plain text. */
  text?: string
  /** The name of the venue. */
  venue?: string
  /** The language of the texts: "dans" is Dutch for dance and French for in. */
  language?: string
}

type Meaning = { role: Role; category: Category } | undefined
type Term = { words: string[]; language?: string; meaning: Meaning }
type Hit = { role: Role; category: Category }

const longestText = 600
const longestWord = 60
const bare = (term: string) => term.replaceAll("*", "")
const terms = [...termsOf(emptyPhrases), ...wordLists.flatMap(({ role, category, words }) => termsOf(words, { role, category }))]
// A phrase is found by its first word, longest first; a stem by its first or last four letters.
const phrases = Map.groupBy(
  terms.filter(({ words }) => words.length > 1).sort((a, b) => b.words.length - a.words.length),
  ({ words }) => words[0] as string,
)
const single = terms.filter(({ words }) => words.length === 1)
const whole = Map.groupBy(single.filter(({ words: [word = ""] }) => !word.includes("*")), ({ words }) => words[0] as string)
const beginnings = stems(/[^*]\*$/, (stem) => stem.slice(0, 4))
const endings = stems(/^\*[^*]/, (stem) => stem.slice(-4))

function termsOf(list: string, meaning?: Meaning): Term[] {
  return list
    .split(",")
    .map((term) => term.trim())
    .filter(Boolean)
    .map((term) => {
      const [, language, text = ""] = /^(?:([a-z]{2}):)?(.*)$/.exec(term) ?? []
      return { words: text.split(" "), language, meaning }
    })
}

function stems(pattern: RegExp, key: (stem: string) => string) {
  const found = single.filter(({ words: [word = ""] }) => pattern.test(word))
  found.sort((a, b) => bare(b.words[0] as string).length - bare(a.words[0] as string).length)
  return Map.groupBy(
    found.map((term) => ({ ...term, stem: bare(term.words[0] as string) })),
    ({ stem }) => key(stem),
  )
}

/** The words of a text without accents, in small letters; what is longer than `longest` is left unread. */
function wordsOf(text: string, longest = longestText): string[] {
  const plain = text.slice(0, longest).normalize("NFD").replaceAll(/\p{M}+/gu, "").toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}

/** What the words of a text speak of, in their order. */
function hitsIn(text: string, language: string | undefined): Hit[] {
  const words = wordsOf(text)
  const hits: Hit[] = []
  const spoken = (term: Term) => !term.language || term.language === language
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string
    const phrase = phrases.get(word)?.find((term) => spoken(term) && term.words.every((each, n) => words[at + n] === each))
    const term = phrase ?? whole.get(word)?.find(spoken) ?? stemOf(word, spoken)
    if (term?.meaning) hits.push(term.meaning)
    at += phrase ? phrase.words.length : 1
  }
  return hits
}

function stemOf(word: string, spoken: (term: Term) => boolean): Term | undefined {
  if (word.length > longestWord || word.length < 4) return undefined
  return (
    beginnings.get(word.slice(0, 4))?.find((term) => word.startsWith(term.stem) && spoken(term)) ??
    endings.get(word.slice(-4))?.find((term) => word.endsWith(term.stem) && spoken(term))
  )
}

/**
 * The category that what is said of an event speaks of; `other` when nothing does. The source's own category outdoes its
 * tags, they the title, and it the beginning of the description; within each, what happens outdoes what it is about
 * ("atelier danse" is a workshop). That it is for children outdoes all but what children do not come for.
 */
export function categoryOf(evidence: CategoryEvidence): Category {
  const { language } = evidence
  const title = hitsIn(evidence.title, language)
  const kinds = clear((evidence.kinds ?? []).slice(0, mostTags).flatMap((kind) => (kind ? hitsIn(kind, language) : [])))
  const tags = clear((evidence.tags ?? []).slice(0, mostTags).flatMap((tag) => hitsIn(tag, language)))
  const decided =
    formOf(kinds.filter(isOfOurs), title) ??
    fieldOf(kinds, title) ??
    formOf(tags.filter(isOfOurs), title) ??
    formOf(title) ??
    formOf([...kinds, ...tags])
  const said = [...kinds, ...tags, ...title]
  const isOurs = !decided || stagedOrMade.has(decided)
  if (isSaidYoung(kinds)) return "young"
  if (isOurs && (isForYoung(said) || agesOf(evidence.title))) return "young"
  if (decided) return decided
  if (said.some(({ role }) => role === "visit")) return "talk"

  const loose = looseIn(kinds) ?? looseIn(tags) ?? looseIn(title)
  const field = fieldOf(tags, title) ?? fieldOf(title)
  if (field && (loose !== "theatre" || onStage.has(field))) return field
  const description = evidence.text?.slice(0, longestDescription) ?? ""
  const text = hitsIn(description, language)
  if (loose === "theatre") {
    if (isSaidYoung(text) || agesOf(description)) return "young"
    return fieldOf(text.filter(({ category }) => onStage.has(category))) ?? "theatre"
  }
  if (loose) return loose
  const found = inDescription(text)
  if (found && stagedOrMade.has(found) && (isSaidYoung(text) || agesOf(description))) return "young"
  return found ?? atVenue(hitsIn(evidence.venue ?? "", language)) ?? "other"
}

const mostTags = 30
const mostCategories = 2
const longestDescription = 300
const onStage = new Set<Category>(["music", "theatre", "dance", "circus"])
const stagedOrMade = new Set<Category>([...onStage, "film", "workshop", "young"])
const isOfOurs = ({ category }: Hit) => category !== "other"

/** A list of everything says nothing. */
function clear(hits: Hit[]): Hit[] {
  return new Set(hits.map(({ category }) => category)).size > mostCategories ? [] : hits
}

/** What happens, by one text. Of several, the title chooses; else a film outdoes the talk about it, and the first counts. */
function formOf(hits: Hit[], title: Hit[] = []): Category | undefined {
  const kinds = hits.filter(({ role }) => role === "kind").map(({ category }) => category)
  const ours = kinds.filter((category) => category !== "other")
  const found = ours.length > 0 ? ours : kinds
  const isVisit = hits.some(({ role }) => role === "visit")
  const chosen = title.find(
    ({ role, category }) => (role === "kind" && found.includes(category)) || (role === "visit" && isVisit),
  )
  if (found.length > 0 && chosen) return chosen.category
  return found[0] === "talk" && found.includes("film") ? "film" : found[0]
}

/** What most of the words are about; if none leads, the one that the title names, else the first. */
function fieldOf(hits: Hit[], title: Hit[] = []): Category | undefined {
  const counts = new Map<Category, number>()
  for (const { role, category } of hits) if (role === "field") counts.set(category, (counts.get(category) ?? 0) + 1)
  const [best, next] = [...counts].sort((a, b) => b[1] - a[1])
  if (!best || !next || best[1] > next[1]) return best?.[0]
  return title.find(({ role, category }) => role === "field" && counts.has(category))?.category ?? best[0]
}

function isSaidYoung(hits: Hit[]): boolean {
  return hits.some(({ role }) => role === "young")
}

/** For children: said plainly, or "children" and "families" said of something to see or to make. */
function isForYoung(hits: Hit[]): boolean {
  if (isSaidYoung(hits)) return true
  const isOurs = hits.some(({ role, category }) => role !== "family" && stagedOrMade.has(category))
  return isOurs && hits.some(({ role }) => role === "family")
}

/** "Dès 3 ans", "(4+)", "4-6 jaar": begins before school or ends with it. */
function agesOf(text: string): boolean {
  const [, from, range, plus] = ages.exec(text.toLowerCase()) ?? []
  return Number(from ?? plus ?? 99) <= 6 || Number(range ?? 99) <= 12
}
const ages =
  /(?:\bd[eè]s|\bpartir de|\bvanaf|\bab|\bfrom) (\d{1,2}) ?(?:ans|jaar|jahre|years)|\b\d{1,2} ?(?:-|à|a|tot|to|et|\/) ?(\d{1,2}) ?(?:ans|jaar|jahre|years|j\b)|\((\d)\+\)/

/** What leads in running text, where words are met by chance: what happens weighs twice, and a tie says nothing. */
function inDescription(hits: Hit[]): Category | undefined {
  const votes = new Map<Category, number>()
  for (const { role, category } of hits) {
    if (role === "young" || role === "family" || (role === "loose" && category !== "theatre")) continue
    const weight = (role === "kind" && category !== "party") || role === "visit" ? 2 : 1
    votes.set(category, (votes.get(category) ?? 0) + weight)
  }
  if (votes.has("film")) votes.delete("talk")
  if (votes.size > 1 && (votes.get("other") ?? 0) <= Math.max(...votes.values())) votes.delete("other")
  const [best, next] = [...votes].sort((a, b) => b[1] - a[1])
  if (!best || (next && best[1] === next[1])) return undefined
  return best[0]
}

function looseIn(hits: Hit[]): Category | undefined {
  return hits.find(({ role }) => role === "loose")?.category
}

/** Cinemas show films and museums things; stages, anything. */
function atVenue(hits: Hit[]): Category | undefined {
  return hits.find(({ category }) => category === "film" || category === "exhibition")?.category
}
