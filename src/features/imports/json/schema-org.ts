import type { OccurrenceDraft } from "#features/events/draft.ts"
import { isLanguage, type Language } from "#i18n/languages.ts"
import { withinWindow } from "#features/events/dates/occurrence-window.ts"
import { decodeEntities, isHtml } from "#lib/text/html.ts"
import { categoryOf } from "../categories/category.ts"
import { coordinatesOf, locationOf, venueIn, zoneOfCountry } from "../places/location.ts"
import { whereaboutsIn } from "../places/online.ts"
import { schemaPicture } from "../reading/picture.ts"
import { currencyOf, priceOf } from "../reading/prices.ts"
import { digestOf, type ImportedEvent, type ReadOptions, unreadable } from "../reading/record.ts"
import { countryOf } from "../places/region-names.ts"
import { isOnlyDate } from "./schema-part.ts"
import { datesOfSchedule } from "./schema-schedule.ts"
import {
  descriptionOf,
  guessLanguage,
  lineOf,
  mainLanguage,
  statusInTitle,
  tagsOf,
  textOf,
  translatedOf,
  urlOf,
} from "../reading/text.ts"
import { checkYears, endAfter, timeOf } from "../reading/times.ts"

export type Node = Record<string, unknown>

/** Returns the types of a node without their vocabulary: `["MusicEvent"]`. */
export function typesOf(node: Node): string[] {
  return list(node["@type"] ?? node.type).map((type) => String(type).replace(/^.*[/#:]/, ""))
}

/** Whether this is a schema.org Event, or a subtype of one. */
export function isSchemaEvent(node: Node): boolean {
  return typesOf(node).some((type) => /Event$|^(Festival|Hackathon|CourseInstance|EventSeries)$/.test(type))
}

/** Maps a schema.org Event to an event here. */
export function fromSchema(node: Node, options: ReadOptions): ImportedEvent {
  const inLanguage = list(node.inLanguage).flatMap(
    (each) => lineOf(isNode(each) ? (each.alternateName ?? each.name) : each, 35) ?? [],
  )
  const told = inLanguage[0]?.slice(0, 2).toLowerCase()
  const wanted: Language =
    options.language ??
    (isLanguage(told)
      ? told
      : (guessLanguage(`${text(node.name)} ${text(node.description)}`) ?? options.usualLanguage ?? "fr"))
  const title = translatedOf(translations(node.name, wanted), wanted, (value) => lineOf(value, 300))
  const language = mainLanguage(title, wanted)
  const name = title[language] ?? unreadable("no_title")

  const places = list(node.location)
  const virtual = places.filter(isNode).find((place) => typesOf(place).includes("VirtualLocation"))
  const place = places.find((each) => each !== virtual)
  // Where a venue belongs, some write "Online event" or the address of a meeting.
  const named = whereaboutsIn(isNode(place) ? text(place.name) : place)
  const located = placeOf(isNode(place) ? place : named.place)
  const location = named.mode === "online" ? undefined : located
  const timezone = zoneOfCountry(location?.country) ?? options.timezone
  const { occurrences, all_day } = occurrencesOf(node, timezone, options.now)
  const offers = list(node.offers).filter(isNode)
  const keywords = tagsOf(list(node.keywords).map((each) => (isNode(each) ? each.name : each)))
  const description = translatedOf(translations(node.description, language), language, richTextOf)
  const url = urlOf(node.url) ?? urlOf(node.mainEntityOfPage) ?? urlOf(node["@id"])
  const mode = String(node.eventAttendanceMode ?? "")
  const identifier = list(node.identifier)[0]
  const id = textOf(node["@id"]) ?? textOf(isNode(identifier) ? identifier.value : identifier) ?? textOf(node.url)
  const capacity = Number(textOf(node.maximumAttendeeCapacity))

  return {
    external_id: (id ? withDate(id, node) : `without-id:${digestOf([name, node.startDate, location])}`).slice(0, 500),
    url,
    language,
    title,
    description,
    category: categoryOf({
      kinds: typesOf(node),
      tags: keywords,
      title: name,
      text: description[language],
      venue: location?.name,
      language,
    }),
    tags: keywords,
    timezone,
    all_day,
    doors_minutes: doorsOf(node, occurrences[0] as OccurrenceDraft, timezone),
    occurrences,
    status: statusOf(node.eventStatus) ?? statusInTitle(name) ?? "scheduled",
    mode: /Mixed/.test(mode) ? "hybrid" : /Online/.test(mode) || (virtual && !location) ? "online" : named.mode,
    online_url: urlOf(virtual?.url) ?? named.online_url ?? null,
    location: location ?? null,
    lineup: list(node.performer ?? node.performers ?? node.actor)
      .flatMap((each) => lineOf(isNode(each) ? text(each.name) : each, 200) ?? [])
      // Some write the type where the name belongs.
      .filter((name) => !/^(Organization|Person|PerformingGroup|MusicGroup|TheaterGroup)$/.test(name))
      .map((name) => ({ name })),
    prices: pricesOf(offers, node.isAccessibleForFree),
    ticket_url: offers.map((offer) => urlOf(offer.url)).find(Boolean) ?? null,
    capacity: Number.isInteger(capacity) && capacity > 0 && capacity <= 10_000_000 ? capacity : null,
    ...agesOf(node.typicalAgeRange),
    languages: inLanguage.filter((tag) => /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(tag)).slice(0, 20),
    picture: schemaPicture(node.image),
    workflow: "published",
  }
}

/** Adds the date to the id: pages give every date of a series the same address, and only the date distinguishes them. */
function withDate(id: string, node: Node) {
  return node["@id"] || node.identifier ? id : `${id} ${textOf(node.startDate) ?? ""}`
}

function occurrencesOf(
  node: Node,
  timezone: string,
  now: number,
): { occurrences: OccurrenceDraft[]; all_day: boolean } {
  const parts = list(node.subEvent)
    .filter(isNode)
    .filter((part) => isOnlyDate(part, node) && part.startDate)
  const spans = parts.length > 0 ? parts : [node]
  let all_day = true
  const dates: OccurrenceDraft[] = spans.flatMap((span) => {
    const start = timeOf(list(span.startDate)[0], timezone)
    if (!start) return []
    const end = timeOf(list(span.endDate)[0], timezone)
    const clocked = start.dateOnly || end?.dateOnly !== true ? end?.at : undefined // a mere end date gives no hour
    all_day &&= start.dateOnly
    // schema.org includes the last day: an all-day event ends at the midnight after it.
    const until = start.dateOnly && end?.dateOnly ? new Date(end.at.getTime() + 86_400_000) : clocked
    const status = /Cancelled/.test(String(span === node ? "" : span.eventStatus))
      ? ("cancelled" as const)
      : ("scheduled" as const)
    return [{ starts_at: start.at, ends_at: endAfter(start.at, until, timezone), status }]
  })
  const schedules = list(node.eventSchedule).filter(isNode)
  if (schedules.length > 0 && parts.length === 0) {
    const told = schedules.flatMap((schedule) => datesOfSchedule(schedule, timezone, now))
    if (told.length > 0) {
      dates.splice(0, dates.length, ...told)
      all_day = false
    }
  }
  if (dates.length === 0) {
    const value = lineOf(list(node.startDate)[0], 60)
    return value ? unreadable("start_unclear", { value }) : unreadable("no_start")
  }
  checkYears(...dates.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]))
  dates.sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
  return { occurrences: withinWindow(dates, ({ starts_at }) => starts_at.getTime(), now), all_day }
}

function placeOf(value: unknown) {
  if (!isNode(value)) return venueIn(value)
  const address = list(value.address)[0]
  const geo = list(value.geo)[0]
  const point = isNode(geo)
    ? coordinatesOf(geo.latitude, geo.longitude)
    : coordinatesOf(value.latitude, value.longitude)
  if (!isNode(address)) return locationOf({ name: text(value.name), address, point })
  const country = isNode(address.addressCountry) ? address.addressCountry.name : address.addressCountry
  return locationOf({
    name: text(value.name) ?? text(address.name),
    street: text(list(address.streetAddress)[0]),
    postal_code: address.postalCode,
    locality: text(address.addressLocality),
    region: text(address.addressRegion),
    country: countryOf(country),
    point,
  })
}

/** Reads a description whose markup was escaped twice, with line ends left as two characters. */
function richTextOf(value: unknown): string | undefined {
  if (typeof value !== "string") return descriptionOf(value)
  const short = value.slice(0, 100_000).replaceAll(/(?:\\r)?\\n/g, "\n")
  if (isHtml(short) || !short.includes("&lt;")) return descriptionOf(short)
  const once = decodeEntities(short)
  return descriptionOf(isHtml(once) ? once : short)
}

function statusOf(value: unknown): ImportedEvent["status"] | undefined {
  const name = /Event(Cancelled|Postponed|Rescheduled|MovedOnline)$/.exec(String(list(value).at(-1) ?? ""))?.[1]
  return (
    { Cancelled: "cancelled", Postponed: "postponed", Rescheduled: "rescheduled", MovedOnline: "moved_online" } as const
  )[name as "Cancelled"]
}

function pricesOf(offers: Node[], isFree: unknown): ImportedEvent["prices"] {
  const prices = offers.slice(0, 50).flatMap((offer) => {
    // An AggregateOffer states the lowest and the highest price.
    const range = [offer.price ?? offer.lowPrice, offer.price === undefined ? offer.highPrice : undefined]
    const amounts = new Set(range.flatMap((each) => priceOf(list(each)[0]) ?? []))
    return [...amounts].map((amount) => ({
      label: lineOf(text(offer.name), 120) ?? null,
      amount,
      currency: currencyOf(offer.priceCurrency),
      free: amount === 0,
    }))
  })
  return prices.length === 0 && (isFree === true || isFree === "true") ? [{ free: true, amount: 0 }] : prices
}

function doorsOf(node: Node, first: OccurrenceDraft, timezone: string): number | null {
  const doors = timeOf(node.doorTime, timezone)
  const minutes = doors && Math.round((first.starts_at.getTime() - doors.at.getTime()) / 60_000)
  return minutes !== undefined && minutes >= 0 && minutes <= 1440 ? minutes : null
}

function agesOf(value: unknown): { age_min: number | null; age_max: number | null } {
  const [, from, to] = /^(\d{1,3})\s*(?:-|\+|$)\s*(\d{1,3})?$/.exec(lineOf(value, 20) ?? "") ?? []
  const [min, max] = [from, to].map((age) => (age && Number(age) <= 120 ? Number(age) : null)) as [
    number | null,
    number | null,
  ]
  return { age_min: min, age_max: min !== null && max !== null && max < min ? null : max }
}

/** Reads a text, a list of texts, `{"@value": …, "@language": …}` or a language map as [language, text] pairs. */
export function translations(value: unknown, main: string): [string, unknown][] {
  return list(value).flatMap((each): [string, unknown][] => {
    if (!isNode(each)) return [[main, each]]
    if ("@value" in each) return [[String(each["@language"] ?? main), each["@value"]]]
    return Object.entries(each)
  })
}

function text(value: unknown): unknown {
  const first = list(value)[0]
  return isNode(first) ? (first["@value"] ?? first.name ?? Object.values(first)[0]) : first
}

/** Returns a list for the one, several or no values that JSON-LD allows. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
}

/** Whether this is an object with properties. */
export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
