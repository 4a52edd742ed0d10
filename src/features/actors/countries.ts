import { countryCodes } from "#i18n/country-codes.ts"
import { countryName } from "#i18n/country-name.ts"
import type { Language } from "#i18n/languages.ts"

/** Those offered first for an address. */
const neighbours = ["BE", "FR", "NL", "LU", "DE"]

export type Country = { value: string; label: string }

/**
 * Countries by name, to be chosen from, with the one that is known; where it is known that there is none (`""`), with that.
 * Part of what a page reads: the names that a server and a browser know are not always the same, and a page has to be drawn
 * alike by both.
 */
export function countryNames(language: Language, known?: string | null): Country[] {
  const named = (value: string) => ({ value, label: countryName(language, value) ?? value })
  const others = countryCodes.filter((code) => !neighbours.includes(code))
  const more = known && !countryCodes.includes(known) ? [known] : []
  return [
    ...(known === "" ? [{ value: "", label: "–" }] : []),
    ...neighbours.map(named),
    ...[...others, ...more].map(named).sort((one, other) => one.label.localeCompare(other.label, language)),
  ]
}
