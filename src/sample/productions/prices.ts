import type { EventDraft } from "#features/events/draft.ts"
import type { Language } from "#i18n/languages.ts"

const labels = {
  full: { fr: "Plein tarif", en: "Full price", nl: "Basistarief" },
  reduced: { fr: "Tarif réduit", en: "Concessions", nl: "Reductietarief" },
  advance: { fr: "Prévente", en: "In advance", nl: "Voorverkoop" },
  door: { fr: "Sur place", en: "On the door", nl: "Aan de deur" },
  child: { fr: "Enfant", en: "Child", nl: "Kind" },
  family: { fr: "Famille", en: "Family", nl: "Gezin" },
  neighbour: { fr: "Voisin·es du quartier", en: "Neighbours", nl: "Buurtbewoners" },
  support: { fr: "Tarif de soutien", en: "Supporter", nl: "Steuntarief" },
  pass: { fr: "Pass quatre jours", en: "Four-day pass", nl: "Vierdagenpas" },
  materials: { fr: "Avec le matériel", en: "Materials included", nl: "Materiaal inbegrepen" },
} satisfies Record<string, Record<Language, string>>
const pay = { fr: "Prix libre", en: "Pay what you can", nl: "Vrije bijdrage" }

/** Free, pay what you can, or amounts in euros by tariff. */
export type PriceList = "free" | "pay-what-you-can" | Partial<Record<keyof typeof labels, number>> | { each: number }

/** Returns the prices with labels in a language. */
export function pricesIn(language: Language, list: PriceList): NonNullable<EventDraft["prices"]> {
  if (list === "free") return [{ free: true, amount: 0 }]
  if (list === "pay-what-you-can") return [{ label: pay[language], pay_what_you_can: true }]
  if ("each" in list) return [{ amount: list.each }]
  return Object.entries(list).map(([tariff, amount]) => ({
    label: labels[tariff as keyof typeof labels][language],
    amount,
    free: amount === 0,
  }))
}
