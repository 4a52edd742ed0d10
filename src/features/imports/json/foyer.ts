// Events of another instance of this product, from its API or its export.
import type { OccurrenceDraft } from "#features/events/draft.ts"
import { isCategory } from "#features/events/categories.ts"
import { withinWindow } from "#features/events/dates/occurrence-window.ts"
import type { Access } from "#features/places/access.ts"
import { isLanguage, type Translated } from "#i18n/languages.ts"
import { coordinatesOf, locationOf } from "../places/location.ts"
import { pictureAt } from "../reading/picture.ts"
import { currencyOf, priceOf } from "../reading/prices.ts"
import { type ImportedEvent, type ReadOptions, unreadable } from "../reading/record.ts"
import { isNode, list, type Node } from "./schema-org.ts"
import { descriptionOf, lineOf, tagsOf, textOf, translatedOf, urlOf } from "../reading/text.ts"
import { checkYears, timeOf, zoneOr } from "../reading/times.ts"

/** Whether this is an event as our own API represents it. */
export function isFoyer(record: Node): boolean {
  return (
    Array.isArray(record.occurrences) &&
    isNode(record.title) &&
    isLanguage(record.language) &&
    typeof record.uid === "string" &&
    typeof record.timezone === "string"
  )
}

/** Maps an event of another instance to an event here: everything but its references to pages, which belong to that instance. */
export function fromFoyer(record: Node, options: ReadOptions): ImportedEvent {
  const language = isLanguage(record.language) ? record.language : "fr"
  const texts = (value: unknown, read: (value: unknown) => string | undefined): Translated =>
    isNode(value) ? translatedOf(Object.entries(value), language, read) : {}
  const title = texts(record.title, (value) => lineOf(value, 300))
  if (!title[language]) unreadable("no_title")
  const timezone = zoneOr(record.timezone, options.timezone)
  const told = textOf(record.category) ?? ""
  const all_day = record.all_day === true
  const age = isNode(record.age) ? record.age : {}

  return {
    external_id: (textOf(record.uid) as string).slice(0, 500),
    url: urlOf(record.url),
    language,
    title,
    summary: texts(record.summary, (value) => lineOf(value, 1000)),
    description: texts(record.description, descriptionOf),
    category: isCategory(told) ? told : "other",
    tags: tagsOf(list(record.tags)),
    timezone,
    all_day,
    doors_minutes: doorsOf(record, timezone),
    recurrence: textOf(record.recurrence)?.slice(0, 20_000) ?? null,
    occurrences: datesOf(record, timezone, options.now),
    status: oneOf(record.status, ["scheduled", "cancelled", "postponed", "rescheduled", "moved_online", "tentative"]),
    status_reason: lineOf(record.status_reason, 500) ?? null,
    mode: oneOf(record.mode, ["onsite", "online", "hybrid"]),
    online_url: urlOf(record.online_url) ?? null,
    location: placeOf(record) ?? null,
    lineup: list(record.lineup)
      .filter(isNode)
      .slice(0, 200)
      .flatMap((each) => {
        const name = lineOf(each.name, 200)
        return name ? [{ name, role: lineOf(each.role, 120) ?? null }] : []
      }),
    prices: list(record.prices)
      .filter(isNode)
      .slice(0, 50)
      .map((each) => ({
        label: lineOf(each.label, 120) ?? null,
        amount: priceOf(each.amount) ?? null,
        currency: currencyOf(each.currency),
        free: each.free === true,
        pay_what_you_can: each.pay_what_you_can === true,
      })),
    ticket_url: urlOf(record.ticket_url) ?? null,
    picture: pictureOf(record),
    capacity: wholeNumber(record.capacity, 10_000_000),
    age_min: wholeNumber(age.min, 120),
    age_max: wholeNumber(age.max, 120),
    languages: list(record.languages)
      .map((each) => textOf(each) ?? "")
      .filter((tag) => /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(tag))
      .slice(0, 20),
    access: accessOf(record.access),
    workflow: record.workflow === "published" ? "published" : "draft",
  }
}

function datesOf(record: Node, timezone: string, now: number): OccurrenceDraft[] {
  const dates = list(record.occurrences)
    .filter(isNode)
    .map((each): OccurrenceDraft => {
      const start =
        timeOf(each.start, timezone) ?? unreadable("start_unclear", { value: lineOf(each.start, 60) ?? "?" })
      const end = timeOf(each.end, timezone)
      const original = timeOf(each.original_start, timezone)
      checkYears(start.at, end?.at)
      return {
        starts_at: start.at,
        ends_at: end && end.at > start.at ? end.at : null,
        status: oneOf(each.status, ["scheduled", "cancelled", "moved"]),
        ...(original && { recurrence_id: original.at }),
      }
    })
  if (dates.length === 0) unreadable("no_start")
  dates.sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
  return withinWindow(dates, ({ starts_at }) => starts_at.getTime(), now)
}

function placeOf(record: Node) {
  const spot = isNode(record.location) ? record.location : {}
  const place = isNode(record.place) ? record.place : {}
  return locationOf({
    name: spot.name ?? place.name,
    street: spot.street,
    postal_code: spot.postal_code,
    locality: spot.locality,
    region: spot.region,
    country: spot.country,
    point: coordinatesOf(spot.lat, spot.lon),
  })
}

function doorsOf(record: Node, timezone: string): number | null {
  const [doors, start] = [timeOf(record.doors, timezone), timeOf(record.start, timezone)]
  const minutes = doors && start ? Math.round((start.at.getTime() - doors.at.getTime()) / 60_000) : -1
  return minutes >= 0 && minutes <= 1440 ? minutes : null
}

const features =
  /^(step_free|wheelchair_places|accessible_toilet|induction_loop|sign_language|audio_description|relaxed|seating|strobe)$/

function accessOf(value: unknown): Access {
  const facts = isNode(value) ? Object.entries(value) : []
  return Object.fromEntries(
    facts.filter(([key, said]) => features.test(key) && /^(yes|no|unknown)$/.test(String(said))),
  )
}

function wholeNumber(value: unknown, most: number): number | null {
  const number = typeof value === "number" ? value : Number.NaN
  return Number.isInteger(number) && number >= 0 && number <= most ? number : null
}

/** Returns the value if it is among the known ones, else the first of them. */
function oneOf<const Values extends readonly [string, ...string[]]>(value: unknown, values: Values): Values[number] {
  return values.find((each) => each === value) ?? values[0]
}

/** Returns the first image of the event, which is its poster. */
function pictureOf(record: Node) {
  const [first] = list(record.images)
  return isNode(first) ? pictureAt(first.url, { alt: first.alt, credit: first.credit }) : undefined
}
