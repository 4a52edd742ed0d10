/** What stands in a message in place of `{name}`, `{name, number}`, `{name, plural, …}` and `{name, select, …}`; `#` is the number of the plural around it. */
type Token =
  | string
  | [name: string]
  | [name: string, kind: "number"]
  | [name: string, kind: "plural" | "select", cases: Record<string, Token[]>]

/** The words of a language by their ids, compiled by `scripts/i18n.mjs`, which refuses what is not told here. */
export type Catalogue = Record<string, Token[]>

/** Says messages in one language, from what they are compiled to: no parser of ICU is needed. */
export function speaker(language: string, catalogue: Catalogue) {
  const plurals = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const written = (tokens: Token[], given: Record<string, unknown>, count: string): string => {
    let words = ""
    for (const token of tokens) {
      if (typeof token === "string") {
        words += token === "#" ? count : token
        continue
      }
      const [name, kind, cases = {}] = token
      const value = given[name] as string | number
      if (kind === "plural") {
        const chosen = cases[value] ?? cases[plurals.select(value as number)] ?? cases.other
        words += written(chosen ?? [], given, numbers.format(value as number))
      } else if (kind === "select") {
        words += written((Object.hasOwn(cases, value) ? cases[value] : cases.other) ?? [], given, count)
      } else if (value != null) words += kind ? numbers.format(value as number) : value
    }
    return words
  }

  /** An id that is not in the catalogue is said as it is. */
  return (id: string, given: Record<string, unknown> = {}) => {
    const tokens = catalogue[id]
    return tokens ? written(tokens, given, "#") : id
  }
}
