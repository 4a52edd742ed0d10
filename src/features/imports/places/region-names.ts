import { countryCodes } from "#i18n/country-codes.ts"
import { countryName } from "#i18n/country-name.ts"
import { textOf } from "../reading/text.ts"

const languages = ["fr", "en", "nl", "de"]
/** Names of countries that people write but no dictionary has. */
const others: Record<string, string> = {
  nederland: "NL",
  holland: "NL",
  "the netherlands": "NL",
  "pays bas": "NL",
  "great britain": "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  uk: "GB",
  usa: "US",
  "united states of america": "US",
  luxemburg: "LU",
}

// Regions that are written after a town in France, Belgium and the Netherlands, from CLDR.
const regions = new Set(
  (
    "Auvergne-Rhône-Alpes|Bourgogne-Franche-Comté|Bretagne|Centre-Val de Loire|Corse|Grand Est|Hauts-de-France|" +
    "Île-de-France|Normandie|Nouvelle-Aquitaine|Occitanie|Pays de la Loire|Provence-Alpes-Côte d’Azur|Guadeloupe|" +
    "Martinique|Guyane|La Réunion|Mayotte|Wallonie|Région wallonne|Région de Bruxelles-Capitale|Bruxelles-Capitale|" +
    "Vlaanderen|Flandre|Flanders|Wallonia|Wallonië|Brussels Hoofdstedelijk Gewest|Brussels-Capital Region|" +
    "Antwerpen|Limburg|Oost-Vlaanderen|Vlaams-Brabant|West-Vlaanderen|Brabant wallon|Hainaut|Liège|Luxembourg|Namur|" +
    "Drenthe|Flevoland|Friesland|Gelderland|Groningen|Noord-Brabant|Noord-Holland|Overijssel|Utrecht|Zeeland|Zuid-Holland"
  )
    .split("|")
    .map(plainOf),
)

let named: Map<string, string> | undefined

/** Returns the country codes by name, in the languages supported here. */
function countryNames(): Map<string, string> {
  if (named) return named
  named = new Map(Object.entries(others).map(([name, code]) => [plainOf(name), code]))
  for (const language of languages) {
    for (const code of countryCodes) {
      const name = countryName(language, code)
      if (name && !named.has(plainOf(name))) named.set(plainOf(name), code)
    }
  }
  return named
}

/** Returns the ISO 3166-1 alpha-2 code of a code or a name. */
export function countryOf(value: unknown): string | undefined {
  const text = textOf(value)
  if (!text || text.length > 80) return undefined
  if (/^[a-z]{2}$/i.test(text)) return text.toUpperCase()
  return countryNamed(text.replace(/\s*\(.*/, ""))
}

/** Returns the country that a piece of an address names in full; a code of two letters could mean anything there. */
export function countryNamed(piece: string | undefined): string | undefined {
  return piece && piece.length <= 80 && piece.length > 1 ? countryNames().get(plainOf(piece)) : undefined
}

/** Returns the piece when it names a region of France, Belgium or the Netherlands. */
export function regionOf(piece: string | undefined): string | undefined {
  return piece && piece.length <= 80 && regions.has(plainOf(piece)) ? piece : undefined
}

function plainOf(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}
