import { categoryOf } from "#features/imports/categories/category.ts"
import type { Category } from "#features/events/categories.ts"
import type { EventDraft } from "#features/events/draft.ts"
import type { Event } from "#features/events/event.ts"
import { statusInTitle, tagsOf } from "#features/imports/reading/text.ts"
import { timeOf, zoneOr } from "#features/imports/reading/times.ts"
import type { RemotePicture } from "#features/documents/remote-pictures/remote-picture.ts"
import type { LocationDraft } from "#features/places/location-draft.ts"
import { timezoneOf } from "#features/places/queries.server.ts"
import type { Language, Translated } from "#i18n/languages.ts"
import { plainText } from "#lib/text/html.ts"
import { isoAt } from "#lib/time.ts"
import { attachmentNames } from "./attachment-names.ts"
import {
  boundedObject,
  boundedTime,
  countOf,
  type Fields,
  fieldsOf,
  hrefOf,
  idOf,
  idsOf,
  isSameHost,
  lineIn,
  listOf,
  pageOf,
  termOf,
  typesOf,
  wordsOf,
} from "./fields.ts"
import { categoriesByWord } from "./mobilizon-categories.ts"
import { authorsOf } from "./read-activity.ts"
import { audienceOf, type RemoteAudience } from "./reading/audience.ts"
import { pictureOf } from "./reading/picture.ts"
import { placesOf, type RemotePlaces } from "./reading/place.ts"
import { textsOf } from "./reading/texts.ts"
import { isRefused, refused, type Refused } from "./refused.ts"

/** A remote event in our own terms; it has one date. */
export type RemoteEventDraft = Pick<
  EventDraft,
  "language" | "title" | "description" | "timezone" | "all_day" | "occurrences" | "status" | "mode" | "online_url"
> &
  Pick<EventDraft, "ticket_url" | "capacity"> & {
    /** Absent when the event does not say: the venue may decide it then. */
    category?: Category
    tags: string[]
    location: LocationDraft | null
  }

export type RemoteEvent = RemoteAudience & {
  id: string
  /** Address of its HTML page. */
  url: string
  /** Its author; null when it names none and was not received from one. */
  author: string | null
  /** Ids of its organizers (FEP-8a8e). */
  organizers: string[]
  event: RemoteEventDraft
  picture: RemotePicture | null
  /** Id of a place that was only referred to. */
  locationId: string | null
  /** How people join; null when it does not say. */
  joinMode: "free" | "restricted" | "invite" | "external" | "none" | null
  comments: boolean
  /** What it is part of: a festival, or the series of its dates. */
  parts: { id: string; name: string | null }[]
  published: Date | null
  updated: Date | null
}

export type EventOptions = {
  /** The sender, for an event that came in an activity. */
  author?: string
  /** Language of texts that do not name theirs. */
  language?: Language
  /** Time zone of times that do not name theirs. */
  timezone?: string
}

const joinModes = ["free", "restricted", "invite", "external", "none"] as const
const mostCapacity = 1_000_000

/**
 * Reads a remote `Event`. Refuses one without an id, a name or a start, or with an author on another host; anything else that
 * cannot be read is left out. Times are taken as they are written: `Z` is UTC, whatever the sender meant.
 */
export function readEvent(value: unknown, options: EventOptions = {}): RemoteEvent | Refused {
  const thing = boundedObject(value)
  if (isRefused(thing)) return thing
  if (!typesOf(thing).includes("Event")) return refused("unknown_type")
  const id = idOf(thing)
  if (!id) return refused(thing.id === undefined ? "no_id" : "bad_id")
  const author = ownerOf(id, authorsOf(thing), options.author)
  if (typeof author === "object" && author !== null) return author

  const texts = textsOf(thing, options.language)
  const title = texts.name
  const words = title[texts.language]
  if (words === undefined) return refused("no_name")
  const places = placesOf(thing.location)
  const timezone = timezoneFor(thing, places, options.timezone)
  const start = boundedTime(timeOf(thing.startTime, timezone)?.at)
  if (!start) return refused("no_start")
  const end = boundedTime(timeOf(thing.endTime, timezone)?.at)
  const ends = end && end > start ? end : null
  const url = pageOf(thing.url) ?? id
  const status = statusOf(thing, words)
  const joinMode = joinModes.find((mode) => mode === termOf(wordsOf(thing.joinMode) ?? "")) ?? null
  const outside = hrefOf(thing.externalParticipationUrl)
  const category = categoryFor(thing, texts, places)

  return {
    id,
    url,
    author,
    ...audienceOf(thing),
    organizers: organizersOf(thing),
    event: {
      language: texts.language,
      title,
      description: withoutTitles(texts.content, title),
      ...(category && { category }),
      tags: tagsIn(thing),
      timezone,
      all_day: ends !== null && isMidnight(start, timezone) && isMidnight(ends, timezone),
      occurrences: [{ starts_at: start, ends_at: ends, status: "scheduled" }],
      status,
      ...whereabouts(thing, places, url, status),
      ticket_url: outside && outside !== url && outside !== id ? outside : null,
      capacity: countOf(thing.maximumAttendeeCapacity, 1, mostCapacity) ?? null,
    },
    picture: pictureOf(thing) ?? null,
    locationId: places.locationId,
    joinMode,
    comments: thing.commentsEnabled !== false && wordsOf(thing.repliesModerationOption) !== "closed",
    parts: partsOf(thing),
    published: boundedTime(timeOf(thing.published, "UTC")?.at) ?? null,
    updated: boundedTime(timeOf(thing.updated, "UTC")?.at) ?? null,
  }
}

/** Returns the author: the sender if the event is theirs, otherwise the author it names on its own host. */
function ownerOf(id: string, authors: string[], sender: string | undefined): string | null | Refused {
  if (sender !== undefined) {
    if (!isSameHost(id, sender)) return refused("foreign_object")
    return authors.length === 0 || authors.includes(sender) ? sender : refused("not_owner")
  }
  const author = authors.find((one) => isSameHost(one, id))
  return author === undefined && authors.length > 0 ? refused("foreign_object") : (author ?? null)
}

/** Returns the time zone: the one it names, otherwise that of the place, otherwise by its UTC offset, otherwise the default. */
function timezoneFor(thing: Fields, { location }: RemotePlaces, usual = "Etc/UTC"): string {
  const named = zoneOr(wordsOf(thing.timezone), "")
  if (named) return named
  const ofPlace = timezoneOf({ lat: location?.lat, lon: location?.lon, country: location?.country })
  if (ofPlace) return ofPlace
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)?$/.exec(wordsOf(thing.startTime)?.slice(10) ?? "") ?? []
  const isWhole = hours !== undefined && Number(hours) <= 12 && Number(minutes ?? 0) === 0
  if (!isWhole) return usual
  // The signs of these names follow POSIX: an hour east of Greenwich is "-1".
  return Number(hours) === 0 ? "Etc/UTC" : `Etc/GMT${sign === "+" ? "-" : "+"}${Number(hours)}`
}

function isMidnight(at: Date, timezone: string) {
  return isoAt(at, timezone).slice(11, 19) === "00:00:00"
}

const statuses: Record<string, NonNullable<Event["status"]>> = {
  EventCancelled: "cancelled",
  EventPostponed: "postponed",
  EventRescheduled: "rescheduled",
  EventMovedOnline: "moved_online",
  EventTentative: "tentative",
}

/** Returns the status: cancelled when anything says so, otherwise by FEP-8a8e, then iCalendar, then the title. */
function statusOf(thing: Fields, title: string): NonNullable<Event["status"]> {
  const term = termOf(wordsOf(thing.eventStatus) ?? idOf(thing.eventStatus) ?? "")
  const words = new Set([thing["ical:status"], thing.status].map((one) => termOf(wordsOf(one) ?? "").toUpperCase()))
  if (term === "EventCancelled" || words.has("CANCELLED")) return "cancelled"
  if (Object.hasOwn(statuses, term)) return statuses[term] as NonNullable<Event["status"]>
  if (words.has("TENTATIVE")) return "tentative"
  return statusInTitle(title) ?? "scheduled"
}

function whereabouts(thing: Fields, places: RemotePlaces, url: string, status: Event["status"]) {
  const links = linksIn(thing)
  const stage = places.online_url ?? links.get(attachmentNames.online) ?? null
  const isOnline = places.isOnline || thing.isOnline === true || stage !== null || status === "moved_online"
  const isSomewhere = places.location !== null || places.locationId !== null
  const mode: Event["mode"] = !isOnline ? "onsite" : isSomewhere && thing.isOnline !== true ? "hybrid" : "online"
  // Mobilizon gives the address of an online event as its website.
  const website = links.get(attachmentNames.website)
  const online = stage ?? (mode === "online" && website !== url ? (website ?? null) : null)
  return { mode, online_url: online, location: mode === "online" ? null : places.location }
}

/** Returns the links among the attachments, by name. */
function linksIn({ attachment }: Fields): Map<string, string> {
  const links = listOf(attachment)
    .slice(0, 50)
    .flatMap((one) => {
      const fields = fieldsOf(one)
      const [name, href] = [wordsOf(fields?.name), hrefOf(fields?.href)]
      return name && href && typesOf(fields).includes("Link") ? [[name, href] as const] : []
    })
  return new Map(links)
}

function tagsIn({ tag }: Fields): string[] {
  const names = listOf(tag)
    .slice(0, 100)
    .flatMap((one) => {
      const fields = fieldsOf(one)
      if (!fields) return wordsOf(one) ?? []
      return typesOf(fields).includes("Hashtag") ? (wordsOf(fields.name) ?? []) : []
    })
  return tagsOf(names.map((name) => name.slice(0, 100).replace(/^#+/, "").toLowerCase()))
}

function categoryFor(thing: Fields, texts: ReturnType<typeof textsOf>, { location }: RemotePlaces) {
  const words = listOf(thing.category)
    .slice(0, 10)
    .flatMap((one) => lineIn(one, 60) ?? [])
  const certain = words.map((word) => word.toUpperCase()).find((word) => Object.hasOwn(categoriesByWord, word))
  if (certain) return categoriesByWord[certain]
  return categoryOf({
    tags: tagsIn(thing),
    title: texts.name[texts.language] ?? "",
    text: texts.content[texts.language] ?? "",
    venue: location?.name ?? null,
    language: texts.language,
  })
}

/** Removes a first paragraph that repeats the title, which the page would show twice. */
function withoutTitles(texts: Translated, titles: Translated): Translated {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, html]) => {
      const [first = ""] = /^<(p|h[234])>.{0,1000}?<\/\1>/s.exec(html) ?? []
      const isTitle = first !== "" && plainText(first) === titles[language as Language]
      const rest = isTitle ? html.slice(first.length).trim() : html
      return rest === "" ? [] : [[language, rest]]
    }),
  )
}

function organizersOf({ organizers }: Fields): string[] {
  const fields = fieldsOf(organizers)
  if (!fields) return idsOf(organizers, 50)
  const page = fieldsOf(fields.first) ?? fields
  return idsOf(page.items ?? page.orderedItems, 50)
}

function partsOf({ superEvent }: Fields): RemoteEvent["parts"] {
  return listOf(superEvent)
    .slice(0, 5)
    .flatMap((one) => {
      const id = idOf(one)
      return id ? [{ id, name: lineIn(fieldsOf(one)?.name, 300) ?? null }] : []
    })
}
