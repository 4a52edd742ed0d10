const names = new Map<string, Intl.DisplayNames>()

/**
 * Returns the name of a country in a language (Unicode CLDR, which comes with the runtime); undefined for an unknown code.
 * @param code ISO 3166-1 alpha-2, in capitals
 */
export function countryName(language: string, code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined
  let known = names.get(language)
  if (!known) names.set(language, (known = new Intl.DisplayNames(language, { type: "region", fallback: "none" })))
  return known.of(code)
}
