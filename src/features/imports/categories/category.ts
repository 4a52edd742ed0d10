import { type Category, isCategory } from "#features/events/categories.ts"
import { type Hit, hitsIn } from "./category-hits.ts"
import { lineOf } from "../reading/text.ts"

/** The parts of a record from which its category is guessed. */
export type CategoryEvidence = {
  /** The source's own categories, types or disciplines. */
  kinds?: (string | undefined)[]
  tags?: string[]
  title: string
  /** A summary, or the description; may be HTML. */
  text?: string
  /** The name of the venue. */
  venue?: string | null
  /** The language of the texts: "dans" is Dutch for dance and French for in. */
  language?: string
}

const mostTexts = 30
const mostCategories = 2
const longestDescription = 400
const onStage = new Set<Category>(["music", "theatre", "dance", "circus"])
const stagedOrMade = new Set<Category>([...onStage, "film", "workshop", "young"])

/**
 * Guesses the category of an event; undefined when nothing hints at one, `other` when the texts name something else. The source's
 * own category outweighs its tags, the tags the title, and the title the beginning of the description. Within each, what happens
 * outweighs the subject ("atelier danse" is a workshop), and being for children outweighs the stage.
 */
export function categoryOf(evidence: CategoryEvidence): Category | undefined {
  const { language } = evidence
  const own = evidence.kinds?.find((kind) => kind && kind.length < 20 && isCategory(kind.toLowerCase()))
  if (own) return own.toLowerCase() as Category
  const title = hitsIn(evidence.title, language)
  const kinds = hitsInAll(evidence.kinds ?? [], language)
  const tags = hitsInAll(evidence.tags ?? [], language)

  const said = [...kinds, ...tags, ...title]
  const form =
    formOf(kinds.filter(isOurs), title) ??
    fieldOf(kinds, title) ??
    formOf(tags.filter(isOurs), title) ??
    formOf(title) ??
    formOf([...kinds, ...tags])
  if (isSaidYoung(kinds)) return "young"
  if (form === "other" && (isSaidYoung(title) || isOfFewYears(evidence.title))) return "young"
  if ((!form || stagedOrMade.has(form)) && (isForYoung(said) || isOfFewYears(evidence.title))) return "young"
  if (form) return form
  if (said.some(({ role }) => role === "visit")) return "talk"

  const loose = looseIn(kinds) ?? looseIn(tags) ?? looseIn(title)
  const field = fieldOf(tags, title) ?? fieldOf(title)
  const theme = field && (loose !== "theatre" || onStage.has(field)) ? field : loose
  return described(evidence, theme, theme === "theatre" && loose === theme)
}

/** Refines the guess with the description. `isShow` is a show of unknown kind, which the description may name. */
function described(evidence: CategoryEvidence, theme: Category | undefined, isShow: boolean): Category | undefined {
  // Markup makes a text longer: ten times the limit is read to get enough words.
  const description = lineOf(evidence.text?.slice(0, 10 * longestDescription), longestDescription) ?? ""
  const hits = hitsIn(description, evidence.language)
  const isYoung = isSaidYoung(hits) || isOfFewYears(description)
  if (theme) {
    const told = hits.some(({ category }) => category === theme) ? undefined : onlyForm(hits)
    if (told || !isShow) return told ?? theme
    return isYoung ? "young" : (fieldOf(hits.filter(({ category }) => onStage.has(category))) ?? theme)
  }
  const found = leadingIn(hits)
  if (found && isYoung && stagedOrMade.has(found)) return "young"
  return found ?? shownAt(evidence.venue, evidence.language)
}

const isOurs = ({ category }: Hit) => category !== "other"

/** Returns the hints in several texts; none when they list more than a few categories. */
function hitsInAll(texts: (string | undefined)[], language: string | undefined): Hit[] {
  const hits = texts.slice(0, mostTexts).flatMap((text) => (text ? hitsIn(text, language) : []))
  return new Set(hits.map(({ category }) => category)).size > mostCategories ? [] : hits
}

/**
 * Returns the category of what happens. Among several, the title chooses; else a film outweighs the talk about it, or the first
 * counts.
 */
function formOf(hits: Hit[], title: Hit[] = []): Category | undefined {
  const kinds = hits.filter(({ role }) => role === "kind")
  const found = (kinds.some(isOurs) ? kinds.filter(isOurs) : kinds).map(({ category }) => category)
  if (found.length === 0) return undefined
  const isVisit = hits.some(({ role }) => role === "visit")
  const chosen = title.find(({ role, category }) =>
    role === "visit" ? isVisit : role === "kind" && found.includes(category),
  )
  if (chosen) return chosen.category
  return found[0] === "talk" && found.includes("film") ? "film" : found[0]
}

/** Returns the category of what happens when the text names exactly one. */
function onlyForm(hits: Hit[]): Category | undefined {
  const forms = hits.filter((hit) => (hit.role === "kind" || hit.role === "visit") && isOurs(hit))
  return new Set(forms.map(({ category }) => category)).size === 1 ? forms[0]?.category : undefined
}

/** Returns the category most words are about; on a tie the one the title names, else the first. */
function fieldOf(hits: Hit[], title: Hit[] = []): Category | undefined {
  const counts = new Map<Category, number>()
  for (const { role, category } of hits) if (role === "field") counts.set(category, (counts.get(category) ?? 0) + 1)
  const [best, next] = [...counts].sort((a, b) => b[1] - a[1])
  if (!best || !next || best[1] > next[1]) return best?.[0]
  return title.find(({ role, category }) => role === "field" && counts.has(category))?.category ?? best[0]
}

function looseIn(hits: Hit[]): Category | undefined {
  return hits.find(({ role }) => role === "loose")?.category
}

/**
 * Returns the leading category of a running text, which may contain words by chance: what happens weighs twice, and a tie gives
 * none.
 */
function leadingIn(hits: Hit[]): Category | undefined {
  const votes = new Map<Category, number>()
  for (const { role, category } of hits) {
    if (role === "young" || role === "family" || (role === "loose" && category !== "theatre")) continue
    const weight = (role === "kind" && category !== "party") || role === "visit" ? 2 : 1
    votes.set(category, (votes.get(category) ?? 0) + weight)
  }
  if (votes.has("film")) votes.delete("talk")
  const [best, next] = [...votes].sort((a, b) => b[1] - a[1] || Number(a[0] === "other") - Number(b[0] === "other"))
  return best && (best[1] > (next?.[1] ?? 0) || next?.[0] === "other") ? best[0] : undefined
}

function isSaidYoung(hits: Hit[]): boolean {
  return hits.some(({ role }) => role === "young")
}

/**
 * Whether an event is for children: the text says so plainly, or names "children" or "families" beside something to see or make.
 */
function isForYoung(hits: Hit[]): boolean {
  if (isSaidYoung(hits)) return true
  const isShown = hits.some(({ role, category }) => role !== "family" && stagedOrMade.has(category))
  return isShown && hits.some(({ role }) => role === "family")
}

/** Whether the age range starts before school or ends with primary school: "Dès 3 ans", "(4+)", "4-6 jaar". */
function isOfFewYears(text: string): boolean {
  const [, from, to, plus] = ages.exec(text.slice(0, longestDescription).toLowerCase()) ?? []
  return Number(from ?? plus ?? 99) <= 6 || Number(to ?? 99) <= 12
}
const ages =
  /(?:\bd[eè]s|\bpartir de|\bvanaf|\bab|\bfrom) (\d{1,2}) ?(?:ans|jaar|jahre|years)|\b\d{1,2} ?(?:-|à|a|tot|to|et|\/) ?(\d{1,2}) ?(?:ans|jaar|jahre|years)|\((\d)\+\)/

/** Returns the category that a cinema or museum implies; stages show anything. */
function shownAt(venue: string | null | undefined, language: string | undefined): Category | undefined {
  return hitsIn(venue ?? "", language).find(({ category }) => category === "film" || category === "exhibition")
    ?.category
}
