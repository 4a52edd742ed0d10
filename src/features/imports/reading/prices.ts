import type { EventDraft } from "#features/events/draft.ts"
import { lineOf } from "./text.ts"

type Price = NonNullable<EventDraft["prices"]>[number]

// Words for free entry anywhere in a text about prices: « Entrée libre », « en accès libre et gratuit », "gratis toegang".
const free =
  /(?<![\p{L}\p{N}])(?:(?:entr[ée]e|acc[èe]s|participation)\s+(?:est\s+)?(?:libre|gratuite?)|libre\s+acc[èe]s|gratuite?s?(?:ment)?|gratuit[ée]|vrije\s+(?:toegang|inkom)|gratis|kosteloos|free|0(?:[.,]0+)?\s*(?:€|eur\w*)?)(?![\p{L}\p{N}])/giu
/** Words after them that restrict or cancel it. */
const notForAll =
  /^\s*(?:pour\s+(?!tou[st])|aux?\s|jusqu|-\s*(?:de\s+)?\d|sous\s+condition|avec\s|sur\s+présentation|voor\s+(?!iedereen)|tot\s+\d|for\s+(?!all|every)|under\s|with\s)/iu
const denied =
  /(?:\b(?:non|pas|niet|not|geen|hors|sauf)\s+|(?:lunettes|vestiaire|parking|livret|audioguide)\P{L}.{0,24})$/iu
const alsoPaid = /\bpayant|\bbetalend|plein tarif|tarif (?:plein|réduit)|prix (?:du|d’|d'|billet)|billet d['’]/iu
const paysWhatOneCan =
  /prix libre|participation libre|au chapeau|libre participation|vrije bijdrage|pay what you can|donation libre/i
const amount = /(?:€|eur|\?)\s*(\d{1,5}(?:[.,]\d{1,2})?)|(\d{1,5}(?:[.,]\d{1,2})?)\s*(?:€|eur)/gi

/**
 * Reads the prices in a text: free, or one label with its amount when it names a single one.
 * @param beside text of a second price column ("Payant"), where there is one
 */
export function pricesIn(value: unknown, beside?: unknown): Price[] {
  const text = lineOf(value, 300)
  if (text === undefined) return beside === undefined ? [] : pricesIn(beside)
  const bare = /^\d{1,6}(?:[.,]\d{1,2})?$/.test(text) ? priceOf(text) : undefined
  if (bare !== undefined) return [bare === 0 ? { free: true, amount: 0 } : { amount: bare }]
  const label = text.length > 120 ? `${text.slice(0, 119)}…` : text
  if (paysWhatOneCan.test(text)) return [{ label, pay_what_you_can: true }]
  const amounts = amountsIn(text)
  if (amounts.every((each) => !each) && isFree(text) && !alsoPaid.test(lineOf(beside, 300) ?? ""))
    return [{ label, free: true, amount: 0 }]
  const only = new Set(amounts).size === 1 ? amounts[0] : undefined
  return [only === undefined ? { label } : { label, amount: only }]
}

// In a description "gratuit" may refer to anything; only these phrases mean the entrance.
const freeEntrance =
  /(?<!\p{L})(?:entr[ée]e|acc[èe]s|spectacle|concert|événement)\s+(?:libre|gratuite?)(?:\s+et\s+(?:libre|gratuite?))?|(?<!\p{L})(?:gratis|vrije)\s+(?:toegang|inkom)|(?<!\p{L})(?:toegang|inkom|entrée)\s*:?\s*(?:is\s+)?(?:gratis|vrij)|(?<!\p{L})free\s+(?:entry|entrance|admission)|(?<!\p{L})(?:tarifs?|prix|prijs|price|entrée)\s*:\s*(?:gratuite?|gratis|free|libre)/iu

/** Returns free entry when a description mentions it and names no amount. */
export function freeIn(description: unknown): Price[] {
  const text = lineOf(description, 5000)
  if (text === undefined || !freeEntrance.test(text)) return []
  if (amountsIn(text).some(Boolean) || alsoPaid.test(text)) return []
  const [said] = freeEntrance.exec(text) as RegExpExecArray
  const rest = text.slice(text.indexOf(said) + said.length, text.indexOf(said) + said.length + 40)
  return notForAll.test(rest) ? [] : [{ free: true, amount: 0 }]
}

function amountsIn(text: string) {
  return [...text.matchAll(amount)].map((match) => priceOf(match[1] ?? match[2]))
}

function isFree(text: string): boolean {
  if (alsoPaid.test(text)) return false
  return [...text.matchAll(free)].some(
    ({ index, 0: said }) =>
      !denied.test(text.slice(Math.max(0, index - 40), index)) && !notForAll.test(text.slice(index + said.length)),
  )
}

/** Reads an amount of money; undefined when there is none. */
export function priceOf(value: unknown): number | undefined {
  const text = lineOf(value, 40)
    ?.replace(",", ".")
    .replaceAll(/[^\d.]/g, "")
  const number = text ? Number(text) : Number.NaN
  return number >= 0 && number < 1e8 ? Math.round(number * 100) / 100 : undefined
}

/** Returns the ISO 4217 code, or EUR. */
export function currencyOf(value: unknown): string {
  const code = lineOf(value, 10)?.toUpperCase()
  return code && /^[A-Z]{3}$/.test(code) ? code : "EUR"
}
