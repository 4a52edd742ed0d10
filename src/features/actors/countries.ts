import { countryCodes } from "#i18n/country-codes.ts"
import { countryName } from "#i18n/country-name.ts"
import type { Language } from "#i18n/languages.ts"

/** Countries offered first in an address form. */
const neighbours = ["BE", "FR", "NL", "LU", "DE"]

export type Country = { value: string; label: string }

/**
 * Lists countries by name to choose from, including the stored one; `""` means that an address is known to have no country. The
 * list is part of the loader's data: the country names of server and browser may differ, and both must render the same page.
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
