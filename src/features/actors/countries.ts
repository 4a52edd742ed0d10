import type { Language } from "#i18n/languages.ts"

/** Countries offered for an address (ISO 3166-1): the neighbours first, then those that artists tour. */
const neighbours = ["BE", "FR", "NL", "LU", "DE"]
const others = `CH GB IE ES PT IT AT DK SE NO FI IS PL CZ SK HU SI HR RS BA ME MK AL GR BG RO MD UA LT LV EE MT CY MC LI
   AD SM TR GE AM CA US MX BR AR CL CO PE CU HT MA DZ TN LY EG SN ML BF CI GH TG BJ NE NG CM TD GA CG CD RW BI KE TZ ZA MG
   MU RE LB SY IL PS JO IQ IR IN CN JP KR TW VN TH AU NZ`.split(/\s+/)

export type Country = { value: string; label: string }

/**
 * Countries by name, to be chosen from, with the one that is known. Part of what a page reads: the names that a server and
 * a browser know are not always the same, and a page has to be drawn alike by both.
 */
export function countryNames(language: Language, known?: string | null): Country[] {
  const names = new Intl.DisplayNames(language, { type: "region" })
  const named = (value: string) => ({ value, label: names.of(value) ?? value })
  const more = known && ![...neighbours, ...others].includes(known) ? [known] : []
  return [
    ...neighbours.map(named),
    ...[...others, ...more].map(named).sort((one, other) => one.label.localeCompare(other.label, language)),
  ]
}
