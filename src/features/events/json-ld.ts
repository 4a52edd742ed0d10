import { inLanguage, type Language } from "#i18n/languages.ts"
import type { Category } from "./categories.ts"
import type { ActorReference, Event, Occurrence } from "./event.ts"
import { doorsAt, lastDay, shownDate } from "./dates/shown-date.ts"

const types: Record<Category, string> = {
  music: "MusicEvent",
  theatre: "TheaterEvent",
  dance: "DanceEvent",
  exhibition: "ExhibitionEvent",
  film: "ScreeningEvent",
  talk: "EducationEvent",
  circus: "TheaterEvent",
  workshop: "EducationEvent",
  young: "ChildrensEvent",
  party: "SocialEvent",
  other: "Event",
}
const statuses: Record<Event["status"], string> = {
  scheduled: "EventScheduled",
  cancelled: "EventCancelled",
  postponed: "EventPostponed",
  rescheduled: "EventRescheduled",
  moved_online: "EventMovedOnline",
  tentative: "EventScheduled",
}
const otherDates = 50

type Options = { language: Language; url: string; images: readonly string[] }

/** Returns an event for search engines, as schema.org/Event (JSON-LD 1.1). Times have the offset of the venue. */
export function eventJsonLd(event: Event, { language, url, images }: Options) {
  const date = shownDate(event)
  const words = (texts: Event["title"]) => inLanguage(texts, language, event.language).text
  const type = event.children.length > 0 ? "Festival" : types[event.category]
  const when = (iso: string | null) => iso && (event.all_day ? iso.slice(0, 10) : iso)
  const until = (iso: string | null) => iso && (event.all_day ? lastDay(iso) : iso)
  const others = event.occurrences.filter((one) => one.start !== date.start).slice(0, otherDates)
  const free = event.prices.length > 0 && event.prices.every(({ free, amount }) => free || amount === 0)

  return defined({
    "@context": "https://schema.org",
    "@type": type,
    "@id": event.url,
    identifier: `urn:uuid:${event.uid}`,
    url,
    name: words(event.title),
    description: words(event.summary) || plain(words(event.description ?? {})).slice(0, 500),
    image: [...images, ...event.images.map((image) => image.url)],
    startDate: when(date.start),
    endDate: until(date.end),
    doorTime: event.all_day ? null : doorsAt(event, date),
    previousStartDate: when(date.original_start),
    eventStatus: `https://schema.org/${statusOf(event.status, date.status)}`,
    eventAttendanceMode: `https://schema.org/${modeOf(event)}`,
    location: locationsOf(event),
    offers: offersOf(event, url),
    isAccessibleForFree: free || undefined,
    performer: event.lineup.map(({ actor, name }) =>
      actor ? agent(actor, event.category) : { "@type": "Person", name },
    ),
    organizer: event.organizers.map((actor) => agent(actor, event.category)),
    superEvent: event.parent && {
      "@type": "Festival",
      name: inLanguage(event.parent.title, language, event.parent.language).text,
      url: event.parent.url,
      startDate: event.parent.start,
    },
    subEvent: [
      ...event.children.map((child) => ({
        "@type": "Event",
        name: inLanguage(child.title, language, child.language).text,
        url: child.url,
        startDate: child.start,
        eventStatus: `https://schema.org/${statusOf(child.status, "scheduled")}`,
      })),
      ...others.map((one) =>
        defined({
          "@type": type,
          name: words(event.title),
          url,
          startDate: when(one.start),
          endDate: until(one.end),
          previousStartDate: when(one.original_start),
          eventStatus: `https://schema.org/${statusOf(event.status, one.status)}`,
          location: locationsOf(event),
        }),
      ),
    ],
    inLanguage: event.languages.length > 0 ? event.languages : event.language,
    typicalAgeRange: ageRange(event.age),
    keywords: event.tags.join(", "),
    maximumAttendeeCapacity: event.capacity,
    dateModified: event.updated,
  })
}

function statusOf(event: Event["status"], date: Occurrence["status"]) {
  if (event !== "scheduled") return statuses[event]
  if (date === "cancelled") return statuses.cancelled
  return date === "moved" ? statuses.rescheduled : statuses.scheduled
}

function modeOf({ mode, status }: Event) {
  if (mode === "online" || status === "moved_online") return "OnlineEventAttendanceMode"
  return mode === "hybrid" ? "MixedEventAttendanceMode" : "OfflineEventAttendanceMode"
}

function locationsOf(event: Event) {
  const { location, place, room } = event
  const isOnline = event.mode !== "onsite" || event.status === "moved_online"
  const name = place?.name ?? location?.name ?? location?.locality
  const all = [
    event.mode !== "online" &&
      name &&
      defined({
        "@type": "Place",
        name: room ? `${name}, ${room.name}` : name,
        url: place?.url,
        address: location && {
          "@type": "PostalAddress",
          ...defined({
            streetAddress: location.street,
            postalCode: location.postal_code,
            addressLocality: location.locality,
            addressRegion: location.region,
            addressCountry: location.country,
          }),
        },
        geo: location?.lat != null &&
          location.lon != null && { "@type": "GeoCoordinates", latitude: location.lat, longitude: location.lon },
      }),
    isOnline && event.online_url && { "@type": "VirtualLocation", url: event.online_url },
  ].filter(Boolean)
  return all.length === 1 ? all[0] : all
}

function offersOf({ prices, ticket_url, status }: Event, url: string) {
  return prices.map(({ label, amount, currency, free, pay_what_you_can }) =>
    defined({
      "@type": "Offer",
      name: label,
      price: free ? 0 : pay_what_you_can ? (amount ?? 0) : amount,
      priceCurrency: currency,
      url: ticket_url ?? url,
      availability: status === "cancelled" ? undefined : "https://schema.org/InStock",
    }),
  )
}

function agent({ type, name, url }: ActorReference, category: Category) {
  const kinds = {
    person: "Person",
    group: category === "music" || category === "party" ? "MusicGroup" : "PerformingGroup",
    place: "Organization",
    organizer: "Organization",
  }
  return { "@type": kinds[type], name, url }
}

function ageRange({ min, max }: Event["age"]) {
  return min === null && max === null ? undefined : `${min ?? 0}-${max ?? ""}`
}

/** Returns sanitised HTML as a line of text. */
function plain(html: string) {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim()
}

/** Returns the properties that have a value. */
function defined<Properties extends Record<string, unknown>>(properties: Properties): Partial<Properties> {
  return Object.fromEntries(
    Object.entries(properties).filter(
      ([, value]) => value !== undefined && value !== null && value !== "" && value !== false && !isEmpty(value),
    ),
  ) as Partial<Properties>
}

function isEmpty(value: unknown) {
  return Array.isArray(value) && value.length === 0
}
