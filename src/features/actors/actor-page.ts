import { accessFeatures, type AccessAnswer, type AccessFeature } from "#features/places/access.ts"
import type { Event } from "#features/events/event.ts"
import type { ListedDate } from "#features/events/listing/agenda.ts"
import { type ListedEvent, personalPart } from "#features/events/ui/event-words.ts"
import { paths } from "#web/paths.ts"
import type { Actor } from "./actor.ts"
import { isActorType } from "./actor-types.ts"

/** The tabs of an actor's page, in order; the names serve as hash and as `?tab=`. */
export const tabs = ["events", "listen", "history", "location", "images", "documents", "contacts", "nearby"] as const
export type TabName = (typeof tabs)[number]

/** The radii around a page to choose from, in kilometres (product §5). */
export const nearbyRadii = [5, 10, 25] as const

/** Tells whether an actor can be shown as a page (specification §2, the page's check). */
export function isPage(actor: Actor): boolean {
  return isActorType(actor.type) && actor.fid !== "" && actor.name !== ""
}

/**
 * Tells whether the location tab has content: an address, a room or accessibility information. The head of the page shows the
 * city already, so a city alone is not enough.
 */
export function hasLocation({ location, rooms, access, type }: Actor): boolean {
  if (rooms.length > 0 || accessFacts(access).length > 0) return true
  return Boolean(location && (location.street || (type === "place" && location.locality)))
}

/** Tells whether the contacts tab has content: links, contacts, related pages or ways to write. */
export function hasContacts({ links, contacts, relations, channels = [] }: Actor): boolean {
  return links.length + contacts.length + relations.length + channels.length > 0
}

/** Lists the accessibility features with a known answer, in the order of the form. */
export function accessFacts(access: Actor["access"]): { feature: AccessFeature; answer: AccessAnswer }[] {
  return accessFeatures.flatMap((feature) => {
    const answer = access[feature]
    return answer && answer !== "unknown" ? [{ feature, answer }] : []
  })
}

/** Returns the tab that is open by default: the first with content. */
export function firstTab(actor: Actor): TabName | undefined {
  const { contents } = actor
  if (contents?.upcoming_events) return "events"
  if (contents?.audio) return "listen"
  if (contents?.past_events) return "history"
  if (hasLocation(actor)) return "location"
  if (contents?.images) return "images"
  if (contents?.documents) return "documents"
  return hasContacts(actor) ? "contacts" : "nearby"
}

/** The part of an event that an actor's page stores. */
export type PageEvent = ListedEvent &
  Pick<Event, "prices" | "timezone" | "further_dates"> & {
    /** The upcoming dates, in lists of upcoming events. */
    occurrences: ListedDate[]
  }

/** Reduces an event to what an actor's page shows of it. */
export function pageEvent(event: Event): PageEvent {
  const { id, uid, language, title, category, start, end, all_day, next, status, mode, place, room, location } = event
  const {
    organizers,
    lineup,
    images,
    my_attendance,
    poster_roll,
    occurrences,
    prices,
    timezone,
    distance,
    further_dates,
  } = event
  const [image] = images
  return {
    id,
    uid,
    language,
    title,
    category,
    start,
    end,
    all_day,
    next,
    status,
    mode,
    place,
    room,
    location,
    organizers,
    lineup,
    my_attendance,
    ...personalPart(event),
    poster_roll,
    timezone,
    images: image ? [image] : [],
    prices: prices.slice(0, 2),
    occurrences: next ? occurrences.filter((one) => one.start >= next.start).map(dateOf) : [],
    ...(further_dates ? { further_dates } : {}),
    ...(distance === undefined ? {} : { distance }),
  }
}

function dateOf({ id, start, end, status }: ListedDate): ListedDate {
  return status === "scheduled" ? { id, start, end } : { id, start, end, status }
}

/** A month of events, and the events that begin in it or are running then: each event once, however many its dates. */
export type PageMonth<One> = { month: string; events: One[]; dates: number }

/** Groups upcoming events by the month of each event's next date; an event that began before today counts as today. */
export function byMonth<One extends Pick<PageEvent, "next" | "occurrences" | "further_dates">>(
  events: readonly One[],
  today: string,
): PageMonth<One>[] {
  const months = new Map<string, PageMonth<One>>()
  for (const event of events) {
    const start = event.next?.start.slice(0, 10) ?? today
    const month = (start < today ? today : start).slice(0, 7)
    const there = months.get(month) ?? { month, events: [], dates: 0 }
    months.set(month, there)
    there.events.push(event)
    there.dates += datesOf(event)
  }
  return [...months.values()].sort((a, b) => (a.month < b.month ? -1 : 1))
}

/** Counts the upcoming dates of an event. */
export function datesOf({ occurrences, further_dates }: Pick<PageEvent, "occurrences" | "further_dates">): number {
  return Math.max(1, occurrences.length) + (further_dates?.count ?? 0)
}

/** Number of events a list shows at first (each event stands on all its days), how many a press adds, and the largest number. */
const usualLimit = 6
export const moreAtOnce = 50
const mostEvents = 200

/** Reads `?limit=`, by which a page without script asks for more events. */
export function listLimit(asked: string | null): number {
  const limit = /^\d{1,4}$/.test(asked ?? "") ? Number(asked) : usualLimit
  return Math.min(mostEvents, Math.max(usualLimit, limit))
}

/** Returns the address of a tab with a longer list. */
export function withMore(fid: string, tab: TabName, shown: number): string {
  return `${paths.actor(fid, { tab, limit: String(Math.min(mostEvents, shown + moreAtOnce)) })}#${tab}`
}
