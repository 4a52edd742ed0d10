import type { Access } from "#features/places/access.ts"
import type { Language } from "#i18n/languages.ts"
import { withinWindow } from "#features/events/dates/occurrence-window.ts"
import { categoryOf } from "../categories/category.ts"
import { coordinatesIn, coordinatesOf, locationOf, zoneOfCountry } from "../places/location.ts"
import { openAgendaPicture } from "../reading/picture.ts"
import { pricesIn } from "../reading/prices.ts"
import { type ImportedEvent, type ReadOptions, unreadable } from "../reading/record.ts"
import { countryOf } from "../places/region-names.ts"
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
import { checkYears, endAfter, timeOf, zoneOr } from "../reading/times.ts"

type Fields = Record<string, unknown>

/** Whether this is a record of the OpenAgenda open data sets, or of its API v2. */
export function isOpenAgenda(record: Fields): boolean {
  const numbered = record.uid !== undefined
  const dated = "timings" in record || "firstdate_begin" in record || "first_date" in record || "nextTiming" in record
  return numbered && (dated || "lastTiming" in record || "originAgenda" in record || "location_uid" in record)
}

/** Maps an OpenAgenda event (open data export or API v2) to an event here. */
export function fromOpenAgenda(record: Fields, options: ReadOptions): ImportedEvent {
  const id = textOf(record.uid) ?? unreadable("record_broken", { detail: "uid" })
  const wanted = options.language ?? "fr"
  const title = translated(record, "title", wanted, (value) => lineOf(value, 300))
  const language = mainLanguage(title, wanted)
  const name = title[language] ?? unreadable("no_title")
  const place = (record.location ?? {}) as Fields
  const country = countryOf(record.location_countrycode ?? record.country_fr ?? place.countryCode)
  const timezone = zoneOr(
    record.timezone ?? record.location_timezone ?? place.timezone,
    zoneOfCountry(country) ?? options.timezone,
  )

  const tags = tagsOf(
    listOf(record.keywords_fr ?? record.keywords ?? record.keywords_nl ?? record.keywords_en, language),
  )
  const summary = translated(record, "description", language, (value) => lineOf(value, 1000))
  const long = translated(record, "longdescription", language, descriptionOf)
  const other = translated(record, "long_description", language, descriptionOf)
  const v2 = translated(record, "longDescription", language, descriptionOf)
  const conditions = translated(record, "conditions", language, (value) => lineOf(value, 300))
  const mode = coded(record.attendancemode ?? record.attendanceMode)
  const online = urlOf(record.onlineaccesslink ?? record.onlineAccessLink)
  const links = listOf(parsed(record.registration), language).map((each) => (isFields(each) ? each.value : each))

  return {
    external_id: id.slice(0, 500),
    url: urlOf(record.canonicalurl ?? record.url),
    language,
    title,
    summary,
    description: { ...v2, ...other, ...long },
    category: categoryOf({
      kinds: [lineOf(record.category, 100)],
      tags,
      title: name,
      text: summary[language] ?? long[language] ?? other[language] ?? v2[language],
      venue: lineOf(record.location_name ?? place.name, 200),
      language,
    }),
    tags,
    timezone,
    occurrences: occurrencesOf(record, timezone, options.now),
    status: statusOf(coded(record.status)) ?? statusInTitle(name) ?? "scheduled",
    mode: mode === 2 ? "online" : mode === 3 ? "hybrid" : "onsite",
    online_url: online ?? null,
    location: mode === 2 ? null : (locationIn(record, place, country) ?? null),
    prices: pricesIn(conditions[language]),
    ticket_url: links.map((link) => urlOf(link)).find(Boolean) ?? null,
    ...agesOf(record),
    access: accessOf(record.accessibility),
    picture: openAgendaPicture(record),
    workflow: "published",
  }
}

/** Reads a translated field: `title_fr`, `title_en`, … or `title: {fr, en}` or `title: "…"`. */
function translated(record: Fields, field: string, main: Language, read: (value: unknown) => string | undefined) {
  const whole = record[field]
  if (isFields(whole)) return translatedOf(Object.entries(whole), main, read)
  const suffixed = Object.entries(record)
    .filter(([key]) => key.startsWith(`${field}_`) && key.length === field.length + 3)
    .map(([key, value]): [string, unknown] => [key.slice(-2), value])
  return translatedOf(suffixed.length > 0 ? suffixed : [[main, whole]], main, read)
}

function occurrencesOf(record: Fields, timezone: string, now: number) {
  const told = (parsed(record.timings) as unknown[] | undefined) ?? []
  const spans = (Array.isArray(told) ? told : []).filter(isFields).map(({ begin, start, end }) => [begin ?? start, end])
  if (spans.length === 0) {
    for (const timing of [record.firstTiming, record.nextTiming, record.lastTiming]) {
      if (isFields(timing)) spans.push([timing.begin, timing.end])
    }
    spans.push([record.firstdate_begin, record.firstdate_end], [record.lastdate_begin, record.lastdate_end])
    spans.push([record.first_date, undefined], [record.last_date, undefined])
  }
  const dates = spans.flatMap(([begin, end]) => {
    const start = timeOf(begin, timezone)
    if (!start) return []
    const stop = endAfter(start.at, timeOf(end, timezone)?.at, timezone)
    checkYears(start.at, stop)
    return [{ starts_at: start.at, ends_at: stop }]
  })
  if (dates.length === 0) {
    const value = lineOf(
      spans.flat().find((each) => textOf(each) !== undefined),
      60,
    )
    return value ? unreadable("start_unclear", { value }) : unreadable("no_start")
  }
  const different = [...new Map(dates.map((date) => [date.starts_at.getTime(), date])).values()]
  different.sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
  return withinWindow(different, ({ starts_at }) => starts_at.getTime(), now)
}

function locationIn(record: Fields, place: Fields, country: string | undefined) {
  const point = record.location_coordinates
  const located = isFields(point)
    ? coordinatesOf(point.lat ?? point.latitude, point.lon ?? point.longitude)
    : (coordinatesIn(point) ?? coordinatesOf(record["location_coordinates.lat"], record["location_coordinates.lon"]))
  return locationOf({
    name: record.location_name ?? place.name,
    address: record.location_address ?? place.address,
    postal_code: record.location_postalcode ?? place.postalCode,
    locality: record.location_city ?? place.city,
    region: record.location_region ?? place.region,
    country,
    point: located ?? coordinatesOf(record.latitude ?? place.latitude, record.longitude ?? place.longitude),
  })
}

/** Maps OpenAgenda's status: 1 scheduled, 2 rescheduled, 3 moved online, 4 postponed, 5 full, 6 cancelled. */
function statusOf(code: number | undefined): ImportedEvent["status"] | undefined {
  return ({ 2: "rescheduled", 3: "moved_online", 4: "postponed", 6: "cancelled" } as const)[code as 2 | 3 | 4 | 6]
}

/** OpenAgenda's accessibility codes, each with the nearest of our access features. */
const accessCodes = {
  mi: { step_free: "yes" }, // motor impairment
  hi: { induction_loop: "yes" }, // hearing
  vi: { audio_description: "yes" }, // sight
  pi: { relaxed: "yes" }, // mental health
  ii: { relaxed: "yes" }, // intellectual
} as const satisfies Record<string, Access>

function accessOf(value: unknown): Access {
  const codes = Array.isArray(value)
    ? value
    : isFields(value)
      ? Object.keys(value).filter((code) => value[code] === true)
      : (textOf(value)?.split(/[;,\s]+/) ?? [])
  const known = Object.entries(accessCodes).filter(([code]) => codes.includes(code))
  return Object.assign({}, ...known.map(([, feature]) => feature))
}

function agesOf(record: Fields): { age_min: number | null; age_max: number | null } {
  const age = isFields(record.age) ? record.age : {}
  const read = (value: unknown) => {
    const number = Number.parseInt(textOf(value) ?? "", 10)
    return number >= 0 && number <= 120 ? number : null
  }
  const [min, max] = [read(record.age_min ?? age.min), read(record.age_max ?? age.max)]
  return min !== null && max !== null && min > max ? { age_min: max, age_max: min } : { age_min: min, age_max: max }
}

/** Returns the number of `{"id": 1, "label": {…}}`, which may itself be JSON inside a string. */
function coded(value: unknown): number | undefined {
  const whole = parsed(value)
  const id = Number(isFields(whole) ? whole.id : whole)
  return Number.isInteger(id) && id > 0 ? id : undefined
}

function listOf(value: unknown, language: Language): unknown[] {
  const whole = parsed(value)
  if (Array.isArray(whole)) return whole
  if (isFields(whole)) return listOf(whole[language] ?? Object.values(whole)[0], language)
  return whole === undefined || whole === null ? [] : [whole]
}

/** Parses a value that may be JSON inside a string. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
