import { type FoundNames, readNames, placeCandidates } from "./read-names.ts"
import { type DatesMatch, datesAt } from "./read-dates.ts"
import { type FoundPrice, pricesAt, type PricesMatch } from "./read-prices.ts"
import { timesAt, type TimesMatch } from "./read-times.ts"
import { type Timetable, timetableOf } from "./timetable.ts"
import { type Token, tokensOf } from "./tokens.ts"

/** The result of reading a line of text about an event. */
export type PastedReading = Omit<FoundNames, "rest"> &
  Timetable & {
    prices: FoundPrice[]
    link?: string
    /** Text that was not recognised, a line each. */
    rest: string[]
    /** Names that may be a place: the caller looks them up. */
    places: string[]
  }

/** Characters read; the rest of a longer text is kept as text. */
const mostRead = 3000
const longestLink = 2000
type Span = { from: number; to: number } & (
  | { kind: "dates"; found: DatesMatch }
  | { kind: "times"; found: TimesMatch }
  | { kind: "prices"; found: PricesMatch }
  | { kind: "link"; link: string }
)

/**
 * Reads a pasted line: « Vendredi 27 nov 20h30, Trio Ventôse, Hangar des Vents, 12 € », in French, English or Dutch, whatever
 * language the page is in. Passes through the text once.
 * @param today the date from which the next one is counted, `2026-11-22`
 * @param known plain names (`placeKey`) of places that have a page
 */
export function readPastedLine(text: string, today: string, known: ReadonlySet<string> = new Set()): PastedReading {
  const whole = text.normalize("NFC").replaceAll(/\r\n?/g, "\n").trim()
  const cut =
    whole.length > mostRead
      ? Math.max(whole.lastIndexOf("\n", mostRead), whole.lastIndexOf(" ", mostRead))
      : whole.length
  const read = whole.slice(0, cut > 0 ? cut : mostRead)
  const found = settled(spansIn(read, today), read)
  const { unused, ...timetable } = timetableOf(
    found.flatMap((span) => (span.kind === "dates" || span.kind === "times" ? span.found : [])),
  )
  const isUsed = (span: Span) => span.kind === "link" || !(unused as ReadonlySet<unknown>).has(span.found)
  const spans = found.filter(isUsed)
  // Times of something else are no title.
  const others = new Set(found.filter((span) => !isUsed(span)).map(({ from, to }) => trimmed(read.slice(from, to))))
  const pieces = clausesIn(read, spans)
  const clauses = pieces.filter((clause) => !others.has(clause))
  const { rest, ...names } = readNames(clauses, known)
  const beyond = whole.slice(read.length).trim()
  return {
    ...names,
    ...timetable,
    prices: spans.flatMap((span) => (span.kind === "prices" ? span.found.prices : [])).slice(0, 20),
    ...linkIn(spans),
    rest: [...rest, ...pieces.filter((clause) => others.has(clause)), ...(beyond ? [beyond] : [])],
    places: placeCandidates(clauses),
  }
}

/** Tells whether the text is more than a title: it has a date, and something else. */
export function hasEventDetails({ dates, prices, place, doors, link }: PastedReading): boolean {
  const [first] = dates
  return first !== undefined && Boolean(first.start || prices.length > 0 || place || doors || link)
}

/** Returns the address of a page when nothing else was pasted. */
export function addressIn(text: string): string | undefined {
  const words = text.trim()
  return words.length <= longestLink && /^(?:https?|webcal):\/\/[^\s/]+\.?[^\s]*$/i.test(words) ? words : undefined
}

function spansIn(text: string, today: string): Span[] {
  const tokens = tokensOf(text)
  const spans: Span[] = linksIn(text)
  const links = [...spans]
  let hasDoors = false
  for (let at = 0; at < tokens.length;) {
    const link = links.find(({ from, to }) => (tokens[at]?.from ?? 0) >= from && (tokens[at]?.from ?? 0) < to)
    const found: ReturnType<typeof spanAt> = link ? undefined : spanAt(tokens, at, { text, today, hasDoors })
    if (!found) {
      at++
      continue
    }
    spans.push(found.span)
    hasDoors ||= found.span.kind === "times" && found.span.found.kind === "doors"
    at = found.end
  }
  return spans.toSorted((one, other) => one.from - other.from)
}

function spanAt(
  tokens: readonly Token[],
  at: number,
  { text, today, hasDoors }: { text: string; today: string; hasDoors: boolean },
): { span: Span; end: number } | undefined {
  const prices = pricesAt(tokens, at, text)
  if (prices) return { span: { kind: "prices", found: prices, ...placeOf(tokens, at, prices.end) }, end: prices.end }
  const dates = datesAt(tokens, at, today)
  if (dates) return { span: { kind: "dates", found: dates, ...placeOf(tokens, at, dates.end) }, end: dates.end }
  const times = timesAt(tokens, at, hasDoors)
  if (times) return { span: { kind: "times", found: times, ...placeOf(tokens, at, times.end) }, end: times.end }
  return undefined
}

function placeOf(tokens: readonly Token[], at: number, end: number): { from: number; to: number } {
  return { from: tokens[at]?.from ?? 0, to: tokens[end - 1]?.to ?? 0 }
}

function linksIn(text: string): Span[] {
  return [...text.matchAll(/https?:\/\/\S+|\bwww\.\S+/giu)].flatMap(({ 0: found, index }) => {
    const plain = found.slice(0, longestLink).replace(/[.,;:!?)\]»”"']{1,9}$/u, "")
    const link = /^www\./i.test(plain) ? `https://${plain}` : plain
    return URL.canParse(link) ? [{ kind: "link" as const, link, from: index, to: index + plain.length }] : []
  })
}

/**
 * Leaves out ambiguous words that may belong to a title: they count only alone or beside a time, and when there are no clear ones
 * of their kind.
 */
function settled(spans: readonly Span[], text: string): Span[] {
  const isSure = (span: Span) => span.kind === "link" || !span.found.isWeak
  const has = (kind: Span["kind"]) => spans.some((span) => span.kind === kind && isSure(span))
  return spans.filter((span, at) => {
    if (isSure(span)) return true
    const isAlone = standsAlone(span, text)
    if (span.kind === "prices") return isAlone
    if (has(span.kind)) return false
    const other = span.kind === "dates" ? "times" : "dates"
    return (
      isAlone || [spans[at - 1], spans[at + 1]].some((beside) => beside?.kind === other && isBeside(beside, span, text))
    )
  })
}

function standsAlone({ from, to }: Span, text: string): boolean {
  return (
    /(?:^|[\n,;|•·–—-])\s*$/u.test(text.slice(Math.max(0, from - 20), from)) &&
    /^\s*(?:[\n,;.|•·–—-]|$)/u.test(text.slice(to, to + 20))
  )
}

function isBeside(one: Span, other: Span, text: string): boolean {
  return /^[\s,:.·–—-]{0,9}$/u.test(text.slice(Math.min(one.to, other.to), Math.max(one.from, other.from)))
}

function linkIn(spans: readonly Span[]): { link?: string } {
  const link = spans.find((span) => span.kind === "link")
  return link?.kind === "link" ? { link: link.link } : {}
}

/** Returns the text between the recognised parts, piece by piece. */
function clausesIn(text: string, spans: readonly Span[]): string[] {
  const pieces: string[] = []
  let from = 0
  let hasLink = false
  for (const span of spans) {
    // One address becomes the link; others stay in the text.
    if (span.kind === "link" && hasLink) continue
    hasLink ||= span.kind === "link"
    pieces.push(text.slice(from, span.from))
    from = span.to
  }
  pieces.push(text.slice(from))
  return pieces
    .flatMap((piece) => piece.split(separators))
    .map(trimmed)
    .filter((clause) => /\p{L}|\p{N}/u.test(clause))
}

/** Separators of a line: « , », « – », « | », the end of a sentence; and the space before « @ ». */
const separators = /\n|[,;|•·—–]|(?<=\s)[-/](?=\s)|(?<=\p{L}{3})\.(?=\s|$)|\s(?=@ ?\p{L})/u
const dangling =
  /(?:\s+(?:à|a|le|la|les|du|de|des|at|on|op|om|in|the|from|van|et|and|en|au|dès|vanaf|par|pour|for|voor)|\s*[-:(/&+@])$/iu
const leading = /^(?:[\s:.)!/&+-]+|(?:et|and|en)\s+)/iu

function trimmed(words: string): string {
  let now = words.trim()
  for (let times = 0; times < 5; times++) {
    const next = now
      .replace(/\(\s*\)/gu, " ")
      .replace(leading, "")
      .replace(dangling, "")
      .replaceAll(/\s+/gu, " ")
      .trim()
    if (next === now) break
    now = next
  }
  return now
}
