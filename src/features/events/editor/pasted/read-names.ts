import { plain } from "#features/actors/picked.ts"
import { folded } from "./tokens.ts"

// Reads what remains of a line without its dates, times and prices: its title, place, performers, and the rest.

export type FoundNames = {
  title?: string
  place?: string
  /** Whether it is one of the known places. */
  isKnownPlace: boolean
  street?: string
  postalCode?: string
  locality?: string
  lineup: string[]
  rest: string[]
}

/** A longer text is a sentence. */
const longestName = 120
const longestTitle = 200
const placeLabel = /^(?:lieu|où|ou|place|venue|where|locatie|plaats|waar|adresse|address|adres|zaal|salle)\s*:\s*/iu
const titleLabel = /^(?:titre|title|titel|quoi|what|wat)\s*:\s*/iu
const lineupLabel =
  /^(?:(?:line-?up|artistes|artists|artiesten|avec|with|met|feat|featuring)\s*:\s*|(?:avec|with|met|feat\.?|featuring|w\/)\s+)/iu
const mark = /^(?:@\s*|chez\s+(?=\S)|(?:au|aux|at|bij|à la|à l['’]|à|in het|in de|in)\s+)/iu
/** Words before a place that can belong to its name: « Chez Odile ». */
const keptMark = /^chez\s/iu
const emptyLabel =
  /^(?:quand|date|when|wanneer|datum|heure|time|tijd|prix|tarif|price|prijs|infos?|lieu|tickets?|billets?|réservations?|le|la|les|du|de|on|op|om|à|at|et|and|en|the|van|from)\s*:?$/iu
const venueWord =
  /\b(?:salle|theatre|hangar|cafe|bar|centre|center|centrum|maison|eglise|hall|halle|club|zaal|kerk|huis|parc|park|cinema|musee|museum|galerie|gallery|bibliotheque|bibliotheek|library|chapelle|kapel|chapel|atelier|ferme|grange|barn|chateau|kasteel|castle|church|pub|studio|arena|stade|stadium|mjc|cc|gc|cultuurcentrum|kunstencentrum|concertgebouw|schouwburg|abbaye|abdij|jardin|tuin|garden|opera|auditorium|hotel|kiosque|cirque|brasserie|cave|caveau|square|place (?:du|de|des|d|saint|sainte|st|ste))\b|(?:zaal|kerk|huis|theater|schouwburg|plein)\b/
const streetWord =
  /\b(?:rue|avenue|av|boulevard|bd|chaussee|place|quai|chemin|allee|impasse|cours|street|road|lane|square|route|steenweg|laan)\b|(?:straat|laan|plein|weg|kaai|lei|dreef|steenweg|markt)\b/

/** Returns the names that may be a place, to be looked up in the directory. */
export function placeCandidates(clauses: readonly string[]): string[] {
  const names = clauses.flatMap((clause) => {
    const { words } = unmarked(clause.replace(placeLabel, ""))
    return [...(isName(words) ? [words] : []), ...partsAfterMarks(words).map(([, place]) => place)]
  })
  return [...new Set(names)].slice(0, 6)
}

/**
 * Assigns each piece of text to its role.
 * @param known plain names of places that have a page (picked.ts)
 */
export function readNames(clauses: readonly string[], known: ReadonlySet<string>): FoundNames {
  const found: FoundNames = { isKnownPlace: false, lineup: [], rest: [] }
  const open: { words: string; isMarked: boolean; isKnown: boolean }[] = []
  for (const [at, clause] of clauses.entries()) {
    if (emptyLabel.test(clause)) continue
    if (titleLabel.test(clause)) found.title ??= clause.replace(titleLabel, "").trim()
    else if (placeLabel.test(clause) && !found.place) takePlace(found, unmarked(clause.replace(placeLabel, "")).words)
    else if (at > 0 && lineupLabel.test(clause)) found.lineup.push(...peopleIn(clause.replace(lineupLabel, "")))
    else {
      const isPlainStart = at === 0 && !clause.startsWith("@") && !keptMark.test(clause)
      const { words, isMarked } = isPlainStart ? { words: clause, isMarked: false } : unmarked(clause)
      open.push({ words, isMarked: isMarked && isName(words), isKnown: isName(words) && isKnownName(words, known) })
    }
  }
  if (open.length === 1 && !found.title && !found.place) splitOnly(open, known)
  takeBest(found, open)
  found.isKnownPlace = found.place !== undefined && isKnownName(found.place, known)
  return found
}

type Open = { words: string; isMarked: boolean; isKnown: boolean }

/** Splits « Bal au Hangar des Vents » when the second part is a place. */
function splitOnly(open: Open[], known: ReadonlySet<string>) {
  const whole = open[0]?.words ?? ""
  const part = partsAfterMarks(whole).find(([, place, isSure]) => isSure || isKnownName(place, known))
  if (!part) return
  open.splice(
    0,
    1,
    { words: part[0], isMarked: false, isKnown: false },
    { words: part[1], isMarked: true, isKnown: true },
  )
}

function takeBest(found: FoundNames, open: Open[]) {
  const quoted = open.find(({ words }) => /^[«“"„].+[»”"“]$/u.test(words))
  if (quoted && !found.title) {
    found.title = quoted.words.slice(1, -1).trim()
    open.splice(open.indexOf(quoted), 1)
  }
  const needsTitle = found.title === undefined
  const fit = open.filter(({ words }) => isName(words) && !isStreet(words) && !isPostal(words))
  const free = (one: Open) => open.length > 1 || !needsTitle || one.isMarked
  const place =
    found.place === undefined
      ? ([
          fit.find((one) => one.isKnown && free(one)),
          fit.find((one) => one.isMarked && free(one)),
          fit.find((one, at) => (at > 0 || !needsTitle) && venueWord.test(folded(one.words))),
          fit.find((one) => venueWord.test(folded(one.words)) && fit.length > 1 && needsTitle),
          needsTitle ? fit.find((one) => one !== open[0]) : fit[0],
          // An address counts as a place too.
          open.find((one) => isStreet(one.words) && (open.length > 1 || !needsTitle)),
        ].find((one) => one !== undefined) ?? undefined)
      : undefined
  if (place) {
    takePlace(found, place.words)
    const at = open.indexOf(place)
    open.splice(at, 1)
    takeAddress(found, open, at)
  } else if (found.place !== undefined) takeAddress(found, open, 0)
  const title = needsTitle ? open.find(({ words }) => words.length <= longestTitle && !isStreet(words)) : undefined
  if (title) {
    found.title = title.words
    open.splice(open.indexOf(title), 1)
  }
  found.rest.push(...open.map(({ words }) => words))
}

/** Reads « Hangar des Vents (Bruxelles) ». */
function takePlace(found: FoundNames, words: string) {
  const [, name, locality] = /^([^()]{2,100}) \(([^()\d]{2,40})\)$/u.exec(words) ?? []
  found.place = name ?? words
  if (locality) found.locality = locality
}

/** Reads the pieces after a place as its address: street, postal code and town, or town alone. */
function takeAddress(found: FoundNames, open: Open[], from: number) {
  for (let index = open.length - 1; index >= 0; index--) {
    const words = open[index]?.words ?? ""
    const [, code, town] = postal(words) ?? []
    if (code && !found.postalCode) {
      found.postalCode = code
      found.locality = town ?? ""
    } else if (isStreet(words) && !found.street) found.street = words
    else continue
    open.splice(index, 1)
    if (index < from) from--
  }
  const after = open[from]
  if (after && !found.locality && from > 0 && isTown(after.words)) {
    found.locality = after.words
    open.splice(from, 1)
  }
}

function unmarked(words: string): { words: string; isMarked: boolean } {
  const isMarked = mark.test(words)
  return { words: isMarked && !keptMark.test(words) ? words.replace(mark, "").trim() : words, isMarked }
}

/** Returns the parts before and after « au », « at »…; certain when such a word is followed by a place and nothing else. */
function partsAfterMarks(words: string): [before: string, place: string, isSure: boolean][] {
  return [
    ...words.slice(0, longestTitle).matchAll(/ (chez|at|@|au|aux|à la|à l['’]|à|in de|in het|in|bij) ?(?=\p{Lu})/gu),
  ].flatMap((found): [string, string, boolean][] => {
    const before = words.slice(0, found.index).trim()
    const isKept = found[1] === "chez"
    const place = words.slice(found.index + (isKept ? 1 : found[0].length)).trim()
    const isSure = isKept || found[1] === "at" || found[1] === "@"
    return before.length > 2 && isName(place) ? [[before, place, isSure]] : []
  })
}

function isKnownName(words: string, known: ReadonlySet<string>): boolean {
  return known.has(placeKey(words))
}

/** Returns the name of a place without its article: « Le Hangar des Vents » is « Hangar des Vents ». */
export function placeKey(name: string): string {
  return plain(name.replace(/ ?\([^()]{0,60}\)$/u, "")).replace(/^(?:le|la|les|l|the|de|het) (?=\S)/, "")
}

function isName(words: string): boolean {
  return words.length >= 2 && words.length <= longestName && /\p{L}/u.test(words)
}

function isStreet(words: string): boolean {
  return words.length <= 100 && /\d/.test(words) && streetWord.test(folded(words))
}

function isPostal(words: string): boolean {
  return postal(words) !== null
}

function postal(words: string): RegExpExecArray | null {
  return words.length <= 80
    ? /^(?:[A-Z]{1,2}-)?(\d{4,5}(?: [A-Z]{2}(?= ))?) ([\p{L}][\p{L} '’-]{1,60})$/u.exec(words)
    : null
}

/** Words that are no town, though written where a town may be. */
const kinds =
  /^(?:concert|jazz|rock|folk|pop|blues|classique|classical|klassiek|theatre|theater|danse|dance|dans|expo|exposition|exhibition|tentoonstelling|cinema|film|bal|party|fuif|festival|atelier|workshop|conference|lecture|lezing|complet|sold out|uitverkocht)\b/

/** Matches « Saint-Josse-ten-Noode », « Villeneuve sur Lot », “Stoke Newington”. */
const town =
  /^\p{Lu}[\p{L}'’-]*(?: (?:(?:de|du|des|la|le|les|l['’]|sur|sous|lez|en|aan|op|den|der|ten|upon|under) )?\p{Lu}[\p{L}'’-]*){0,3}$/u

function isTown(words: string): boolean {
  return words.length <= 40 && town.test(words) && !kinds.test(folded(words))
}

function peopleIn(words: string): string[] {
  return words
    .split(/\s*(?:,|\+|&|;|\bet\b|\band\b|\ben\b)\s*/u)
    .map((name) => name.trim())
    .filter((name) => isName(name))
    .slice(0, 30)
}
