import { lastDay } from "#features/events/dates/shown-date.ts"
import type { Event, Occurrence } from "#features/events/event.ts"
import { inLanguage, type Language, languages, type Translated } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { escapeHtml } from "#lib/text/escape-html.ts"
import { addDays, instantOf, isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import { actorId, boxesOf, eventId, organizersId } from "./addresses.ts"
import { attachmentNames } from "./attachment-names.ts"
import { addressedTo, type Addressed, type Audience, defined, type Described, type Site } from "./described.ts"
import { actorTypeOf, orderedByLanguage, utc } from "./describe-actor.ts"
import { describeAttachedImage, describeImage } from "./describing/picture.ts"
import { describePlace } from "./describing/place.ts"
import { mobilizonCategories } from "./mobilizon-categories.ts"

export type EventSettings = {
  /** Name of the page that publishes it: the host, whose followers receive it. */
  author: string
  audience?: Audience
  /** Whether others may comment; false by default. */
  comments?: boolean
  /** Whether a `Join` is answered; by default "external" if tickets are sold elsewhere. */
  joinMode?: "free" | "restricted" | "external"
  /** When it was published; by default when it was created. */
  published?: string
  /** Whether a page is an actor that others can fetch; true for all by default. */
  federates?: (fid: string) => boolean
}

export type EventObject = Described<"Event"> &
  Addressed & { attributedTo: string; url: string; published: string; updated: string }

/**
 * Returns the objects of an event, one for each date. The date that was created first has the event's own address, so that an
 * event with a further date stays the same object.
 */
export function objectsOf(event: Pick<Event, "id" | "occurrences">, publicUrl: string) {
  const { id, occurrences } = event
  const first = Math.min(...occurrences.map((date) => date.id))
  return occurrences.map((date) => ({
    id: eventId(publicUrl, id, date.id === first ? undefined : date.id),
    date,
  }))
}

/** Describes one date of an event as an `Event`, in the terms of FEP-8a8e and of Mobilizon. */
export function describeEvent(event: Event, date: Occurrence, settings: EventSettings, site: Site): EventObject {
  const { publicUrl } = site
  const id =
    objectsOf(event, publicUrl).find((one) => one.date.id === date.id)?.id ?? eventId(publicUrl, event.id, date.id)
  const author = actorId(publicUrl, settings.author)
  const url = `${publicUrl}${paths.event(event.id)}`
  const told = languages.filter((language) => event.title[language])
  const texts = (write: (t: Messages) => string) =>
    Object.fromEntries(told.map((language) => [language, write(site.messages(language))])) as Translated
  const summaries = texts((t) => `<p>${escapeHtml(dateAndPlace(t, event, date))}</p>`)
  const contents = texts((t) => contentOf(event, t.language))
  const main = (given: Translated) => inLanguage(given, event.language, event.language).text
  const [banner] = event.images

  return {
    id,
    type: "Event",
    name: main(event.title),
    nameMap: orderedByLanguage(event.title, event.language),
    url,
    attributedTo: author,
    actor: author,
    ...addressedTo(boxesOf(author).followers, settings.audience),
    ...timesOf(event, date),
    published: utc(settings.published ?? event.created),
    updated: utc(event.updated),
    summary: main(summaries),
    summaryMap: orderedByLanguage(summaries, event.language),
    content: main(contents),
    contentMap: orderedByLanguage(contents, event.language),
    mediaType: "text/html",
    category: mobilizonCategories[event.category],
    ...statusOf(event, date),
    ...joiningOf(event, settings, url),
    anonymousParticipationEnabled: false,
    commentsEnabled: settings.comments ?? false,
    repliesModerationOption: settings.comments ? "moderated" : "closed",
    ...(event.capacity && { maximumAttendeeCapacity: event.capacity }),
    inLanguage: event.language,
    ...locationOf(event, id, settings, site),
    organizers: organizersOf(event, id, settings, site),
    ...(banner && { image: describeImage(banner) }),
    attachment: [
      ...(banner
        ? event.images.map(describeAttachedImage)
        : [
            posterOf(event, `${main(event.title)} — ${dateAndPlace(site.messages(event.language), event, date)}`, site),
          ]),
      ...linksOf(event, url),
    ],
    tag: event.tags.flatMap((tag) => hashtag(tag, site)),
    ...superEventOf(event, site),
  }
}

/** Returns date and place on one line: « dim. 20 déc. 2026, 20:00, La Salle, Bruxelles » */
export function dateAndPlace(t: Messages, event: Event, date: Occurrence): string {
  const day = t.date(date.start, "shortYear")
  const last = event.all_day && date.end ? lastDay(date.end) : ""
  const days = last > date.start.slice(0, 10) ? `${day} – ${t.date(last, "shortYear")}` : day
  return [days, event.all_day ? "" : t.time(date.start), whereOf(t, event)].filter(Boolean).join(", ")
}

function whereOf(t: Messages, { place, location, mode, status }: Event): string {
  if (mode === "online" || status === "moved_online") return t("ui.online")
  const name = place?.name ?? location?.name
  return [name, location?.locality === name ? "" : location?.locality].filter(Boolean).join(", ")
}

/** Returns the whole text in a language. It begins with the title, because some servers show nothing else of an event. */
function contentOf({ title, summary, description, lineup, language: main }: Event, language: Language): string {
  const words = (texts: Translated) => inLanguage(texts, language, main).text
  const lead = words(summary)
  const who = lineup.slice(0, 40).map(({ name }) => name)
  return [
    `<p><strong>${escapeHtml(words(title))}</strong></p>`,
    lead && `<p>${escapeHtml(lead)}</p>`,
    words(description ?? {}),
    who.length > 0 && `<p>${escapeHtml(who.join(", "))}</p>`,
  ]
    .filter(Boolean)
    .join("")
}

/** Returns the times with their UTC offset: snac needs it to print them, and others to show the local time. */
function timesOf({ all_day, timezone }: Event, { start, end, status, original_start }: Occurrence) {
  const wholeDay = () => isoAt(instantOf(addDays(start.slice(0, 10), 1), timezone), timezone)
  return defined({
    startTime: start,
    endTime: end ?? (all_day ? wholeDay() : undefined),
    previousStartTime: status === "moved" ? original_start : undefined,
    timezone,
  })
}

const statuses: Record<Event["status"], [icalendar: string, event: string]> = {
  scheduled: ["CONFIRMED", "EventScheduled"],
  cancelled: ["CANCELLED", "EventCancelled"],
  postponed: ["TENTATIVE", "EventPostponed"],
  rescheduled: ["CONFIRMED", "EventRescheduled"],
  moved_online: ["CONFIRMED", "EventMovedOnline"],
  tentative: ["TENTATIVE", "EventTentative"],
}

/** Returns the status of a date: the event's, unless only this date is cancelled or moved. */
export function stateOf(event: Pick<Event, "status">, date: Pick<Occurrence, "status">): Event["status"] {
  if (event.status !== "cancelled" && date.status === "cancelled") return "cancelled"
  return event.status === "scheduled" && date.status === "moved" ? "rescheduled" : event.status
}

function statusOf(event: Event, date: Occurrence) {
  const [icalendar, eventStatus] = statuses[stateOf(event, date)]
  return { status: icalendar, "ical:status": icalendar, eventStatus }
}

function joiningOf({ ticket_url }: Event, { joinMode }: EventSettings, url: string) {
  const mode = joinMode ?? (ticket_url ? "external" : "free")
  return mode === "external" ? { joinMode: mode, externalParticipationUrl: ticket_url ?? url } : { joinMode: mode }
}

/** Describes a single place, because Mobilizon reads no list. The online address of a hybrid event is among the links. */
function locationOf(event: Event, id: string, { federates }: EventSettings, { publicUrl, messages }: Site) {
  const { mode, status, place, room, location, online_url, language } = event
  if (mode === "online" || status === "moved_online") {
    const stage = online_url && { type: "VirtualLocation", name: messages(language)("ui.online"), url: online_url }
    return { isOnline: true, ...(stage && { location: stage }) }
  }
  const house = place?.name ?? location?.name
  const name = house && room ? `${house}, ${room.name}` : house
  const isActor = place && (federates?.(place.fid) ?? true)
  const described = describePlace(isActor ? actorId(publicUrl, place.fid) : id, location, name)
  return described ? { location: described } : {}
}

/** Describes the organizers (FEP-8a8e); a page that cannot be fetched is described by its name. */
function organizersOf({ organizers }: Event, id: string, { federates }: EventSettings, { publicUrl }: Site) {
  return {
    id: organizersId(id),
    type: "OrganizersCollection",
    totalItems: organizers.length,
    items: organizers.map(({ fid, type, name, url }) =>
      (federates?.(fid) ?? true) ? actorId(publicUrl, fid) : { type: actorTypeOf[type], name, url },
    ),
  }
}

/** Describes the generated poster, for an event without a picture of its own. */
function posterOf({ id, updated }: Event, alt: string, { publicUrl }: Site) {
  const url = `${publicUrl}${paths.eventCard(id)}?v=${Date.parse(updated).toString(36)}`
  return {
    type: "Document",
    mediaType: "image/png",
    url,
    name: attachmentNames.banner,
    summary: alt,
    width: 1200,
    height: 630,
  }
}

function linksOf({ ticket_url, online_url }: Event, url: string) {
  const link = (href: string, name: string) => ({ type: "Link", mediaType: "text/html", href, name })
  return [
    link(url, attachmentNames.website),
    ...(ticket_url ? [link(ticket_url, attachmentNames.tickets)] : []),
    ...(online_url ? [link(online_url, attachmentNames.online)] : []),
  ]
}

/** Describes a tag: « musique du monde » becomes #MusiqueDuMonde, as hashtags have no spaces and screen readers need capitals. */
function hashtag(tag: string, { publicUrl }: Site) {
  const words = tag.split(/[^\p{L}\p{M}\p{N}_]+/u).filter(Boolean)
  const [only] = words
  if (!only) return []
  const name = words.length === 1 ? only : words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")
  return [{ type: "Hashtag", name: `#${name}`, href: `${publicUrl}${paths.events({ tag })}` }]
}

/** Describes what an event is part of: the series of its dates, and its parent event. */
function superEventOf(event: Event, { publicUrl }: Site) {
  const { occurrences, title, language, parent } = event
  const own = eventId(publicUrl, event.id)
  const main = (texts: Translated, of: Language) => inLanguage(texts, of, of).text
  const all = [
    occurrences.length > 1 && {
      id: `${own}#series`,
      type: "EventSeries",
      name: main(title, language),
      url: `${publicUrl}${paths.event(event.id)}`,
    },
    parent && {
      id: eventId(publicUrl, parent.id),
      type: "Event",
      name: main(parent.title, parent.language),
      url: `${publicUrl}${paths.event(parent.id)}`,
    },
  ].filter((one) => typeof one === "object" && one !== null)
  return all.length === 0 ? {} : { superEvent: all.length === 1 ? all[0] : all }
}
