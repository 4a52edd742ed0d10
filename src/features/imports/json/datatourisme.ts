import type { OccurrenceDraft } from "#features/events/draft.ts"
import { withinWindow } from "#features/events/dates/occurrence-window.ts"
import { addDays, dateAt, instantOf } from "#lib/time.ts"
import { categoryOf } from "../categories/category.ts"
import { coordinatesOf, locationOf } from "../places/location.ts"
import { currencyOf, priceOf } from "../reading/prices.ts"
import { representationPicture } from "../reading/picture.ts"
import { type ImportedEvent, type ReadOptions, unreadable } from "../reading/record.ts"
import { isNode, list, type Node, typesOf } from "./schema-org.ts"
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
import { checkYears, endAfter, timeOf } from "../reading/times.ts"

/** Whether this is a point of interest of DATAtourisme, the French national platform: its values are language maps of lists. */
export function isDatatourisme(record: Node): boolean {
  return (
    "rdfs:label" in record &&
    typesOf(record).some((type) => type === "PointOfInterest" || type === "EntertainmentAndEvent")
  )
}

/** Maps a DATAtourisme object to an event here; places are refused. */
export function fromDatatourisme(record: Node, options: ReadOptions): ImportedEvent {
  const types = typesOf(record)
  if (!types.includes("EntertainmentAndEvent")) unreadable("not_an_event", { type: types[0] ?? "?" })
  const id = textOf(record["@id"]) ?? textOf(record["dc:identifier"]) ?? unreadable("record_broken", { detail: "@id" })
  const wanted = options.language ?? "fr"
  const title = translatedOf(entries(record["rdfs:label"]), wanted, (value) => lineOf(value, 300))
  const language = mainLanguage(title, wanted)
  const name = title[language] ?? unreadable("no_title")
  const timezone = "Europe/Paris"
  const descriptions = list(record.hasDescription).find(isNode)
  const summary = translatedOf(entries(record["rdfs:comment"]), language, (value) => lineOf(value, 1000))
  const long = translatedOf(
    entries(descriptions?.["dc:description"] ?? descriptions?.shortDescription),
    language,
    descriptionOf,
  )
  const themes = list(record.hasTheme)
    .filter(isNode)
    .flatMap((theme) =>
      entries(theme["rdfs:label"])
        .filter(([key]) => key === language)
        .map(([, each]) => list(each)[0]),
    )
  const tags = tagsOf(themes)
  const { occurrences, all_day } = occurrencesOf(record, timezone, options.now)
  const contacts = [...list(record.hasBookingContact), ...list(record.hasContact)].filter(isNode)

  return {
    external_id: id.slice(0, 500),
    url: contacts.map((contact) => urlOf(list(contact["foaf:homepage"])[0])).find(Boolean),
    language,
    title,
    summary,
    description: long,
    category: categoryOf({ kinds: types, tags, title: name, text: summary[language] ?? long[language], language }),
    tags,
    timezone,
    all_day,
    occurrences,
    status: statusInTitle(name) ?? "scheduled",
    location: placeOf(record, language) ?? null,
    prices: pricesOf(record, language),
    access: record.reducedMobilityAccess === true ? { step_free: "yes" } : {},
    picture: representationPicture(record.hasMainRepresentation) ?? representationPicture(record.hasRepresentation),
    workflow: "published",
  }
}

function occurrencesOf(
  record: Node,
  timezone: string,
  now: number,
): { occurrences: OccurrenceDraft[]; all_day: boolean } {
  const periods = list(record.takesPlaceAt).filter(isNode)
  const starts = list(record["schema:startDate"])
  const told =
    periods.length > 0
      ? periods
      : starts.map((startDate, at): Node => ({ startDate, endDate: list(record["schema:endDate"])[at] }))
  const all_day = told.every((period) => !textOf(period.startTime))
  const dates = told.flatMap((period) => {
    const [day, clock] = [textOf(period.startDate), textOf(period.startTime)]
    const start = timeOf(clock ? `${day}T${clock}` : day, timezone)
    if (!start) return []
    const last = timeOf(period.endDate, timezone)
    const [stop, closes] = [last && dateAt(last.at, timezone), textOf(period.endTime)]
    const end =
      stop &&
      (closes && !all_day
        ? timeOf(`${stop}T${closes}`, timezone)?.at
        : all_day || stop !== day
          ? instantOf(addDays(stop, 1), timezone)
          : undefined)
    return [{ starts_at: start.at, ends_at: endAfter(start.at, end || undefined, timezone) }]
  })
  if (dates.length === 0) unreadable("no_start")
  checkYears(...dates.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]))
  dates.sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
  return { occurrences: withinWindow(dates, ({ starts_at }) => starts_at.getTime(), now), all_day }
}

function placeOf(record: Node, language: string) {
  const place = list(record.isLocatedAt).find(isNode)
  const address = list(place?.["schema:address"]).find(isNode)
  const geo = list(place?.["schema:geo"]).find(isNode)
  const name = entries(place?.["rdfs:label"]).find(([key]) => key === language)?.[1]
  return locationOf({
    name: list(name)[0],
    street: list(address?.["schema:streetAddress"])[0],
    postal_code: list(address?.["schema:postalCode"])[0],
    locality: list(address?.["schema:addressLocality"])[0],
    country: "FR",
    point: coordinatesOf(list(geo?.["schema:latitude"])[0], list(geo?.["schema:longitude"])[0]),
  })
}

function pricesOf(record: Node, language: string): ImportedEvent["prices"] {
  const specifications = list(record.offers)
    .filter(isNode)
    .flatMap((offer) => list(offer["schema:priceSpecification"]))
    .filter(isNode)
  return specifications.slice(0, 50).flatMap((price) => {
    const policy = list(price.hasEligiblePolicy).find(isNode)
    const amount = priceOf(list(price["schema:price"] ?? price["schema:minPrice"])[0])
    const isFree = policy?.["@id"] === "kb:Free"
    if (amount === undefined && !isFree) return []
    const label = lineOf(list(entries(policy?.["rdfs:label"]).find(([key]) => key === language)?.[1])[0], 120)
    return [
      {
        label: label ?? null,
        amount: isFree ? 0 : amount,
        currency: currencyOf(price["schema:priceCurrency"]),
        free: isFree || amount === 0,
      },
    ]
  })
}

function entries(value: unknown): [string, unknown][] {
  return isNode(value) ? Object.entries(value) : []
}
