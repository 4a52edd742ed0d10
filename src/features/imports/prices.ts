import type { EventDraft } from "#features/events/draft.ts"
import { lineOf } from "./text.ts"

type Price = NonNullable<EventDraft["prices"]>[number]

const free =
  /^\W*(?:entr[ée]e\s+(?:libre|gratuite)|gratuite?s?|gratis|free(?:\s+entrance|\s+admission)?|0(?:[.,]0+)?\s*(?:€|eur\w*)?)(?=\W|$)/iu
const paysWhatOneCan =
  /prix libre|participation libre|au chapeau|libre participation|vrije bijdrage|pay what you can|donation libre/i
const amount = /(?:€|eur|\?)\s*(\d{1,5}(?:[.,]\d{1,2})?)|(\d{1,5}(?:[.,]\d{1,2})?)\s*(?:€|eur)/gi

/** What a text says of prices: free, or one label with its amount when it names a single one. */
export function pricesIn(value: unknown): Price[] {
  const text = lineOf(value, 300)
  if (text === undefined) return []
  const bare = /^\d{1,6}(?:[.,]\d{1,2})?$/.test(text) ? priceOf(text) : undefined
  if (bare !== undefined) return [bare === 0 ? { free: true, amount: 0 } : { amount: bare }]
  const label = text.length > 120 ? `${text.slice(0, 119)}…` : text
  if (paysWhatOneCan.test(text)) return [{ label, pay_what_you_can: true }]
  const amounts = [...text.matchAll(amount)].map((match) => priceOf(match[1] ?? match[2]))
  if (free.test(text) && amounts.every((each) => !each)) return [{ label, free: true, amount: 0 }]
  const only = new Set(amounts).size === 1 ? amounts[0] : undefined
  return [only === undefined ? { label } : { label, amount: only }]
}

/** A number of money, or undefined. */
export function priceOf(value: unknown): number | undefined {
  const text = lineOf(value, 40)
    ?.replace(",", ".")
    .replaceAll(/[^\d.]/g, "")
  const number = text ? Number(text) : Number.NaN
  return number >= 0 && number < 1e8 ? Math.round(number * 100) / 100 : undefined
}

/** ISO 4217 code, or euro. */
export function currencyOf(value: unknown): string {
  const code = lineOf(value, 10)?.toUpperCase()
  return code && /^[A-Z]{3}$/.test(code) ? code : "EUR"
}
