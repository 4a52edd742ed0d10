import { frozen } from "#lib/frozen.ts"
import { onceFor } from "#web/speed/once-for.ts"
import type { ListedDate } from "./agenda.ts"
import type { ActorReference, Event, Occurrence } from "../event.ts"
import { type ListedEvent, personalPart } from "../ui/event-words.ts"

/** What an agenda page keeps of an event: what its rows and cards show. */
export type AgendaEvent = ListedEvent & { next: ListedDate | null; occurrences: ListedDate[] }

/** What is read of an event for it. */
type Listable = Pick<
  Event,
  | Exclude<keyof ListedEvent & keyof Event, "room" | "is_managed" | "workflow" | "origin">
  | "workflow"
  | "origin"
  | "is_managed"
  | "next"
  | "occurrences"
>

/** Leaves out what neither rows nor cards say: it would travel with the page. */
export function listEvent(event: Listable): AgendaEvent {
  const { next, place, location } = event
  return {
    id: event.id,
    uid: event.uid,
    language: event.language,
    title: event.title,
    category: event.category,
    start: event.start,
    end: event.end,
    all_day: event.all_day,
    next: next && dateOf(next),
    occurrences: event.occurrences.filter(({ id }) => id !== next?.id).map(dateOf),
    status: event.status,
    mode: event.mode,
    place: place && named(place),
    location: location && { name: location.name, locality: location.locality },
    distance: event.distance,
    organizers: event.organizers.map(named),
    lineup: event.lineup.flatMap(({ actor }) => (actor ? [{ actor: named(actor) }] : [])),
    images: event.images.slice(0, 1),
    my_attendance: event.my_attendance,
    ...personalPart(event),
    poster_roll: event.poster_roll,
  }
}

/** Of a whole list. The server makes many pages of one answer: it does this once. */
export const listEvents = onceFor((events: readonly Event[]) => {
  const list = events.map(listEvent)
  return import.meta.env.SSR && Object.isFrozen(events) ? frozen(list) : list
})

/** What a cell of a month says of it, which has room for an hour and a title; the rest comes with its day. */
export function labelEvent(event: AgendaEvent): AgendaEvent {
  return { ...event, location: null, organizers: [], lineup: [], images: [] }
}

function named({ fid, type, name }: ActorReference) {
  return { fid, type, name }
}

function dateOf({ id, start, end, status }: Occurrence): ListedDate {
  return status === "scheduled" ? { id, start, end } : { id, start, end, status }
}
