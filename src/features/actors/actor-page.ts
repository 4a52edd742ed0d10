import { accessFeatures, type AccessAnswer, type AccessFeature } from "#features/places/access.ts"
import type { Event } from "#features/events/event.ts"
import type { ListedDate } from "#features/events/listing/agenda.ts"
import { type ListedEvent, personalPart } from "#features/events/ui/event-words.ts"
import { paths } from "#web/paths.ts"
import type { Actor } from "./actor.ts"
import { isActorType } from "./actor-types.ts"

/** The tabs of an actor's page, in order; also the hash and `?tab=` of each. */
export const tabs = ["events", "listen", "history", "location", "images", "documents", "contacts", "nearby"] as const
export type TabName = (typeof tabs)[number]

/** Kilometres around a page that may be chosen (product §5). */
export const nearbyRadii = [5, 10, 25] as const

/** May it be shown as a page (specification §2, the page's check)? */
export function isPage(actor: Actor): boolean {
  return isActorType(actor.type) && actor.fid !== "" && actor.name !== ""
}

/** Is there an address, a room or a fact of access to tell? A city alone stands in the head already. */
export function hasLocation({ location, rooms, access, type }: Actor): boolean {
  if (rooms.length > 0 || accessFacts(access).length > 0) return true
  return Boolean(location && (location.street || (type === "place" && location.locality)))
}

/** Is there anything to write to, call or follow? */
export function hasContacts({ links, contacts, relations, channels = [] }: Actor): boolean {
  return links.length + contacts.length + relations.length + channels.length > 0
}

/** What is known of the access, in the order it is asked for. */
export function accessFacts(access: Actor["access"]): { feature: AccessFeature; answer: AccessAnswer }[] {
  return accessFeatures.flatMap((feature) => {
    const answer = access[feature]
    return answer && answer !== "unknown" ? [{ feature, answer }] : []
  })
}

/** The tab that is open when none is asked for: the first that holds something. */
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

/** What the page keeps of an event. */
export type PageEvent = ListedEvent &
  Pick<Event, "prices" | "timezone" | "further_dates"> & {
    /** Its dates to come, in lists of what is to come. */
    occurrences: ListedDate[]
  }

/** What a page of somebody shows of an event, and not more than that. */
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

/** A month of a page, and what begins in it or is on when it does: each event once, however many its dates. */
export type PageMonth<One> = { month: string; events: One[]; dates: number }

/** What is to come, under the month of each event's next date; what began before today is on today. */
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

/** How many dates of an event are to come. */
export function datesOf({ occurrences, further_dates }: Pick<PageEvent, "occurrences" | "further_dates">): number {
  return Math.max(1, occurrences.length) + (further_dates?.count ?? 0)
}

/** How many events a list of the page holds at first (each stands on all its days), and at most with one more press each time. */
const usualLimit = 6
export const moreAtOnce = 50
const mostEvents = 200

/** `?limit=`: how a page without script asks for more. */
export function listLimit(asked: string | null): number {
  const limit = /^\d{1,4}$/.test(asked ?? "") ? Number(asked) : usualLimit
  return Math.min(mostEvents, Math.max(usualLimit, limit))
}

/** The address of a tab with more in its list. */
export function withMore(fid: string, tab: TabName, shown: number): string {
  return `${paths.actor(fid, { tab, limit: String(Math.min(mostEvents, shown + moreAtOnce)) })}#${tab}`
}
