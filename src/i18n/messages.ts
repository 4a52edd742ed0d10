import { type Messages as Catalogue, setupI18n } from "@lingui/core"
import type { MessageArguments } from "./gen/ids.ts"
import { isOtherYear } from "#lib/time.ts"
import { countryName } from "./country-name.ts"
import type { Language } from "./languages.ts"

export type MessageId = keyof MessageArguments
type Arguments<Id extends MessageId> = MessageArguments[Id] extends undefined ? [] : [args: MessageArguments[Id]]

/** The messages of one language, and its formats of dates and numbers. */
export interface Messages {
  <Id extends MessageId>(id: Id, ...args: Arguments<Id>): string
  readonly language: Language
  /**
   * Formats an ISO date, or the date of an ISO time with offset as written there: « vendredi 21 novembre 2026 ». Styles without a
   * year add it to a date of another year.
   */
  date(iso: string, style?: DateStyle): string
  /** The present hour. Cached text that contains dates uses it as part of its key, because a new year may begin. */
  hour(): string
  /** `20:30` in every language: the time as written in the ISO time, whose offset is the venue's. */
  time(iso: string): string
  number(value: number, options?: Intl.NumberFormatOptions): string
  /** « 12 € », "€12" */
  money(amount: number, currency: string): string
  /** « fr, en et nl » */
  list(items: string[]): string
  /** The name of a language, a region or a currency in this language. */
  nameOf(kind: "language" | "region" | "currency", code: string): string
}

const dateStyles = {
  full: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  long: { weekday: "long", day: "numeric", month: "long" },
  short: { weekday: "short", day: "numeric", month: "short" },
  shortYear: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  medium: { day: "numeric", month: "long", year: "numeric" },
  monthDay: { day: "numeric", month: "long" },
  dayMonth: { day: "numeric", month: "short" },
  weekday: { weekday: "long" },
  weekdayShort: { weekday: "short" },
  month: { month: "long" },
  monthName: { month: "long" },
  monthShort: { month: "short" },
  monthYear: { month: "long", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type DateStyle = keyof typeof dateStyles
/** Styles that add the year to a date of another year. */
const ofThisYear: ReadonlySet<DateStyle> = new Set(["long", "short", "monthDay", "dayMonth", "month"])

const intlLocales: Record<Language, string> = { fr: "fr-BE", en: "en-GB", nl: "nl-BE" }

/**
 * Makes the messages of a language.
 * @param now returns the present time in milliseconds, which decides whether a year is left out
 */
export function makeMessages(language: Language, catalogue: Catalogue, now: () => number = Date.now): Messages {
  const i18n = setupI18n({ locale: language, messages: { [language]: catalogue } })
  const locale = intlLocales[language]
  const formats = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>()
  const format = <F extends Intl.DateTimeFormat | Intl.NumberFormat>(key: string, make: () => F) => {
    let found = formats.get(key) as F | undefined
    if (!found) {
      if (formats.size >= 200) formats.clear() // currency codes come from outside, so the number of formats is bounded
      formats.set(key, (found = make()))
    }
    return found
  }

  // A page formats the same messages and dates many times, and that costs more than anything else it does.
  const plain = remembered((id: MessageId) => i18n._(id))
  const dates = remembered((key: string) => {
    const [style, date, withYear] = key.split(" ") as [DateStyle, string, string | undefined]
    const options = { ...dateStyles[style], ...(withYear && { year: "numeric" as const }), timeZone: "UTC" }
    // Only the date as written counts, so it is read and formatted in UTC.
    const said = format(`${style} ${withYear}`, () => new Intl.DateTimeFormat(locale, options)).format(
      new Date(`${date}T00:00:00Z`),
    )
    // In French the first of a month is an ordinal, which Intl does not produce. English puts a comma after the weekday if a year
    // follows, but none without a year; it is removed, because both forms occur in one list.
    return language === "fr" ? said.replace(/(?<!\d)1(?=\s\p{L})/u, "1er") : said.replace(/^(\p{L}+),/u, "$1")
  })

  return Object.assign(
    <Id extends MessageId>(id: Id, ...[args]: Arguments<Id>) =>
      args === undefined ? plain(id) : i18n._(id, args as Record<string, unknown>),
    {
      language,
      date: (iso: string, style: DateStyle = "full") =>
        dates(`${style} ${iso.slice(0, 10)}${ofThisYear.has(style) && isOtherYear(iso, now()) ? " year" : ""}`),
      hour: () => new Date(now()).toISOString().slice(0, 13),
      time: (iso: string) => iso.slice(11, 16),
      number: (value: number, options: Intl.NumberFormatOptions = {}) =>
        format(`number${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options)).format(value),
      money: (amount: number, currency: string) =>
        format(
          `money${currency}${Number.isInteger(amount)}`,
          () =>
            new Intl.NumberFormat(locale, {
              style: "currency",
              currency,
              minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
            }),
        ).format(amount),
      list: (items: string[]) => new Intl.ListFormat(locale, { type: "conjunction" }).format(items),
      nameOf: (kind: "language" | "region" | "currency", code: string) =>
        (kind === "region" ? countryName(language, code) : new Intl.DisplayNames(locale, { type: kind }).of(code)) ??
        code,
    },
  )
}

/** Caches recent results, up to a limit. */
function remembered<Key extends string>(make: (key: Key) => string, most = 1000): (key: Key) => string {
  const known = new Map<Key, string>()
  return (key) => {
    let found = known.get(key)
    if (found === undefined) {
      if (known.size >= most) known.clear()
      known.set(key, (found = make(key)))
    }
    return found
  }
}
