import { frozen } from "#lib/frozen.ts"
import { onceFor } from "#web/speed/once-for.ts"
import type { ListedDate } from "./agenda.ts"
import type { ActorReference, Event, Occurrence } from "../event.ts"
import { type ListedEvent, personalPart } from "../ui/event-words.ts"

/** The fields of an event that an agenda page needs for its rows and cards. */
export type AgendaEvent = ListedEvent & { next: ListedDate | null; occurrences: ListedDate[] }

/** The fields of an event that it is made from. */
type Listable = Pick<
  Event,
  | Exclude<keyof ListedEvent & keyof Event, "room" | "is_managed" | "workflow" | "origin">
  | "workflow"
  | "origin"
  | "is_managed"
  | "next"
  | "occurrences"
>

/** Returns the event without the fields that rows and cards do not show, which would be sent with the page. */
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

/** Does the same for a whole list. The server renders many pages from one cached answer: the result is computed once for it. */
export const listEvents = onceFor((events: readonly Event[]) => {
  const list = events.map(listEvent)
  return import.meta.env.SSR && Object.isFrozen(events) ? frozen(list) : list
})

/** Returns the event with the few fields that a cell of a month shows, an hour and a title; the rest is loaded with its day. */
export function labelEvent(event: AgendaEvent): AgendaEvent {
  return { ...event, location: null, organizers: [], lineup: [], images: [] }
}

function named({ fid, type, name }: ActorReference) {
  return { fid, type, name }
}

function dateOf({ id, start, end, status }: Occurrence): ListedDate {
  return status === "scheduled" ? { id, start, end } : { id, start, end, status }
}
