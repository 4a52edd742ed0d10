import type { OccurrenceDraft } from "#features/events/draft.ts"
import { isLanguage } from "#i18n/languages.ts"
import { withinWindow } from "#features/events/dates/occurrence-window.ts"
import { addDays, dateAt, instantOf } from "#lib/time.ts"
import { categoryOf } from "../categories/category.ts"
import { coordinatesOf, locationOf } from "../places/location.ts"
import { schemaPicture } from "../reading/picture.ts"
import { currencyOf, priceOf } from "../reading/prices.ts"
import { type ImportedEvent, type ReadOptions, unreadable } from "../reading/record.ts"
import {
  descriptionOf,
  lineOf,
  mainLanguage,
  statusInTitle,
  tagsOf,
  textOf,
  translatedOf,
  urlOf,
} from "../reading/text.ts"
import { checkYears, clockOf, endAfter, isDate, timeOf } from "../reading/times.ts"

type Fields = Record<string, unknown>

/**
 * Whether this is a record of publiq's UiTdatabank, which has JSON-LD of its own. Places and organizers look alike, and are not
 * events.
 */
export function isUitdatabank(record: Fields): boolean {
  return (
    "calendarType" in record ||
    "mainLanguage" in record ||
    "workflowStatus" in record ||
    /\/(udb|uitdatabank)/.test(String(record["@id"]))
  )
}

/** Maps an event of UiTdatabank, in each of its calendar types. */
export function fromUitdatabank(record: Fields, options: ReadOptions): ImportedEvent {
  const id = textOf(record["@id"]) ?? unreadable("record_broken", { detail: "@id" })
  const kind = /\/(places?|organizers?)\//.exec(id)?.[1] ?? (record["@type"] === "Place" ? "Place" : undefined)
  if (kind) unreadable("not_an_event", { type: kind })
  if (/^(DELETED|REJECTED)$/.test(String(record.workflowStatus))) unreadable("deleted")

  const told = textOf(record.mainLanguage)
  const wanted = isLanguage(told) ? told : (options.language ?? "nl")
  const title = translatedOf(entries(record.name, wanted), wanted, (value) => lineOf(value, 300))
  const language = mainLanguage(title, wanted)
  const name = title[language] ?? unreadable("no_title")
  const timezone = options.timezone
  const place = (record.location ?? {}) as Fields
  const terms = list(record.terms).filter(isFields)
  const kinds = terms.filter(({ domain }) => domain === "eventtype" || domain === "theme").map(({ label }) => label)
  const description = translatedOf(entries(record.description, language), language, descriptionOf)
  const location = addressOf(place, language)
  const status = isFields(record.status) ? textOf(record.status.type) : textOf(record.status)

  return {
    external_id: id.slice(0, 500),
    url: urlOf(record.sameAs) ?? urlOf(id),
    language,
    title,
    description,
    category: categoryOf({
      kinds: tagsOf(kinds),
      title: name,
      text: description[language],
      venue: location?.name,
      language,
    }),
    tags: tagsOf([...kinds, ...list(record.labels)]),
    timezone,
    occurrences: occurrencesOf(record, timezone, options.now),
    status:
      ({ Unavailable: "cancelled", TemporarilyUnavailable: "postponed" } as const)[status as "Unavailable"] ??
      statusInTitle(name) ??
      "scheduled",
    mode: record.attendanceMode === "online" ? "online" : record.attendanceMode === "mixed" ? "hybrid" : "onsite",
    online_url: urlOf(record.onlineUrl) ?? null,
    location: location ?? null,
    lineup: list(record.performer)
      .filter(isFields)
      .flatMap((each) => lineOf(text(each.name, language), 200) ?? [])
      .map((name) => ({ name })),
    prices: list(record.priceInfo)
      .filter(isFields)
      .map((each) => ({
        label: lineOf(text(each.name, language), 120) ?? null,
        amount: priceOf(each.price) ?? null,
        currency: currencyOf(each.priceCurrency),
        free: priceOf(each.price) === 0,
      })),
    ticket_url: urlOf(isFields(record.bookingInfo) ? record.bookingInfo.url : undefined) ?? null,
    ...agesOf(record.typicalAgeRange),
    picture: schemaPicture(record.mediaObject) ?? schemaPicture(record.image),
    // An event that its authors have not published is stored as a draft.
    workflow: /^(DRAFT|READY_FOR_VALIDATION)$/.test(String(record.workflowStatus)) ? "draft" : "published",
  }
}

function occurrencesOf(record: Fields, timezone: string, now: number): OccurrenceDraft[] {
  const type = textOf(record.calendarType)
  if (type === "permanent") unreadable("permanent")
  const parts = list(record.subEvent).filter(isFields)
  const spans = type === "periodic" || parts.length === 0 ? [record] : parts
  const dates = type === "periodic" && list(record.openingHours).length > 0 ? openDays(record, timezone) : []
  if (dates.length === 0) {
    for (const span of spans) {
      const start = timeOf(span.startDate, timezone)
      if (!start) continue
      const status = isFields(span.status) ? span.status.type : undefined
      const end = endAfter(start.at, timeOf(span.endDate, timezone)?.at, timezone)
      dates.push({ starts_at: start.at, ends_at: end, status: status === "Unavailable" ? "cancelled" : "scheduled" })
    }
  }
  if (dates.length === 0) unreadable("no_start")
  checkYears(...dates.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]))
  dates.sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
  return withinWindow(dates, ({ starts_at }) => starts_at.getTime(), now)
}

const dayNames = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

/** Returns each opening of each day of a period; some days have hours of their own, and closed days have none. */
function openDays(record: Fields, timezone: string): OccurrenceDraft[] {
  const [first, last] = [timeOf(record.startDate, timezone), timeOf(record.endDate, timezone)]
  if (!first || !last) return []
  checkYears(first.at, last.at)
  const end = dateAt(last.at, timezone)
  const within = (ranges: unknown, date: string) =>
    list(ranges)
      .filter(isFields)
      .find(({ startDate, endDate }) => String(startDate) <= date && date <= String(endDate ?? startDate))
  const dates: OccurrenceDraft[] = []
  for (let date = dateAt(first.at, timezone), days = 0; date <= end && days < 20_000; date = addDays(date, 1), days++) {
    if (!isDate(date) || within(record.openingHoursClosedDays, date)) continue
    const adjusted = within(record.openingHoursAdjustedDays, date)
    const weekday = dayNames[new Date(`${date}T00:00:00Z`).getUTCDay()]
    for (const hours of list((adjusted ?? record).openingHours).filter(isFields)) {
      const [opens, closes] = [clockOf(hours.opens), clockOf(hours.closes)]
      if (!opens || !closes || !list(hours.dayOfWeek).includes(weekday)) continue
      const starts_at = instantOf(`${date}T${opens}`, timezone)
      dates.push({ starts_at, ends_at: instantOf(`${closes <= opens ? addDays(date, 1) : date}T${closes}`, timezone) })
    }
  }
  return dates
}

function addressOf(place: Fields, language: string) {
  const address = isFields(place.address)
    ? ((isFields(place.address[language]) ? place.address[language] : Object.values(place.address).find(isFields)) ??
      place.address)
    : {}
  const { streetAddress, postalCode, addressLocality, addressCountry } = address as Fields
  const geo = isFields(place.geo) ? place.geo : {}
  return locationOf({
    name: text(place.name, language),
    street: streetAddress,
    postal_code: postalCode,
    locality: addressLocality,
    country: addressCountry,
    point: coordinatesOf(geo.latitude, geo.longitude),
  })
}

function agesOf(value: unknown): { age_min: number | null; age_max: number | null } {
  const [, from, to] = /^(\d*)-(\d*)$/.exec(textOf(value) ?? "") ?? []
  const read = (age: string | undefined) => (age && Number(age) <= 120 ? Number(age) : null)
  const [min, max] = [read(from), read(to)]
  return min !== null && max !== null && min > max ? { age_min: null, age_max: null } : { age_min: min, age_max: max }
}

function text(value: unknown, language: string): unknown {
  return isFields(value) ? (value[language] ?? Object.values(value)[0]) : value
}

function entries(value: unknown, language: string): [string, unknown][] {
  return isFields(value) ? Object.entries(value) : [[language, value]]
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
