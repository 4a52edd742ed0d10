import type { Event } from "#features/events/event.ts"
import { labelOf } from "#features/events/price-label.ts"
import type { Messages } from "#i18n/messages.ts"

/** Writes the first two prices: « 12 € · 10 € prévente ». */
export function priceInWords(t: Messages, prices: Event["prices"]): string {
  return prices
    .slice(0, 2)
    .map(({ amount, currency, free, pay_what_you_can, label: written }) => {
      if (free) return t("actors.free")
      if (pay_what_you_can && amount === null) return t("actors.pay_what_you_can")
      const label = labelOf({ amount, label: written })
      if (amount === null) return label ?? ""
      const price = t.money(amount, currency)
      return label ? t("actors.labelled_price", { price, label: label.toLocaleLowerCase() }) : price
    })
    .filter(Boolean)
    .join(" · ")
}
