import { isJoined, numberAt, phraseAt, phrases, type Token } from "./tokens.ts"

export type FoundPrice = {
  kind: "paid" | "free" | "pay_what_you_can"
  /** Such as `8.5`. */
  amount?: number
  currency?: string
  /** Such as « étudiants », as written. */
  label?: string
}
/** Prices at a position; `isWeak` when the words may belong to a title: “free”. */
export type PricesMatch = { end: number; prices: FoundPrice[]; isWeak: boolean }

const currencies: Record<string, string> = {
  "€": "EUR",
  eur: "EUR",
  euro: "EUR",
  euros: "EUR",
  "£": "GBP",
  gbp: "GBP",
  $: "USD",
  usd: "USD",
  chf: "CHF",
}
const entrance = phrases(
  "paf · p . a . f . · p . a . f · prix · tarif · tarifs · price · prices · prijs · prijzen · entree",
  "entry · inkom · toegang · tickets · ticket · admission · cost · kost · billets · kaarten · des · vanaf",
)
/** After these words a number without a currency is an amount. */
const saysAmount = phrases(
  "paf · p . a . f . · p . a . f · inkom · entree · toegang · admission · prix · prijs · price",
)
const labels = phrases(
  "prevente · preventes · presale · vvk · voorverkoop · sur place · door · at the door · on the door · adk",
  "kassa · aan de kassa · reduit · tarif reduit · reduced · korting · concessions · concession · etudiants",
  "etudiant · students · student · studenten · enfants · enfant · children · kids · kinderen · membres",
  "members · leden · plein · plein tarif · tarif plein · full price · adultes · adults · volwassenen",
  "normal · tarif normal · basis · early bird · - 26 ans · - 26 · art . 27 · article 27",
)
const free = phrases(
  "gratuit · gratuite · gratuits · gratis · entree libre · acces libre · entree gratuite · acces gratuit",
  "free entry · free entrance · free admission · entry free · admission free · free of charge · for free",
  "gratis toegang · gratis inkom · vrije toegang · vrije inkom · toegang gratis · inkom gratis · inkom vrij",
)
const open = phrases(
  "prix libre · prix libre et conscient · paf libre · participation libre · entree a prix libre",
  "a prix libre · au chapeau · pay what you can · pay what you want · pay as you wish · vrije bijdrage",
  "vrij bijdrage · betaal wat je kan · betaal wat je kunt · betaal wat je wil · vrije gift · donation",
  "donations welcome",
)
const listing = phrases("/ · - · – · | · a · ou · or · of · et · and · en · , · + · ; · to · tot")
/** Separators of amounts that share a currency: « 8/12 € ». */
const close = phrases("/ · - · – · a · ou · or · of · et · and · to · tot")
/** The dash of « € 12,- ». */
const dashes = phrases(", - · , – · . -")
const most = 10

/** Returns the prices that begin at this position, if any. */
export function pricesAt(tokens: readonly Token[], at: number, text: string): PricesMatch | undefined {
  const named = opened(tokens, at)
  const whatever = phraseAt(tokens, named, open) ?? phraseAt(tokens, at, open)
  if (whatever !== undefined) return { end: whatever, prices: [{ kind: "pay_what_you_can" }], isWeak: false }
  const nothing = phraseAt(tokens, named, free) ?? phraseAt(tokens, at, free)
  if (nothing !== undefined) return { end: nothing, prices: [{ kind: "free" }], isWeak: false }
  if (tokens[named]?.word === "free") return { end: named + 1, prices: [{ kind: "free" }], isWeak: named === at }
  return amountsAt(tokens, at, text)
}

/** Skips words before a price that add nothing: « PAF : », “tickets”. */
function opened(tokens: readonly Token[], at: number): number {
  const named = phraseAt(tokens, at, entrance)
  if (named === undefined) return at
  return tokens[named]?.word === ":" ? named + 1 : named
}

type Amount = { end: number; amount: number; currency: string | undefined; isFirst: boolean }

/** Reads « 8/12 € », “€8 / €12”, « prévente 10 €, sur place 14 € ». */
function amountsAt(tokens: readonly Token[], at: number, text: string): PricesMatch | undefined {
  const found: { amount: Amount; label: string | undefined }[] = []
  const begins = opened(tokens, at)
  const isAmount = phraseAt(tokens, at, saysAmount) !== undefined
  let next = begins
  let end = at
  while (found.length < most) {
    const before = labelAt(tokens, next, text)
    const from = before ? (tokens[before.end]?.word === ":" ? before.end + 1 : before.end) : next
    const amount = amountAt(tokens, from)
    if (!amount) break
    const after = before ? undefined : labelAt(tokens, amount.end, text)
    // « 20 € prévente, 25 € sur place »: a label belongs to the amount before it, unless a price follows it at once.
    const isOwn = after !== undefined && !amountAt(tokens, after.end)?.currency
    found.push({ amount, label: before?.label ?? (isOwn ? after?.label : undefined) })
    end = isOwn && after ? after.end : amount.end
    const also = phraseAt(tokens, end, amount.currency || before ? listing : close)
    if (also === undefined) {
      next = end
      if (tokens[end]?.word === "(") next = end + 1
      else if (!labelAt(tokens, end, text) && !amountAt(tokens, end)?.isFirst) break
    } else next = also
    if (tokens[next]?.word === "(") next++
  }
  // Numbers after the last amount with a currency are something else: « 12 €, 3 musiciens ».
  while (found.length > 0 && found.at(-1)?.amount.currency === undefined) {
    if (isAmount && found.length === 1 && isPlausible(tokens, found[0]?.amount.end ?? 0)) break
    found.pop()
    end = found.at(-1)?.amount.end ?? at
  }
  const currency = found.find(({ amount }) => amount.currency)?.amount.currency ?? "EUR"
  if (found.length === 0) return undefined
  if (tokens[end]?.word === ")") end++
  const prices = found.map(({ amount, label }) => ({
    kind: "paid" as const,
    amount: amount.amount,
    currency: amount.currency ?? currency,
    ...(label ? { label } : {}),
  }))
  return { end, prices, isWeak: false }
}

/** Accepts « PAF 5 », but not « entrée 20h » or « prix 2026 ». */
function isPlausible(tokens: readonly Token[], end: number): boolean {
  return (
    !(isJoined(tokens, end) && /^(?:[\p{L}:]|\d)/u.test(tokens[end]?.word ?? "")) &&
    !/^(?:h|u|uur|pm|am)$/.test(tokens[end]?.word ?? "")
  )
}

function amountAt(tokens: readonly Token[], at: number): Amount | undefined {
  const before = currencies[tokens[at]?.word ?? ""]
  const from = before === undefined ? at : at + 1
  const whole = numberAt(tokens, from, 5)
  if (whole === undefined) return undefined
  const sign = tokens[from + 1]?.word ?? ""
  const cents = numberAt(tokens, from + 2, 2)
  const hasCents =
    (sign === "," || sign === ".") &&
    cents !== undefined &&
    tokens[from + 2]?.word.length === 2 &&
    isJoined(tokens, from + 1) &&
    isJoined(tokens, from + 2)
  let end = hasCents ? from + 3 : from + 1
  const dash = phraseAt(tokens, end, dashes)
  if (dash !== undefined && !hasCents && isJoined(tokens, end)) end = dash
  const after = before === undefined ? currencies[tokens[end]?.word ?? ""] : undefined
  if (after !== undefined) end++
  // Matches « 8€50 ».
  const split =
    after !== undefined && !hasCents && isJoined(tokens, end) && tokens[end]?.word.length === 2
      ? numberAt(tokens, end, 2)
      : undefined
  if (split !== undefined) end++
  const amount = whole + (hasCents ? cents : (split ?? 0)) / 100
  return { end, amount, currency: before ?? after, isFirst: before !== undefined }
}

/** Reads who pays this price, in brackets or not. */
function labelAt(tokens: readonly Token[], at: number, text: string): { end: number; label: string } | undefined {
  const inside = tokens[at]?.word === "(" ? at + 1 : at
  const end = phraseAt(tokens, inside, labels)
  const [first, last] = [tokens[inside], tokens[(end ?? 1) - 1]]
  if (end === undefined || !first || !last) return undefined
  const closed = inside > at && tokens[end]?.word === ")" ? end + 1 : end
  return { end: closed, label: text.slice(first.from, last.to) }
}
